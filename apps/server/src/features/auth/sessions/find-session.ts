import type { SessionStage } from '@halyard/contract/session';
import type { Session } from '../../../http/call.ts';
import { tokenHash } from '../../../infra/crypto/token.ts';
import type { Database } from '../../../infra/db/database.ts';
import { isWriteRefused } from '../../../infra/db/write-refused.ts';
import { ROW_COLUMNS } from '../../../infra/sealed-rows/row-columns.ts';
import type { SealedRow } from '../../../infra/sealed-rows/row-seal.ts';
import type { SealedRows } from '../../../infra/sealed-rows/sealed-rows.ts';
import type { Administrator } from '../administrators/administrator-store.ts';
import { SESSION_IDLE_MINUTES } from './session-store.ts';

const FIND_SESSION = `SELECT s.last_seen_at < now() - interval '1 minute' AS seen_long_ago, now() AS now,
    ${ROW_COLUMNS.sessions.map((column) => `s.${column} AS s_${column}`).join()},
    ${ROW_COLUMNS.administrators.map((column) => `a.${column} AS a_${column}`).join()}
  FROM sessions s JOIN administrators a ON a.id = s.administrator_id
  WHERE s.token_hash = $1 AND s.ended_at IS NULL AND a.disabled_at IS NULL AND s.expires_at > now()
    AND s.last_seen_at > now() - interval '${SESSION_IDLE_MINUTES} minutes'`;

interface FoundSession {
  readonly session: SealedRow<'sessions'>;
  readonly administrator: Administrator;
  readonly isSeenLongAgo: boolean;
  readonly now: Date;
}

/** Updates the last seen time at most once a minute. */
export async function findSession(
  database: Database,
  sealedRows: SealedRows,
  token: string,
): Promise<Session | undefined> {
  const first = await read(database, token);
  // A newer version may have been committed after the first reading.
  const found = first !== undefined && isOld(sealedRows, first) ? await read(database, token) : first;
  if (found === undefined || !isOurs(sealedRows, found)) return undefined;
  const { session, administrator, isSeenLongAgo, now } = found;
  if (isSeenLongAgo) await noteSeen(database, sealedRows, session, now);
  const { id, email } = administrator;
  return { id: session.id, stage: session.stage as SessionStage, administrator: { id, email } };
}

async function read(database: Database, token: string): Promise<FoundSession | undefined> {
  const [row] = await database.prepared<Record<string, unknown>>({
    name: 'find-session',
    text: FIND_SESSION,
    values: [tokenHash(token)],
  });
  if (row === undefined) return undefined;
  const rowOf = (prefix: string, columns: readonly string[]): object =>
    Object.fromEntries(columns.map((column) => [column, row[`${prefix}_${column}`]]));
  return {
    session: rowOf('s', ROW_COLUMNS.sessions) as SealedRow<'sessions'>,
    administrator: rowOf('a', ROW_COLUMNS.administrators) as Administrator,
    isSeenLongAgo: row['seen_long_ago'] === true,
    now: row['now'] as Date,
  };
}

function isOld(sealedRows: SealedRows, { session, administrator }: FoundSession): boolean {
  return sealedRows.isOld('sessions', session) || sealedRows.isOld('administrators', administrator);
}

function isOurs(sealedRows: SealedRows, { session, administrator }: FoundSession): boolean {
  if (!sealedRows.isOurs('sessions', session)) return false;
  if (!sealedRows.isOurs('administrators', administrator)) return false;
  sealedRows.note('sessions', session);
  sealedRows.note('administrators', administrator);
  return true;
}

/** Does nothing if the row is locked or the database is read-only: neither should fail the request. */
async function noteSeen(
  database: Database,
  sealedRows: SealedRows,
  session: SealedRow<'sessions'>,
  now: Date,
): Promise<void> {
  const seen = sealedRows.changed('sessions', session, { last_seen_at: now });
  const noted = database.prepared({
    name: 'see-session',
    text: `UPDATE sessions SET last_seen_at = $2, version = $3, seal = $4 WHERE id = (
        SELECT id FROM sessions WHERE id = $1 AND seal = $5 FOR NO KEY UPDATE SKIP LOCKED) RETURNING id`,
    values: [session.id, now, seen.version, seen.seal, session.seal],
  });
  try {
    const rows = await noted;
    if (rows.length > 0) sealedRows.note('sessions', seen);
  } catch (error) {
    if (!isWriteRefused(error)) throw error;
  }
}
