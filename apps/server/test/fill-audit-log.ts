import { sql } from 'kysely';
import { lockAuditHead } from '../src/infra/audit/chain/audit-chain.ts';
import { registerKey } from '../src/infra/audit/chain/audit-keys.ts';
import { extendTree, sealHead } from '../src/infra/audit/chain/audit-seal.ts';
import { allowLongStatements } from '../src/infra/db/long-statements.ts';
import type { TestApplication } from './test-application.ts';

/** Appends many deterministic entries with skewed frequencies and slightly unordered times. Hashes are fake. */
export async function fillAuditLog(
  { database, masterKeys }: Pick<TestApplication, 'database' | 'masterKeys'>,
  entries: number,
): Promise<void> {
  await database.transaction(async (transaction) => {
    await allowLongStatements(transaction);
    const head = await lockAuditHead(transaction, masterKeys);
    const { rows } = await sql<{ readonly sequence: number; readonly hash: Buffer }>`
      INSERT INTO audit_log (sequence, id, created_at, action, action_category, description, status, actor_type,
        actor_email, resource_type, resource_id, request_id, ip_address, previous_hash, hash)
      SELECT number, gen_random_uuid(),
        timestamptz '2026-01-01' + number * interval '1 minute' - (draw / 7 % 5) * interval '40 seconds',
        (ARRAY['user.block', 'user.unblock', 'auth.login', 'wallet.backup', 'rare.' || draw / 103 % 10])[1 + draw % 100 / 24],
        (ARRAY['user_management', 'user_management', 'authentication', 'wallet_operation', 'system_operation'])
          [1 + draw % 100 / 24],
        'Done', (ARRAY['success', 'success', 'failure', 'partial'])[1 + draw / 100 % 4],
        (ARRAY['admin', 'system', 'user'])[1 + draw / 400 % 3],
        CASE WHEN draw / 13 % 5 > 0 THEN (ARRAY['Ada@Example.com', 'ada@example.com', 'bob@example.com',
          'user' || draw / 65 % 200 || '@example.com'])[1 + draw / 31 % 4] END,
        (ARRAY['user', 'wallet', 'wallet', 'session'])[1 + draw / 11 % 4],
        CASE WHEN draw / 17 % 3 > 0 THEN (ARRAY['hot', 'cold', draw / 51 % 300 || ''])[1 + draw / 19 % 3] END,
        CASE WHEN draw / 23 % 4 > 0 THEN 'request-' || number / 3 END,
        CASE WHEN draw / 29 % 4 > 0 THEN '10.0.0.' || draw / 37 % 5 END,
        '', sha256(number::text::bytea)
      FROM generate_series(${head.sequence + 1}::integer, ${head.sequence + entries}::integer) AS number,
        LATERAL (SELECT hashint8(number) & 2147483647 AS draw) AS drawn
      RETURNING sequence, hash`.execute(transaction);
    const hashes = rows.toSorted((one, other) => one.sequence - other.sequence).map(({ hash }) => hash);
    const hash = hashes.at(-1);
    if (hash === undefined) return;
    const at = new Date();
    await registerKey(transaction, head, masterKeys(), at);
    await transaction
      .updateTable('audit_head')
      .set(sealHead(masterKeys()[0], { ...extendTree(head, hashes), hash }, at))
      .execute();
  });
}
