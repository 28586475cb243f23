import { STEP_UP_FRESH_MINUTES } from '@halyard/contract/constants';
import type { SessionStage } from '@halyard/contract/session';
import { sql } from 'kysely';
import type { Session } from '../../../http/call.ts';
import { tokenHash } from '../../../infra/crypto/token.ts';
import { databaseNow } from '../../../infra/database-now.ts';
import type { DatabaseReader, DatabaseTransaction } from '../../../infra/db/database.ts';
import type { RequestOrigin } from '../../../infra/request-origin.ts';
import type { SealedRow } from '../../../infra/sealed-rows/row-seal.ts';
import {
  type RowLock,
  readNewest,
  readOurs,
  type SealedRows,
} from '../../../infra/sealed-rows/sealed-rows.ts';
import { type Administrator, lockAdministrator } from '../administrators/administrator-store.ts';
import { sessionGone } from './session-gone.ts';

/** Lifetimes by stage. Full sessions also end when idle. */
const SESSION_LIFETIME_MINUTES: Readonly<Record<SessionStage, number>> = {
  verify: 10,
  enrol: 30,
  full: 12 * 60,
};
export const SESSION_IDLE_MINUTES = 30;
const SESSIONS_MAX = 5;
const MINUTE_MS = 60_000;

export const USER_AGENT_MAX = 500;

type SessionRow = SealedRow<'sessions'>;

export async function beginSession(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
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
  const row = await sealedRows.insert(transaction, 'sessions', {
    token_hash: tokenHash(token),
    administrator_id: administratorId,
    stage,
    expires_at: await expiryOf(transaction, stage),
    ip_address: origin.ipAddress,
    user_agent: origin.userAgent.slice(0, USER_AGENT_MAX).toWellFormed(),
  });
  if (row === undefined) throw new Error('two sessions have one token');
  return row.id;
}

/** Locks the session until commit. @throws Problem `unauthenticated` if there is none of ours */
async function changeSession(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
  sessionId: string,
  change: (session: SessionRow, now: Date) => Partial<SessionRow>,
): Promise<SessionRow> {
  const session = await sealedRows.lock(transaction, 'sessions', sessionId);
  if (session === undefined) throw sessionGone();
  const now = new Date(await databaseNow(transaction));
  return await sealedRows.change(transaction, 'sessions', session, change(session, now));
}

/** Completes a pending session under a new token. */
export async function completeSession(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
  sessionId: string,
  token: string,
): Promise<void> {
  await changeSession(transaction, sealedRows, sessionId, (_, now) => ({
    token_hash: tokenHash(token),
    stage: 'full',
    created_at: now,
    last_seen_at: now,
    second_factor_at: now,
    expires_at: expiryAfter(now, 'full'),
    wrong_codes: 0,
  }));
}

export async function renewSessionToken(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
  sessionId: string,
  token: string,
): Promise<void> {
  await changeSession(transaction, sealedRows, sessionId, () => ({
    token_hash: tokenHash(token),
    wrong_passwords: 0,
  }));
}

export async function noteSecondFactor(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
  sessionId: string,
): Promise<void> {
  await changeSession(transaction, sealedRows, sessionId, (_, now) => ({ second_factor_at: now }));
}

export async function isSecondFactorRecent(
  reader: DatabaseReader,
  sealedRows: SealedRows,
  sessionId: string,
): Promise<boolean> {
  const session = await readOurs(sealedRows, 'sessions', async () =>
    reader.selectFrom('sessions').selectAll().where('id', '=', sessionId).executeTakeFirst(),
  );
  return isRecent(session?.second_factor_at, await databaseNow(reader));
}

function isRecent(at: Date | null | undefined, now: number): boolean {
  return at != null && at.getTime() > now - STEP_UP_FRESH_MINUTES * MINUTE_MS;
}

export interface LockedSession {
  readonly isSecondFactorRecent: boolean;
}

/** Locks the session until commit. Returns undefined if the session ended or changed stage. */
export async function lockOpenSession(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
  { id, stage, administrator }: Session,
  lock?: RowLock,
): Promise<LockedSession | undefined> {
  const session = await sealedRows.lock(transaction, 'sessions', id, lock);
  if (session === undefined || session.administrator_id !== administrator.id) return undefined;
  if (session.stage !== stage || session.ended_at !== null) return undefined;
  const now = await databaseNow(transaction);
  if (session.expires_at.getTime() <= now) return undefined;
  return { isSecondFactorRecent: isRecent(session.second_factor_at, now) };
}

/**
 * Locks a session that waits for a code or a setup.
 * @throws Problem `unauthenticated` if it ended, or the password expired
 */
