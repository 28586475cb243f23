import type { SessionStage } from '@halyard/contract/session';
import { sql } from 'kysely';
import type { Session } from '../../../http/call.ts';
import { tokenHash } from '../../../infra/crypto/token.ts';
import type { Database } from '../../../infra/db/database.ts';
import { isWriteRefused } from '../../../infra/db/write-refused.ts';
import { Problem } from '../../../infra/problem.ts';
import type { SealedRow, SealedTable } from '../../../infra/sealed-rows/row-seal.ts';
import { readOurs, type SealedRows } from '../../../infra/sealed-rows/sealed-rows.ts';
import { SESSION_IDLE_MINUTES } from './session-store.ts';

/**
 * Every write of a row, by anybody, makes a tuple with the number of its transaction (xmin) and its place (ctid). A tuple
 * that was verified therefore needs no second verification.
 */
const FIND_SESSION = `SELECT s.id, s.stage, s.version, concat(s.xmin, s.ctid) AS tuple,
    s.last_seen_at < now() - interval '1 minute' AS "isSeenLongAgo",
    a.id AS "administratorId", a.email, a.version AS "administratorVersion", concat(a.xmin, a.ctid) AS "administratorTuple",
    now() AS now
  FROM sessions s JOIN administrators a ON a.id = s.administrator_id
  WHERE s.token_hash = $1 AND s.ended_at IS NULL AND a.disabled_at IS NULL AND s.expires_at > now()
    AND s.last_seen_at > now() - interval '${SESSION_IDLE_MINUTES} minutes'`;

interface FoundSession {
  readonly id: string;
  readonly stage: SessionStage;
  readonly version: number;
  readonly tuple: string;
  readonly isSeenLongAgo: boolean;
  readonly administratorId: string;
  readonly email: string;
  readonly administratorVersion: number;
  readonly administratorTuple: string;
  readonly now: Date;
}

type FindSession = (token: string) => Promise<Session | undefined>;

interface Parts {
  readonly database: Database;
  readonly sealedRows: SealedRows;
}

/** Tuples that are remembered. Beyond it, all are dropped, and their rows are verified again. */
const VERIFIED_MAX = 20_000;
/** Readings in a row in which the rows were just being written. */
const TRIES = 20;

/** Verifies the rows of a session once, and again when they change. Updates the last seen time at most once a minute. */
export function createFindSession(parts: Parts): FindSession {
  const verified = new Map<string, string>();

  /** `changed` means that the row was written after it was read. */
  async function examine(
    table: SealedTable,
    { id, version, tuple }: { readonly id: string; readonly version: number; readonly tuple: string },
  ): Promise<'ours' | 'foreign' | 'changed'> {
    const isOld = parts.sealedRows.isOld(table, { id, version, seal: null });
    if (!isOld && verified.get(`${table} ${id}`) === tuple) return 'ours';
    const row = await readVerified(parts, table, id);
    if (row === undefined) return 'foreign';
    if (verified.size >= VERIFIED_MAX) verified.clear();
    verified.set(`${table} ${id}`, row.tuple);
    return row.tuple === tuple ? 'ours' : 'changed';
  }

  return async (token) => {
    for (let tries = 0; tries < TRIES; tries++) {
      const found = await read(parts.database, token);
      if (found === undefined) return undefined;
      const verdicts = [
        await examine('sessions', found),
        await examine('administrators', {
          id: found.administratorId,
          version: found.administratorVersion,
          tuple: found.administratorTuple,
        }),
      ];
      if (verdicts.includes('foreign')) return undefined;
      if (verdicts.includes('changed')) continue;
      if (found.isSeenLongAgo) await noteSeen(parts, found.id, found.now);
      return {
        id: found.id,
        stage: found.stage,
        administrator: { id: found.administratorId, email: found.email },
      };
    }
    throw new Problem('unavailable', 'The service is currently unavailable', { retryAfterSeconds: 1 });
  };
}

async function read(database: Database, token: string): Promise<FoundSession | undefined> {
  const [found] = await database.prepared<FoundSession>({
    name: 'find-session',
    text: FIND_SESSION,
    values: [tokenHash(token)],
  });
  return found;
}

/** Returns a row of ours with its tuple. */
async function readVerified<Table extends SealedTable>(
  { database, sealedRows }: Parts,
  table: Table,
  id: string,
): Promise<{ readonly row: SealedRow<Table>; readonly tuple: string } | undefined> {
  let tuple = '';
  const row = await readOurs(sealedRows, table, async () => {
    const { rows } = await sql<SealedRow<Table> & { readonly tuple: string }>`
      SELECT row.*, concat(row.xmin, row.ctid) AS tuple FROM ${sql.table(table)} AS row WHERE id = ${id}`.execute(
      database.reader,
    );
    const [read] = rows;
    if (read === undefined) return undefined;
    const { tuple: ownTuple, ...columns } = read;
    tuple = ownTuple;
    return columns as unknown as SealedRow<Table>;
  });
  if (row === undefined) return undefined;
  sealedRows.note(table, row);
  return { row, tuple };
}

/** Does nothing if the row is locked or the database is read-only: neither should fail the request. */
async function noteSeen(parts: Parts, sessionId: string, now: Date): Promise<void> {
  const { database, sealedRows } = parts;
  const found = await readVerified(parts, 'sessions', sessionId);
  if (found === undefined) return;
  const seen = sealedRows.changed('sessions', found.row, { last_seen_at: now });
  const noted = database.prepared({
    name: 'see-session',
    text: `UPDATE sessions SET last_seen_at = $2, version = $3, seal = $4 WHERE id = (
        SELECT id FROM sessions WHERE id = $1 AND seal = $5 FOR NO KEY UPDATE SKIP LOCKED) RETURNING id`,
    values: [sessionId, now, seen.version, seen.seal, found.row.seal],
  });
  try {
    const rows = await noted;
    if (rows.length > 0) sealedRows.note('sessions', seen);
  } catch (error) {
    if (!isWriteRefused(error)) throw error;
  }
}
