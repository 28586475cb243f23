import { STEP_UP_FRESH_MINUTES } from '@halyard/contract/constants';
import type { SessionStage } from '@halyard/contract/session';
import { sql } from 'kysely';
import type { Session } from '../../../http/call.ts';
import { tokenHash } from '../../../infra/crypto/token.ts';
import type { Database, DatabaseReader, DatabaseTransaction } from '../../../infra/db/database.ts';
import { isWriteRefused } from '../../../infra/db/write-refused.ts';
import type { RequestOrigin } from '../../../infra/request-origin.ts';

/** Lifetimes by stage. Full sessions also end when idle. */
const SESSION_LIFETIME_MINUTES: Readonly<Record<SessionStage, number>> = {
  verify: 10,
  enrol: 30,
  full: 12 * 60,
};
const SESSION_IDLE_MINUTES = 30;
const SESSIONS_MAX = 5;

export const USER_AGENT_MAX = 500;

interface SessionRow {
  id: string;
  stage: SessionStage;
  administrator_id: string;
  email: string;
  seen_long_ago: boolean;
}

/** Updates the last seen time at most once a minute. */
export async function findSession(database: Database, token: string): Promise<Session | undefined> {
  const [row] = await database.prepared<SessionRow>({
    name: 'find-session',
    text: `SELECT s.id, s.stage, s.administrator_id, a.email,
        s.last_seen_at < now() - interval '1 minute' AS seen_long_ago
      FROM sessions s JOIN administrators a ON a.id = s.administrator_id
      WHERE s.token_hash = $1 AND s.ended_at IS NULL AND a.disabled_at IS NULL AND s.expires_at > now()
        AND s.last_seen_at > now() - interval '${SESSION_IDLE_MINUTES} minutes'`,
    values: [tokenHash(token)],
  });
  if (row === undefined) return undefined;
  if (row.seen_long_ago) await noteSeen(database, row.id);
  return { id: row.id, stage: row.stage, administrator: { id: row.administrator_id, email: row.email } };
}

/** Does nothing if the row is locked or the database is read-only: neither should fail the request. */
async function noteSeen(database: Database, sessionId: string): Promise<void> {
  const noted = database.prepared({
    name: 'see-session',
    text: `UPDATE sessions SET last_seen_at = now() WHERE id = (
        SELECT id FROM sessions
        WHERE id = $1 AND ended_at IS NULL AND last_seen_at < now() - interval '1 minute'
        FOR NO KEY UPDATE SKIP LOCKED)`,
    values: [sessionId],
  });
  await noted.catch((error: unknown) => {
    if (!isWriteRefused(error)) throw error;
  });
}

