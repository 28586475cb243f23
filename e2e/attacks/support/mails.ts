import type { ReceivedMail } from '../../../apps/server/test/smtp-sink.ts';
import { eventually } from './eventually.ts';
import type { Stage } from './stage.ts';
import { newVisitor } from './staged-callers.ts';

/** A process that is killed holds a mail for a minute. */
const WAIT_MS = 70_000;

/** Waits until the processes have no mail left to send to somebody, or to anybody. */
async function allSent({ database }: Stage, email = ''): Promise<void> {
  const isDone = await eventually(async () => {
    const { rows } = await database.query({
      // Requests for reset links have a queue of their own, which ends with the address.
      text: `SELECT FROM outbox WHERE state = 'waiting' AND right(queue, length($1::text)) = $1::text LIMIT 1`,
      values: [email.toLowerCase()],
    });
    return rows.length === 0;
  }, WAIT_MS);
  if (!isDone) throw new Error(`mails to ${email || 'somebody'} still wait after ${WAIT_MS} ms`);
}

/** Every mail so far. */
export async function sentMails(stage: Stage): Promise<readonly ReceivedMail[]> {
  await allSent(stage);
  return [...stage.mails.received];
}

/** Every mail to somebody so far. */
export async function mailsTo(stage: Stage, email: string): Promise<readonly ReceivedMail[]> {
  await allSent(stage, email);
  return stage.mails.received.filter(({ to }) => to === email);
}

/** How many mails to somebody have a subject that begins like this. */
export async function countMails(stage: Stage, email: string, beginning: string): Promise<number> {
  return (await mailsTo(stage, email)).filter(({ subject }) => subject.startsWith(beginning)).length;
}

/** Whether a mail to somebody has such a subject, or comes within a minute. */
export async function isMailed({ mails }: Stage, email: string, pattern: RegExp): Promise<boolean> {
  return await eventually(
    () => mails.received.some(({ to, subject }) => to === email && pattern.test(subject)),
    WAIT_MS,
  );
}

/** The tokens of the links in all mails to somebody, oldest first. */
export async function mailedTokens(stage: Stage, email: string): Promise<readonly string[]> {
  return (await mailsTo(stage, email)).flatMap(({ text }) => /\?token=([\w-]+)/.exec(text)?.[1] ?? []);
}

/** The token of the newest link to somebody. */
export async function mailedToken(stage: Stage, email: string): Promise<string> {
  const token = (await mailedTokens(stage, email)).at(-1);
  if (token === undefined) throw new Error(`no mail with a link came to ${email}`);
  return token;
}

/** Asks for a reset link and returns its token. */
export async function requestResetToken(stage: Stage, email: string): Promise<string> {
  await (await newVisitor(stage)).post('/auth/password/reset/initiate', { email });
  return await mailedToken(stage, email);
}
