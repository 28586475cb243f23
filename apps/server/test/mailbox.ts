import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';

export interface SentMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly messageId: string;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Data directory with mail files for a test to read. */
export interface Mailbox {
  readonly dataDir: string;
  /** Returns the mails since the last call, oldest first. */
  readonly newMails: () => Promise<SentMail[]>;
  readonly remove: () => Promise<void>;
}

export async function createMailbox(): Promise<Mailbox> {
  const dataDir = await mkdtemp(join(tmpdir(), 'halyard-mail-'));
  const directory = join(dataDir, 'mail');
  const seen = new Set<string>();
  return {
    dataDir,
    newMails: async () => await readMails(directory, seen),
    remove: async () => await rm(dataDir, { recursive: true, force: true }),
  };
}

/** Returns the mails of a folder that are not in `seen`, oldest first, and adds them to it. */
export async function readMails(directory: string, seen = new Set<string>()): Promise<SentMail[]> {
  const names = await readdir(directory).catch(() => []);
  const fresh = names.filter((name) => name.endsWith('.eml') && !seen.has(name)).toSorted();
  for (const name of fresh) seen.add(name);
  return await Promise.all(fresh.map(async (name) => await parseMail(await readFile(join(directory, name)))));
}

export async function parseMail(raw: Buffer | string): Promise<SentMail> {
  const mail = await PostalMime.parse(raw);
  return {
    to: mail.to?.map(({ address }) => address).join(', ') ?? '',
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    messageId: mail.messageId ?? '',
    headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
  };
}
