import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { createDatabase, type DatabaseTransaction } from '../../../apps/server/src/infra/db/database.ts';
import { createLog } from '../../../apps/server/src/infra/log.ts';
import { runAdminProcess } from '../../../apps/server/test/admin-process.ts';
import { databaseUrls } from './database-urls.ts';
import type { Stage } from './stage.ts';
import { newVisitor } from './staged-callers.ts';

export interface OwnLog {
  /** Tampers with a copy of the log, with triggers off, then runs `audit verify`. */
  readonly verifyAfter: (tamper: Tamper) => Promise<string>;
  readonly remove: () => Promise<void>;
}

/** Changes a log whose last entry has this number. */
export type Tamper = (transaction: DatabaseTransaction, last: number) => Promise<unknown>;

export const KEPT = ['audit_log', 'audit_head', 'audit_tiles', 'audit_seals', 'audit_watch'];

/** A product of its own that wrote a short log and ended. The schema `older` keeps an earlier state. */
export async function ownLog(stage: Stage): Promise<OwnLog> {
  const origin = 'tampered_0';
  const names = [origin];
  const run = async (text: string) => void (await stage.database.query({ text }));
  await run(`CREATE DATABASE ${origin}`);
  const replica = await stage.start(await databaseUrls(stage, origin));
  const caller = await newVisitor(stage, { on: replica });
  const write = async (entries: number) => {
    for (let written = 0; written < entries; written++) {
      await caller.post('/auth/login', { email: `${randomUUID()}@example.com`, password: 'wrong' });
    }
  };
  await write(4);
  await onDatabase(stage, origin, async (transaction) => {
    await sql`CREATE SCHEMA older`.execute(transaction);
    for (const table of KEPT) {
      await sql`CREATE TABLE older.${sql.ref(table)} AS TABLE ${sql.ref(table)}`.execute(transaction);
    }
  });
  await write(4);
  replica.process.child.kill('SIGTERM');
  await replica.process.ended;

  const dataDir = await mkdtemp(path.join(tmpdir(), 'halyard-verify-'));
  const verify = async (name: string, ...args: readonly string[]) =>
    await verifyLog({ ...(await databaseUrls(stage, name)), DATA_DIR: dataDir }, stage, args);
  const seen = /--expect (\S+)/.exec(await verify(origin))?.[1] ?? '';
  const last = Number(seen.split(':')[0]);
  return {
    async verifyAfter(tamper) {
      const name = `tampered_${names.length}`;
      names.push(name);
      await run(`CREATE DATABASE ${name} TEMPLATE ${origin}`);
      await onDatabase(stage, name, (transaction) => tamper(transaction, last));
      return await verify(name, '--expect', seen);
    },
    async remove() {
      for (const name of names) await run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Returns what `audit verify` says. */
export async function verifyLog(
  environment: Readonly<Record<string, string>>,
  { masterKey }: Stage,
  args: readonly string[] = [],
): Promise<string> {
  const { status, output, errors } = await runAdminProcess(
    { ...environment, MASTER_KEY: masterKey.toString('base64') },
    ['audit', 'verify', ...args],
  );
  const isRight = output.startsWith('Verified');
  return isRight === (status === 0) && output !== '' ? output : `status ${status}: ${output}${errors}`;
}

/** Runs a transaction on another database of the stage's server, as its superuser with triggers off. */
async function onDatabase(
  stage: Stage,
  name: string,
  work: (transaction: DatabaseTransaction) => Promise<unknown>,
): Promise<void> {
  const { DATABASE_URL_OWNER: connectionString } = await databaseUrls(stage, name);
  const database = createDatabase({ connection: { connectionString }, max: 1, log: createLog('error') });
  try {
    await database.transaction(async (transaction) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(transaction);
      await work(transaction);
    });
  } finally {
    await database.close();
  }
}
