import { randomBytes } from 'node:crypto';
import { emailKey } from '@halyard/contract/email-key';
import type { DatabaseTransaction } from '../../infra/db/database.ts';
import type { SealedRows } from '../../infra/sealed-rows/sealed-rows.ts';
import type { SampleInvitation } from './sample-invitations.ts';

/** Inserts rows directly and sends no mail, because no API creates invitations in the past. */
export async function writeSampleInvitations(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
  invitations: readonly SampleInvitation[],
): Promise<void> {
  for (const { id, email, status, createdAt, expiresAt } of invitations) {
    await sealedRows.insert(transaction, 'invitations', {
      id,
      email,
      email_key: emailKey(email),
      status,
      token_hash: status === 'pending' ? randomBytes(32) : null,
      created_at: createdAt,
      expires_at: expiresAt,
    });
  }
}
