import { timingSafeEqual } from 'node:crypto';
import { FEED_READ_SCOPE, FEED_SCOPE } from '@halyard/contract/platform-feed';
import type { ServiceKey } from '../../http/call.ts';
import { tokenHash } from '../../infra/crypto/token.ts';
import { databaseNow } from '../../infra/database-now.ts';
import type { Database, DatabaseReader, DatabaseTransaction } from '../../infra/db/database.ts';
import { LOST_ON_CRASH } from '../../infra/db/lost-on-crash.ts';
import type { SealedRow } from '../../infra/sealed-rows/row-seal.ts';
import { readNewest, type SealedRows } from '../../infra/sealed-rows/sealed-rows.ts';
import { isWithin } from './key-networks.ts';
import { serviceKeyIdOf } from './service-key-token.ts';

const NO_HASH = Buffer.alloc(32);

type ServiceKeyRow = SealedRow<'service_keys'>;

interface FoundKey extends ServiceKeyRow {
  readonly used_long_ago: boolean;
  readonly now: Date;
}

/** Returns undefined without an active key of this scope and address. Updates the last used time at most once a minute. */
export async function findServiceKey(
  database: Database,
  sealedRows: SealedRows,
  bearer: string,
  { scope, address }: { readonly scope: string; readonly address: string },
): Promise<ServiceKey | undefined> {
  const id = serviceKeyIdOf(bearer);
  if (id === undefined) return undefined;
  const [found] = await readNewest(sealedRows, 'service_keys', async () => await readFound(database, id));
  const matches = timingSafeEqual(found?.secret_hash ?? NO_HASH, tokenHash(bearer));
  if (found === undefined || !matches) return undefined;
  const { now, used_long_ago: isUsedLongAgo, ...row } = found;
  if (!sealedRows.isOurs('service_keys', row)) return undefined;
  if (!mayBeUsed(row, { scope, address, now })) return undefined;
  sealedRows.note('service_keys', row);
  if (isUsedLongAgo) await noteUsed(database, sealedRows, row, now);
  return { id: row.id, name: row.name };
}

function mayBeUsed(
  { revoked_at, expires_at, scopes, networks }: ServiceKeyRow,
  use: { readonly scope: string; readonly address: string; readonly now: Date },
): boolean {
  if (revoked_at !== null || (expires_at !== null && expires_at <= use.now)) return false;
  const isForWriting = use.scope !== FEED_READ_SCOPE && scopes.includes(FEED_SCOPE);
  if (!scopes.includes(use.scope) && !isForWriting) return false;
  return networks === null || isWithin(networks, use.address);
}

async function readFound(database: Database, id: string): Promise<readonly FoundKey[]> {
  // Not prepared, because a prepared `*` fails once a migration adds a column.
  const { rows } = await database.query<FoundKey>({
    text: `SELECT *, now() AS now, coalesce(last_used_at < now() - interval '1 minute', true) AS used_long_ago
      FROM service_keys WHERE id = $1`,
    values: [id],
  });
  return rows;
}

async function noteUsed(
  database: Database,
  sealedRows: SealedRows,
  row: ServiceKeyRow,
  now: Date,
): Promise<void> {
  const { seal } = sealedRows.used('service_keys', row, { last_used_at: now });
  await database.prepared({
    name: 'use-service-key',
    text: `UPDATE service_keys SET last_used_at = $2, seal = $3 FROM ${LOST_ON_CRASH} WHERE id = $1 AND seal = $4`,
    values: [row.id, now, seal, row.seal],
  });
}

export async function insertServiceKey(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
  key: {
    readonly id: string;
    readonly name: string;
    readonly scopes: readonly string[];
    readonly token: string;
    readonly expiresAt: Date | undefined;
    readonly networks: readonly string[] | undefined;
  },
): Promise<void> {
  const { id, name, scopes, token, expiresAt, networks } = key;
  await sealedRows.insert(transaction, 'service_keys', {
    id,
    name,
    scopes: [...scopes],
    secret_hash: tokenHash(token),
    expires_at: expiresAt ?? null,
    networks: networks === undefined ? null : [...networks],
  });
}

/** Returns undefined if there is no active key with this id. */
export async function markServiceKeyRevoked(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
  id: string,
): Promise<ServiceKey | undefined> {
  const key = await sealedRows.lock(transaction, 'service_keys', id);
  if (key === undefined || key.revoked_at !== null) return undefined;
  const revoked_at = new Date(await databaseNow(transaction));
  await sealedRows.change(transaction, 'service_keys', key, { revoked_at });
  return { id, name: key.name };
}

export async function readServiceKeys(reader: DatabaseReader) {
  return await reader
    .selectFrom('service_keys')
    .select(['id', 'name', 'scopes', 'created_at', 'last_used_at', 'revoked_at', 'expires_at', 'networks'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}
