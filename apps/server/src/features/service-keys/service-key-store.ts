import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { ServiceKey } from '../../http/call.ts';
import { tokenHash } from '../../infra/crypto/token.ts';
import type { Database, DatabaseReader, DatabaseTransaction } from '../../infra/db/database.ts';
import { serviceKeyIdOf } from './service-key-token.ts';

const NO_HASH = Buffer.alloc(32);

interface FoundKey {
  id: string;
  name: string;
  secret_hash: Buffer;
  in_scope: boolean;
  used_long_ago: boolean;
}

/** Returns undefined without an active key of this scope. Updates the last used time at most once a minute. */
export async function findServiceKey(
  database: Database,
  bearer: string,
  scope: string,
): Promise<ServiceKey | undefined> {
  const id = serviceKeyIdOf(bearer);
  if (id === undefined) return undefined;
  const [row] = await database.prepared<FoundKey>({
    name: 'find-service-key',
    text: `SELECT id, name, secret_hash, $2 = ANY (scopes) AS in_scope,
        coalesce(last_used_at < now() - interval '1 minute', true) AS used_long_ago
      FROM service_keys WHERE id = $1 AND revoked_at IS NULL`,
    values: [id, scope],
  });
  const matches = timingSafeEqual(row?.secret_hash ?? NO_HASH, tokenHash(bearer));
  if (row === undefined || !matches || !row.in_scope) return undefined;
  if (row.used_long_ago) {
    await database.prepared({
      name: 'use-service-key',
      text: `UPDATE service_keys SET last_used_at = now()
        WHERE id = $1 AND coalesce(last_used_at < now() - interval '1 minute', true)`,
      values: [row.id],
    });
  }
  return { id: row.id, name: row.name };
}

export async function insertServiceKey(
  transaction: DatabaseTransaction,
  key: {
    readonly id: string;
    readonly name: string;
    readonly scopes: readonly string[];
    readonly token: string;
  },
): Promise<void> {
  const { id, name, scopes, token } = key;
  await transaction
    .insertInto('service_keys')
    .values({ id, name, scopes: [...scopes], secret_hash: tokenHash(token) })
    .execute();
}

/** Returns undefined if there is no active key with this id. */
export async function markServiceKeyRevoked(
  transaction: DatabaseTransaction,
  id: string,
): Promise<ServiceKey | undefined> {
  return await transaction
    .updateTable('service_keys')
    .set({ revoked_at: sql`now()` })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning(['id', 'name'])
    .executeTakeFirst();
}

export async function readServiceKeys(reader: DatabaseReader) {
  return await reader
    .selectFrom('service_keys')
    .select(['id', 'name', 'scopes', 'created_at', 'last_used_at', 'revoked_at'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}
