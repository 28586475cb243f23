import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { DatabaseReader, DatabaseTransaction } from '../../../infra/db/database.ts';
import { Problem } from '../../../infra/problem.ts';

const SETUP_LIFETIME_MINUTES = 10;

/** Replaces an earlier setup of the session. Expires after 10 minutes. */
export async function holdSetup(
  transaction: DatabaseTransaction,
  sessionId: string,
  secret: Buffer,
  echoDigest: Buffer,
): Promise<void> {
  const values = {
    secret,
    echo_digest: echoDigest,
    wrong_codes: 0,
    expires_at: sql<Date>`now() + make_interval(mins => ${SETUP_LIFETIME_MINUTES})`,
  };
  await transaction
    .insertInto('two_factor_setups')
    .values({ session_id: sessionId, ...values })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(values))
    .execute();
}

export async function readSetup(reader: DatabaseReader, sessionId: string) {
  return await openSetups(reader, sessionId).executeTakeFirst();
}

export async function lockSetup(transaction: DatabaseTransaction, sessionId: string) {
  return await openSetups(transaction, sessionId).forUpdate().executeTakeFirst();
}

function openSetups(reader: DatabaseReader, sessionId: string) {
  return reader
    .selectFrom('two_factor_setups')
    .select(['secret', 'echo_digest'])
    .where('session_id', '=', sessionId)
    .where('expires_at', '>', sql<Date>`now()`);
}

/** Counts a failed attempt and returns the total. */
export async function countSetupWrongCode(
  transaction: DatabaseTransaction,
  sessionId: string,
): Promise<number> {
  const { wrong_codes } = await transaction
    .updateTable('two_factor_setups')
    .set((row) => ({ wrong_codes: row('wrong_codes', '+', 1) }))
    .where('session_id', '=', sessionId)
    .returning('wrong_codes')
    .executeTakeFirstOrThrow();
  return wrong_codes;
}

export async function dropSetup(transaction: DatabaseTransaction, sessionId: string): Promise<void> {
  await transaction.deleteFrom('two_factor_setups').where('session_id', '=', sessionId).execute();
}

export function setupMismatch(): Problem {
  return new Problem('setup_mismatch', 'This setup is no longer valid. Please start again.');
}

/** Includes the 160-bit secret in the hash, which prevents guessing the codes from the digest. */
export function echoDigest(secret: string, backupCodes: readonly string[]): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([secret, ...backupCodes]))
    .digest();
}