export async function lockPendingSession(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
  session: Session,
  { password_expired_at }: Administrator,
): Promise<void> {
  if (password_expired_at !== null) throw sessionGone();
  if ((await lockOpenSession(transaction, sealedRows, session)) === undefined) throw sessionGone();
}

export async function countSessionWrongCode(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
  sessionId: string,
): Promise<number> {
  const { wrong_codes } = await changeSession(transaction, sealedRows, sessionId, (session) => ({
    wrong_codes: session.wrong_codes + 1,
  }));
  return wrong_codes;
}

/** Returns the number of wrong passwords since the last correct one. */
export async function countSessionPassword(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
  sessionId: string,
): Promise<number> {
  const { wrong_passwords } = await changeSession(transaction, sealedRows, sessionId, (session) => ({
    wrong_passwords: session.wrong_passwords + 1,
  }));
  return wrong_passwords;
}

/** Undoes one `countSessionPassword`. */
export async function withdrawSessionPassword(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
  sessionId: string,
): Promise<void> {
  await changeSession(transaction, sealedRows, sessionId, ({ wrong_passwords }) => ({
    wrong_passwords: Math.max(wrong_passwords - 1, 0),
  }));
}

/** Returns false if the session was over. Deletes it if it is not ours. */
export async function endSession(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
  sessionId: string,
  reason: string,
): Promise<boolean> {
  const session = await sealedRows.lock(transaction, 'sessions', sessionId);
  if (session === undefined) {
    await transaction.deleteFrom('sessions').where('id', '=', sessionId).execute();
    return false;
  }
  if (session.ended_at !== null) return false;
  const ended_at = new Date(await databaseNow(transaction));
  await sealedRows.change(transaction, 'sessions', session, { ended_at, end_reason: reason });
  return true;
}

/**
 * Ends all sessions except `kept`. Returns the ids of those that were neither expired nor idle. Locks the administrator
 * first, to avoid deadlocks.
 */
export async function endSessionsOf(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
  administratorId: string,
  reason: string,
  kept?: { readonly sessionId: string },
): Promise<readonly string[]> {
  await lockAdministrator(transaction, sealedRows, administratorId);
  const open = await transaction
    .selectFrom('sessions')
    .select(['id', sql<boolean>`expires_at > now() AND ${isNotIdle}`.as('was_open')])
    .where('administrator_id', '=', administratorId)
    .where('ended_at', 'is', null)
    .$if(kept !== undefined, (query) => query.where('id', '!=', kept?.sessionId ?? ''))
    .orderBy('id')
    .execute();
  const ended: string[] = [];
  for (const { id, was_open } of open) {
    if ((await endSession(transaction, sealedRows, id, reason)) && was_open) ended.push(id);
  }
  return ended;
}

/** Ends the oldest full sessions beyond the maximum and returns their ids. */
export async function endSurplusSessions(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
  administratorId: string,
): Promise<readonly string[]> {
  const surplus = (await listOpenSessions(transaction, sealedRows, administratorId)).slice(SESSIONS_MAX);
  for (const { id } of surplus) await endSession(transaction, sealedRows, id, 'too many sessions');
  return surplus.map(({ id }) => id);
}

/** Lists full sessions, newest first. */
export async function listOpenSessions(
  reader: DatabaseReader,
  sealedRows: SealedRows,
  administratorId: string,
): Promise<readonly SessionRow[]> {
  const rows = await readNewest(sealedRows, 'sessions', async () =>
    reader
      .selectFrom('sessions')
      .selectAll()
      .where('administrator_id', '=', administratorId)
      .where('stage', '=', 'full')
      .where('ended_at', 'is', null)
      .where('expires_at', '>', sql<Date>`now()`)
      .where(isNotIdle)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
  );
  return rows.filter((row) => sealedRows.isOurs('sessions', row));
}

const isNotIdle = sql<boolean>`last_seen_at > now() - make_interval(mins => ${SESSION_IDLE_MINUTES})`;

async function expiryOf(reader: DatabaseReader, stage: SessionStage): Promise<Date> {
  return expiryAfter(new Date(await databaseNow(reader)), stage);
}

function expiryAfter(now: Date, stage: SessionStage): Date {
  return new Date(now.getTime() + SESSION_LIFETIME_MINUTES[stage] * MINUTE_MS);
}

/** Returns how many sessions ended that were not over. */
export async function endAllSessions(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
  reason: string,
): Promise<number> {
  const open = await transaction
    .selectFrom('sessions')
    .select('id')
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('id')
    .execute();
  let ended = 0;
  for (const { id } of open) if (await endSession(transaction, sealedRows, id, reason)) ended++;
  return ended;
}
