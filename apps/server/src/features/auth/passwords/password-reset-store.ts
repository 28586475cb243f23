import { sql } from 'kysely';
import { tokenHash } from '../../../infra/crypto/token.ts';
import type { DatabaseReader, DatabaseTransaction } from '../../../infra/db/database.ts';

const LINK_LIFETIME_MINUTES = 30;

export interface OpenLink {
  readonly administratorId: string;
  readonly email: string;
  readonly expiresAt: Date;
}

/** Counts links of the last hour. The administrator's row must be locked. */
export async function countRecentLinks(reader: DatabaseReader, administratorId: string): Promise<number> {
  const { links } = await reader
    .selectFrom('password_resets')
    .select(({ fn }) => fn.countAll<number>().as('links'))
    .where('administrator_id', '=', administratorId)
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow();
  return links;
}

/** Stores the token's hash and voids earlier links. Returns the expiry time. */
export async function storeLink(
  transaction: DatabaseTransaction,
  administratorId: string,
  token: string,
): Promise<Date> {
  await voidLinks(transaction, administratorId);
  const { expires_at } = await transaction
    .insertInto('password_resets')
    .values({
      token_hash: tokenHash(token),
      administrator_id: administratorId,
      expires_at: sql<Date>`now() + make_interval(mins => ${LINK_LIFETIME_MINUTES})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return expires_at;
}

export async function findLink(reader: DatabaseReader, token: string): Promise<OpenLink | undefined> {
  const row = await reader
    .selectFrom('password_resets as r')
    .innerJoin('administrators as a', 'a.id', 'r.administrator_id')
    .select(['a.id', 'a.email', 'r.expires_at'])
    .where('r.token_hash', '=', tokenHash(token))
    .where('r.ended_at', 'is', null)
    .where('r.expires_at', '>', sql<Date>`now()`)
    .where('a.disabled_at', 'is', null)
    .executeTakeFirst();
  return row && { administratorId: row.id, email: row.email, expiresAt: row.expires_at };
}

/** Returns false if the link was already used, void or expired. */
export async function useLink(transaction: DatabaseTransaction, token: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('password_resets')
    .set({ ended_at: sql`now()` })
    .where('token_hash', '=', tokenHash(token))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function voidLinks(transaction: DatabaseTransaction, administratorId: string): Promise<void> {
  await transaction
    .updateTable('password_resets')
    .set({ ended_at: sql`now()` })
    .where('administrator_id', '=', administratorId)
    .where('ended_at', 'is', null)
    .execute();
}

export async function voidAllLinks(transaction: DatabaseTransaction): Promise<number> {
  const { numUpdatedRows } = await transaction
    .updateTable('password_resets')
    .set({ ended_at: sql`now()` })
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
