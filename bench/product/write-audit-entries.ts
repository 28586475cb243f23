import type { Client } from 'pg';
import { sealHead } from '../../apps/server/src/infra/audit/chain/audit-seal.ts';
import { closeNextAuditBlock } from '../../apps/server/src/infra/audit/search/close-audit-blocks.ts';
import { masterKeyRing } from '../../apps/server/src/infra/crypto/master-keys.ts';
import { createDatabase } from '../../apps/server/src/infra/db/database.ts';
import type { DatabaseConnection } from '../../apps/server/src/infra/db/database-connection.ts';
import { createLog } from '../../apps/server/src/infra/log.ts';
import { ADMINISTRATOR_ENVIRONMENT } from './administrator.ts';

/** Percentage, action, category and resource type. */
const ACTIONS: readonly (readonly [number, string, string, string])[] = [
  [22, 'auth.login', 'authentication', 'session'],
  [9, 'auth.logout', 'authentication', 'session'],
  [6, 'auth.2fa.verify', 'authentication', 'admin'],
  [14, 'order.refund', 'merchant_management', 'merchant'],
  [8, 'merchant.update', 'merchant_management', 'merchant'],
  [3, 'merchant.create', 'merchant_management', 'merchant'],
  [11, 'wallet.sweep', 'wallet_operation', 'wallet'],
  [7, 'wallet.lock', 'wallet_operation', 'wallet'],
  [2, 'wallet.backup', 'wallet_operation', 'wallet'],
  [5, 'user.update', 'user_management', 'user'],
  [4, 'user.settings', 'user_management', 'user'],
  [1, 'user.block', 'user_management', 'user'],
  [3, 'invitation.create', 'invitation_management', 'invitation'],
  [2, 'platform_feed.users', 'system_operation', 'system'],
  [2, 'platform_feed.orders', 'system_operation', 'system'],
  [1, 'configuration.change', 'configuration', 'system'],
];

/** Writes entries of 400 days, the same in every run. Hashes are dummies, but the head has a valid seal. */
export async function writeAuditEntries(client: Client, entries: number): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
      WHERE tablename = 'audit_log' AND indexname <> 'audit_log_pkey'`,
  );
  const weighted = ACTIONS.flatMap(([weight, ...act]) => Array.from({ length: weight }, () => act));
  await client.query('BEGIN');
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  await client.query(
    `INSERT INTO audit_log (sequence, id, created_at, action, action_category, description, status, actor_type, actor_id,
        actor_email, resource_type, resource_id, resource_identifier, request_id, ip_address, user_agent, metadata, changes,
        previous_hash, hash)
      SELECT number, md5('entry' || number)::uuid, timestamptz '2026-11-01' - interval '400 days' * (($1 - number)::float8 / $1),
        CASE WHEN draw % 500 = 0 THEN 'rare.act_' || draw / 500 % 32 ELSE ($2::text[])[kind] END,
        CASE WHEN draw % 500 = 0 THEN 'system_operation' ELSE ($3::text[])[kind] END,
        'Refunded an order at the request of the customer',
        CASE draw / 7 % 40 WHEN 0 THEN 'partial' WHEN 1 THEN 'failure' WHEN 2 THEN 'failure' ELSE 'success' END,
        (ARRAY['admin', 'user', 'user', 'user', 'api_key', 'system'])[1 + actor % 6],
        md5('actor' || actor), 'actor' || actor || '@example.com',
        ($4::text[])[kind],
        CASE resource WHEN 0 THEN NULL ELSE md5('resource' || resource) END, 'resource ' || resource,
        md5('request' || number), '192.0.2.' || draw % 250, 'Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0',
        CASE WHEN draw % 3 = 0 THEN jsonb_build_object('reason', 'Asked for by the customer', 'ticket', draw % 9999) END,
        CASE WHEN draw % 5 = 0 THEN '{"status": {"before": "open", "after": "closed"}}'::jsonb END,
        '', sha256(number::text::bytea)
      FROM generate_series(1, $1::integer) AS number,
        LATERAL (SELECT hashint8(number)::bigint & 2147483647 AS draw,
          (hashint8(number * 31)::bigint & 2147483647) / 2147483648.0 AS person,
          hashint8(number * 17)::bigint & 2147483647 AS thing) AS numbers,
        LATERAL (SELECT 1 + draw / 3 % 100 AS kind,
          CASE WHEN person < 0.058 THEN 0 ELSE floor(5000 * person ^ 3)::integer END AS actor,
          CASE WHEN thing % 100 < 5 THEN 1 WHEN thing % 100 < 8 THEN 2 WHEN thing % 100 < 20 THEN 0
            ELSE 3 + thing / 100 % 60000 END AS resource) AS chosen`,
    [entries, ...[0, 1, 2].map((column) => weighted.map((act) => act[column]))],
  );
  // The definition contains ONLY, which would not create the index on the partitions.
  for (const { definition } of indexes) await client.query(definition.replace(' ON ONLY ', ' ON '));
  await writeHead(client, entries);
  await client.query('COMMIT');
  await client.query('VACUUM ANALYZE audit_log');
}

async function writeHead(client: Client, sequence: number): Promise<void> {
  const [key] = masterKeyRing(Buffer.from(ADMINISTRATOR_ENVIRONMENT.MASTER_KEY, 'base64'));
  const hash = Buffer.alloc(32, 'benchmark');
  // A Merkle tree of this size has one complete subtree per set bit.
  const subtrees = sequence.toString(2).replaceAll('0', '').length;
  const head = sealHead(key, { sequence, hash, frontier: Buffer.alloc(32 * subtrees, hash) }, new Date());
  await client.query(
    `UPDATE audit_head SET sequence = $1, hash = $2, root = $3, frontier = $4, sealed_at = $5, seal = $6, seal_key_id = $7`,
    [sequence, hash, head.root, head.frontier, head.sealed_at, head.seal, head.seal_key_id],
  );
  await client.query('INSERT INTO audit_keys (key_id, public_key, created_at) VALUES ($1, $2, now())', [
    key.id,
    key.publicSealingKey,
  ]);
}

/** Closes every full block, including blocks from earlier runs. */
export async function closeAuditBlocks(connection: DatabaseConnection): Promise<void> {
  const database = createDatabase({ connection, max: 1, log: createLog('error') });
  const startedAt = performance.now();
  let blocks = 0;
  while (await closeNextAuditBlock(database)) blocks++;
  const seconds = (performance.now() - startedAt) / 1_000;
  if (blocks > 0) console.log(`${blocks} audit log blocks closed in ${seconds.toFixed(0)} s`);
  await database.close();
}
