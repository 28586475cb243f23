import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { toHex } from '@halyard/audit-proof/bytes';
import type { Seal } from '@halyard/audit-proof/seal';
import { startBackgroundJob } from '../../background-job.ts';
import type { Database, DatabaseReader, DatabaseTransaction } from '../../db/database.ts';
import type { DatabaseLog } from '../../db/database-log.ts';
import { fetchSource } from '../../source/fetch-source.ts';

const PAUSE_MS = 60 * 60 * 1_000;
const FIRST_PAUSE_MS = 60 * 1_000;

/** Keeps a seal where neither the database nor the product can change it later. */
type SendSeal = (seal: Seal) => Promise<void>;

interface WitnessParts {
  readonly database: Database;
  readonly outbox: {
    readonly enqueueMail: (
      transaction: DatabaseTransaction,
      message: { readonly kind: 'audit_seal'; readonly to: string; readonly seal: Seal },
    ) => Promise<void>;
  };
}

/** @param url `https://…` gets a POST, `file:///…` a line, `mailto:…` a mail */
export function createSendSeal({ database, outbox }: WitnessParts, url: string): SendSeal {
  const { protocol, pathname } = new URL(url);
  switch (protocol) {
    case 'file:':
      return async (seal) => await appendLine(fileURLToPath(url), JSON.stringify(seal));
    case 'mailto:':
      return async (seal) =>
        await database.transaction((transaction) =>
          outbox.enqueueMail(transaction, { kind: 'audit_seal', to: decodeURIComponent(pathname), seal }),
        );
    default:
      return async (seal) => {
        const headers = { 'content-type': 'application/json' };
        const request = { method: 'POST', headers, body: JSON.stringify(seal) };
        await fetchSource({ subject: 'The witness', url }, request, AbortSignal.timeout(FIRST_PAUSE_MS));
      };
  }
}

/**
 * Sends the newest seal a minute after the start and then every hour, from each process, so that no row in the database
 * decides whether it is sent. Returns a function that stops it.
 */
export function startAuditWitness(
  database: Pick<Database, 'reader'>,
  send: SendSeal,
  log: Pick<DatabaseLog, 'warn'>,
): () => Promise<void> {
  let isFirst = true;
  const step = async (): Promise<number> => {
    if (isFirst) {
      isFirst = false;
      return FIRST_PAUSE_MS;
    }
    const seal = await readSeal(database.reader);
    if (seal !== undefined) await send(seal);
    return PAUSE_MS;
  };
  return startBackgroundJob(step, log, 'could not send the seal of the audit log to its witness');
}

/** Undefined before the first sealed entry. */
export async function readSeal(reader: DatabaseReader): Promise<Seal | undefined> {
  const head = await reader
    .selectFrom('audit_head')
    .select(['sequence', 'root', 'hash', 'sealed_at', 'seal_key_id', 'seal'])
    .executeTakeFirstOrThrow();
  const { sequence: size, root, hash, sealed_at, seal_key_id, seal } = head;
  if (root === null || sealed_at === null || seal_key_id === null || seal === null) return undefined;
  return {
    size,
    root: toHex(root),
    hash: toHex(hash),
    sealedAt: sealed_at.toISOString(),
    keyId: toHex(seal_key_id),
    signature: toHex(seal),
  };
}

async function appendLine(path: string, line: string): Promise<void> {
  const file = await open(path, 'a');
  try {
    await file.appendFile(`${line}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}
