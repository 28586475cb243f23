import { emailKey } from '@halyard/contract/email-key';
import { INVITATION_LIFETIME_DAYS, type InvitationStatus } from '@halyard/contract/invitations';
import { sql } from 'kysely';
import { tokenHash } from '../../infra/crypto/token.ts';
import { databaseNow } from '../../infra/database-now.ts';
import type { DatabaseTransaction } from '../../infra/db/database.ts';
import type { SealedRow } from '../../infra/sealed-rows/row-seal.ts';
import type { SealedRows } from '../../infra/sealed-rows/sealed-rows.ts';

const RESEND_PAUSE_MS = 60 * 1_000;
const HOUR_MS = 60 * 60 * 1_000;
const LIFETIME_MS = INVITATION_LIFETIME_DAYS * 24 * HOUR_MS;

type InvitationRow = SealedRow<'invitations'>;

export interface LockedInvitation extends OpenInvitation {
  readonly row: InvitationRow;
  readonly status: InvitationStatus;
  readonly isExpired: boolean;
}

export interface OpenInvitation {
  readonly id: string;
  readonly email: string;
  readonly expiresAt: Date;
}

export async function lockInvitation(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
  id: string,
): Promise<LockedInvitation | undefined> {
  return await lockWhere(transaction, sealedRows, sql`id = ${id}`);
}

/** Finds a pending invitation, even an expired one. */
export async function lockPendingInvitation(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
  email: string,
): Promise<LockedInvitation | undefined> {
  return await lockWhere(transaction, sealedRows, sql`email_key = ${emailKey(email)} AND status = 'pending'`);
}

/** Returns undefined if the link is unknown, replaced, used or revoked. */
export async function lockInvitationOfToken(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
  token: string,
): Promise<LockedInvitation | undefined> {
  return await lockWhere(transaction, sealedRows, sql`token_hash = ${tokenHash(token)}`);
}

/** A pending invitation that is not ours counts as unknown. The others grant nothing. */
async function lockWhere(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
  condition: ReturnType<typeof sql>,
): Promise<LockedInvitation | undefined> {
  const { rows } = await sql<InvitationRow>`SELECT * FROM invitations WHERE ${condition} FOR UPDATE`.execute(
    transaction,
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  if (row.status === 'pending' && !sealedRows.isOurs('invitations', row)) return undefined;
  return {
    ...openOf(row),
    row,
    status: row.status as InvitationStatus,
    isExpired: row.expires_at.getTime() <= (await databaseNow(transaction)),
  };
}

/** Returns the seconds until a resend is allowed. The hour of the limit starts with the first resend. */
export async function readResendWait(
  transaction: DatabaseTransaction,
  { row: { resent_at, resends, resends_since } }: LockedInvitation,
  resendsPerHour: number,
): Promise<number> {
  const now = await databaseNow(transaction);
  const pauseEnds = (resent_at?.getTime() ?? 0) + RESEND_PAUSE_MS;
  const hourEnds = resends >= resendsPerHour ? (resends_since?.getTime() ?? 0) + HOUR_MS : 0;
  return Math.max(0, Math.ceil((Math.max(pauseEnds, hourEnds) - now) / 1_000));
}

/** Returns undefined if the same email address was invited concurrently. */
export async function insertInvitation(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
  email: string,
  token: string,
): Promise<OpenInvitation | undefined> {
  const now = await databaseNow(transaction);
  const row = await sealedRows.insert(transaction, 'invitations', {
    email,
    email_key: emailKey(email),
    token_hash: tokenHash(token),
    created_at: new Date(now),
    expires_at: new Date(now + LIFETIME_MS),
  });
  return row && openOf(row);
}

/** Invalidates the old link. */
export async function renewInvitation(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
  { row }: LockedInvitation,
  { token, isResent }: { readonly token: string; readonly isResent: boolean },
): Promise<OpenInvitation> {
  const now = await databaseNow(transaction);
  const changes = {
    token_hash: tokenHash(token),
    expires_at: new Date(now + LIFETIME_MS),
    ...(isResent && resentAt(row, now)),
  };
  return openOf(await sealedRows.change(transaction, 'invitations', row, changes));
}

function resentAt({ resends, resends_since }: InvitationRow, now: number) {
  const isWithinHour = resends_since !== null && resends_since.getTime() > now - HOUR_MS;
  return {
    resent_at: new Date(now),
    resends: isWithinHour ? resends + 1 : 1,
    resends_since: isWithinHour ? resends_since : new Date(now),
  };
}

/** Invalidates the link. */
export async function endInvitation(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
  { row }: LockedInvitation,
  status: Exclude<InvitationStatus, 'pending'>,
): Promise<void> {
  await sealedRows.change(transaction, 'invitations', row, { status, token_hash: null });
}

function openOf({ id, email, expires_at: expiresAt }: InvitationRow): OpenInvitation {
  return { id, email, expiresAt };
}
