import { randomBytes } from 'node:crypto';
import { emailKey } from '@halyard/contract/email-key';
import type { DatabaseTransaction } from '../../infra/db/database.ts';
import type { SampleInvitation } from './sample-invitations.ts';

/** Inserts rows directly and sends no mail, because no API creates invitations in the past. */
export async function writeSampleInvitations(
  transaction: DatabaseTransaction,
  invitations: readonly SampleInvitation[],
): Promise<void> {
  await transaction
    .insertInto('invitations')
    .values(
      invitations.map(({ id, email, status, createdAt, expiresAt }) => ({
        id,
        email,
        email_key: emailKey(email),
        status,
        token_hash: status === 'pending' ? randomBytes(32) : null,
        created_at: createdAt,
        expires_at: expiresAt,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
