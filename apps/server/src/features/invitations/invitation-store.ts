import { emailKey } from '@halyard/contract/email-key';
import { INVITATION_LIFETIME_DAYS, type InvitationStatus } from '@halyard/contract/invitations';
import { sql } from 'kysely';
import { tokenHash } from '../../infra/crypto/token.ts';
import type { DatabaseTransaction } from '../../infra/db/database.ts';

const RESEND_PAUSE_SECONDS = 60;

export interface LockedInvitation {
  readonly id: string;
  readonly email: string;
  readonly status: InvitationStatus;
  readonly expiresAt: Date;
  readonly isExpired: boolean;
}

export interface OpenInvitation {
  readonly id: string;
  readonly email: string;
  readonly expiresAt: Date;
}

const LOCKED_COLUMNS = sql<LockedInvitation>`id, email, status, expires_at AS "expiresAt",
  expires_at <= clock_timestamp() AS "isExpired"`;

export async function lockInvitation(
  transaction: DatabaseTransaction,
  id: string,
): Promise<LockedInvitation | undefined> {
  const { rows } = await sql<LockedInvitation>`
    SELECT ${LOCKED_COLUMNS} FROM invitations WHERE id = ${id} FOR UPDATE`.execute(transaction);
  return rows[0];
}

/** Finds a pending invitation, even an expired one. */
export async function lockPendingInvitation(
  transaction: DatabaseTransaction,
  email: string,
): Promise<LockedInvitation | undefined> {
  const { rows } = await sql<LockedInvitation>`
    SELECT ${LOCKED_COLUMNS} FROM invitations WHERE email_key = ${emailKey(email)} AND status = 'pending'
    FOR UPDATE`.execute(transaction);
  return rows[0];
}

/** Returns undefined if the link is unknown, replaced, used or revoked. */
export async function lockInvitationOfToken(
  transaction: DatabaseTransaction,
  token: string,
): Promise<LockedInvitation | undefined> {
  const { rows } = await sql<LockedInvitation>`
    SELECT ${LOCKED_COLUMNS} FROM invitations WHERE token_hash = ${tokenHash(token)} FOR UPDATE`.execute(
    transaction,
  );
  return rows[0];
}

/** Returns the seconds until a resend is allowed. The hour of the limit starts with the first resend. */
export async function readResendWait(
  transaction: DatabaseTransaction,
  id: string,
  resendsPerHour: number,
): Promise<number> {
  const { rows } = await sql<{ readonly seconds: number }>`
    SELECT greatest(0,
      ceil(extract(epoch FROM resent_at + make_interval(secs => ${RESEND_PAUSE_SECONDS}) - clock_timestamp())),
      CASE WHEN resends >= ${resendsPerHour}::integer
        THEN ceil(extract(epoch FROM resends_since + interval '1 hour' - clock_timestamp())) END
    )::integer AS seconds
    FROM invitations WHERE id = ${id}`.execute(transaction);
  return rows[0]?.seconds ?? 0;
}

/** Returns undefined if the same email address was invited concurrently. */
export async function insertInvitation(
  transaction: DatabaseTransaction,
  email: string,
  token: string,
): Promise<OpenInvitation | undefined> {
  return await transaction
    .insertInto('invitations')
    .values({ email, email_key: emailKey(email), token_hash: tokenHash(token), expires_at: expiry() })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'email', 'expires_at as expiresAt'])
    .executeTakeFirst();
}

const IS_WITHIN_HOUR = sql<boolean>`resends_since > clock_timestamp() - interval '1 hour'`;
const RESENT = {
  resent_at: sql<Date>`clock_timestamp()`,
  resends: sql<number>`CASE WHEN ${IS_WITHIN_HOUR} THEN resends + 1 ELSE 1 END`,
  resends_since: sql<Date>`CASE WHEN ${IS_WITHIN_HOUR} THEN resends_since ELSE clock_timestamp() END`,
};

/** Invalidates the old link. The caller must hold a lock on the pending invitation. */
export async function renewInvitation(
  transaction: DatabaseTransaction,
  id: string,
  { token, isResent }: { readonly token: string; readonly isResent: boolean },
): Promise<OpenInvitation> {
  return await transaction
    .updateTable('invitations')
    .set({
      token_hash: tokenHash(token),
      expires_at: expiry(),
      ...(isResent && RESENT),
    })
    .where('id', '=', id)
    .returning(['id', 'email', 'expires_at as expiresAt'])
    .executeTakeFirstOrThrow();
}

/** Invalidates the link. The caller must hold a lock on the pending invitation. */
export async function endInvitation(
  transaction: DatabaseTransaction,
  id: string,
  status: Exclude<InvitationStatus, 'pending'>,
): Promise<void> {
  await transaction
    .updateTable('invitations')
    .set({ status, token_hash: null })
    .where('id', '=', id)
    .execute();
}

function expiry() {
  return sql<Date>`now() + make_interval(days => ${INVITATION_LIFETIME_DAYS})`;
}