export async function beginSession(
  transaction: DatabaseTransaction,
  {
    token,
    stage,
    administratorId,
    origin,
  }: {
    readonly token: string;
    readonly stage: Exclude<SessionStage, 'full'>;
    readonly administratorId: string;
    readonly origin: RequestOrigin;
  },
): Promise<string> {
  const { id } = await transaction
    .insertInto('sessions')
    .values({
      token_hash: tokenHash(token),
      administrator_id: administratorId,
      stage,
      expires_at: expiryOf(stage),
      ip_address: origin.ipAddress,
      user_agent: origin.userAgent.slice(0, USER_AGENT_MAX).toWellFormed(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Completes a pending session under a new token. The session must be locked. */
export async function completeSession(
  transaction: DatabaseTransaction,
  sessionId: string,
  token: string,
): Promise<void> {
  await transaction
    .updateTable('sessions')
    .set({
      token_hash: tokenHash(token),
      stage: 'full',
      created_at: sql`now()`,
      last_seen_at: sql`now()`,
      second_factor_at: sql`now()`,
      expires_at: expiryOf('full'),
      wrong_codes: 0,
    })
    .where('id', '=', sessionId)
    .execute();
}

export async function renewSessionToken(
  transaction: DatabaseTransaction,
  sessionId: string,
  token: string,
): Promise<void> {
  await transaction
    .updateTable('sessions')
    .set({ token_hash: tokenHash(token), wrong_passwords: 0 })
    .where('id', '=', sessionId)
    .execute();
}

export async function noteSecondFactor(transaction: DatabaseTransaction, sessionId: string): Promise<void> {
  await transaction
    .updateTable('sessions')
    .set({ second_factor_at: sql`clock_timestamp()` })
    .where('id', '=', sessionId)
    .execute();
}

export async function isSecondFactorRecent(reader: DatabaseReader, sessionId: string): Promise<boolean> {
  const row = await reader
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('second_factor_at', '>', sql<Date>`now() - make_interval(mins => ${STEP_UP_FRESH_MINUTES})`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks the session until commit. Returns false if the session ended or changed stage. */
export async function lockOpenSession(
  transaction: DatabaseTransaction,
  { id, stage }: Session,
): Promise<boolean> {
  const row = await transaction
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .where('stage', '=', stage)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function countSessionWrongCode(
  transaction: DatabaseTransaction,
  sessionId: string,
): Promise<number> {
  const { wrong_codes } = await transaction
    .updateTable('sessions')
    .set((row) => ({ wrong_codes: row('wrong_codes', '+', 1) }))
    .where('id', '=', sessionId)
    .returning('wrong_codes')
    .executeTakeFirstOrThrow();
  return wrong_codes;
}

/** Returns the number of wrong passwords since the last correct one. */
export async function countSessionPassword(
  transaction: DatabaseTransaction,
  sessionId: string,
): Promise<number> {
  const { wrong_passwords } = await transaction
    .updateTable('sessions')
    .set((row) => ({ wrong_passwords: row('wrong_passwords', '+', 1) }))
    .where('id', '=', sessionId)
    .returning('wrong_passwords')
    .executeTakeFirstOrThrow();
  return wrong_passwords;
}

/** Undoes one `countSessionPassword`. */
export async function withdrawSessionPassword(
  transaction: DatabaseTransaction,
  sessionId: string,
): Promise<void> {
  await transaction
    .updateTable('sessions')
    .set({ wrong_passwords: sql`greatest(wrong_passwords - 1, 0)` })
    .where('id', '=', sessionId)
    .execute();
}

export async function endSession(
  transaction: DatabaseTransaction,
  sessionId: string,
  reason: string,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('sessions')
    .set({ ended_at: sql`now()`, end_reason: reason })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Ends all sessions except `kept`. Returns the ids of those that were neither expired nor idle. */
export async function endSessionsOf(
  transaction: DatabaseTransaction,
  administratorId: string,
  reason: string,
  kept?: { readonly sessionId: string },
): Promise<readonly string[]> {
  const ended = await transaction
    .updateTable('sessions')
    .set({ ended_at: sql`now()`, end_reason: reason })
    .where('administrator_id', '=', administratorId)
    .where('ended_at', 'is', null)
    .$if(kept !== undefined, (query) => query.where('id', '!=', kept?.sessionId ?? ''))
    .returning(['id', sql<boolean>`expires_at > now() AND ${isNotIdle}`.as('was_open')])
    .execute();
  return ended.filter(({ was_open }) => was_open).map(({ id }) => id);
}

/** Ends the oldest full sessions beyond the maximum and returns their ids. */
export async function endSurplusSessions(
  transaction: DatabaseTransaction,
  administratorId: string,
): Promise<readonly string[]> {
  const surplus = (await listOpenSessions(transaction, administratorId)).slice(SESSIONS_MAX);
  for (const { id } of surplus) await endSession(transaction, id, 'too many sessions');
  return surplus.map(({ id }) => id);
}

/** Lists full sessions, newest first. */
export async function listOpenSessions(reader: DatabaseReader, administratorId: string) {
  return await reader
    .selectFrom('sessions')
    .select(['id', 'ip_address', 'user_agent', 'created_at', 'last_seen_at'])
    .where('administrator_id', '=', administratorId)
    .where('stage', '=', 'full')
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where(isNotIdle)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

const isNotIdle = sql<boolean>`last_seen_at > now() - make_interval(mins => ${SESSION_IDLE_MINUTES})`;

function expiryOf(stage: SessionStage) {
  return sql<Date>`now() + make_interval(mins => ${SESSION_LIFETIME_MINUTES[stage]})`;
}

export async function endAllSessions(transaction: DatabaseTransaction, reason: string): Promise<number> {
  const { numUpdatedRows } = await transaction
    .updateTable('sessions')
    .set({ ended_at: sql`now()`, end_reason: reason })
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
