import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { explainStatements } from '../../../test/explain.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { uuidOf } from '../../../test/test-platform.ts';
import { vacuumAnalyze } from '../../../test/vacuum-analyze.ts';
import { allowLongStatements } from '../../infra/db/long-statements.ts';
import { readTimelineKeys } from './timeline-keys.ts';
import type { RecordType } from './timeline-sources.ts';

const USER = uuidOf(1);
/** A merchant of the user, with most orders. */
const BUSY = uuidOf(2);

const EVENT_INDEXES = [
  'wallet_transactions_of_merchant',
  'order_history_of_merchant',
  'exceptions_opened_of_merchant',
  'exceptions_closed_of_merchant',
  'wallet_locks_of_merchant',
  'wallet_locks_ended_of_merchant',
];

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
  await test.database.transaction(async (transaction) => {
    await allowLongStatements(transaction);
    await sql`SET LOCAL synchronous_commit = on`.execute(transaction);
    await sql`INSERT INTO users (id, email, email_key, name, created_at)
      VALUES (${USER}, 'user@example.com', 'user@example.com', '', '2026-01-01')`.execute(transaction);
    await sql`INSERT INTO merchants (id, user_id, name, created_at)
      SELECT ('00000000-0000-4000-8000-' || lpad(to_hex(number), 12, '0'))::uuid, ${USER}, 'Shop', '2026-01-01'
      FROM generate_series(2, 6) AS number`.execute(transaction);
    await sql`INSERT INTO orders (id, merchant_id, merchant_order_id, status, network, testnet, currency, amount,
        amount_usd, service_fee_rate, created_at)
      SELECT md5('o' || number)::uuid,
        CASE WHEN number % 100 > 0 THEN ${BUSY} ELSE '00000000-0000-4000-8000-000000000003' END::uuid, 'A', 'pending',
        'TRON', false, 'USDT', 100, 100, 0.01, timestamptz '2026-01-01' + number * interval '1 minute'
      FROM generate_series(1, 20000) AS number`.execute(transaction);
    await sql`INSERT INTO wallets (uuid, network, type, address, created_at, locked_merchant_id, lock_currency,
        lock_network_id, locked_at)
      SELECT md5('w' || number)::uuid, 'TRON', 'inbound', 'T' || number, '2026-01-01', ${BUSY}, 'USDT', 'TRON',
        timestamptz '2026-01-01' + number * interval '1 minute'
      FROM generate_series(1, 2000) AS number`.execute(transaction);
    await sql`INSERT INTO wallet_locks (wallet_id, merchant_id, currency, network_id, locked_at, unlocked_at)
      SELECT id, ${BUSY}, 'USDT', 'TRON', locked_at - interval '1 year' + number * interval '1 hour',
        locked_at - interval '1 year' + number * interval '1 hour' + interval '10 minutes'
      FROM wallets CROSS JOIN generate_series(1, 10) AS number`.execute(transaction);
    await sql`INSERT INTO wallet_transactions (id, wallet_id, direction, status, type, testnet, currency, amount, order_id,
        created_at)
      SELECT md5('t' || number)::uuid, (SELECT min(id) FROM wallets), 'incoming', 'confirmed', 'payment', false, 'USDT', 10,
        md5('o' || (1 + number % 20000))::uuid, timestamptz '2026-01-01' + number * interval '20 seconds'
      FROM generate_series(1, 60000) AS number`.execute(transaction);
    await sql`INSERT INTO exceptions (kind, subject, order_id, currency, expected, received, opened_at, closed_at)
      SELECT 'underpaid', id::text, id, 'USDT', 100, 10, created_at, created_at + interval '1 hour'
      FROM orders`.execute(transaction);
    await sql`INSERT INTO audit_log (sequence, id, created_at, action, action_category, description, status, actor_type,
        resource_type, resource_id, metadata, previous_hash, hash)
      SELECT number, md5('a' || number)::uuid, timestamptz '2026-01-01' + number * interval '1 minute',
        CASE number % 500 WHEN 0 THEN 'exception.resolve' ELSE 'merchant.update' END, 'merchant_management', '', 'success',
        'admin', 'merchant', ${BUSY}, jsonb_build_object('order', md5('o' || number)::uuid), '', ''
      FROM generate_series(1, 20000) AS number`.execute(transaction);
  });
  await vacuumAnalyze(
    test.database,
    'merchants',
    'orders',
    'order_history',
    'wallets',
    'wallet_locks',
    'wallet_transactions',
    'exceptions',
    'audit_log',
  );
});
afterAll(async () => await test.drop());

it.each<[RecordType, string, readonly string[]]>([
  ['user', USER, EVENT_INDEXES],
  ['merchant', BUSY, EVENT_INDEXES],
  ['order', '', ['wallet_transactions_of_order', 'order_history_of_order', 'exceptions_of_order']],
])('reads the first and any later page of a %s from indexes', async (type, id, indexes) => {
  const { rows } = await test.database.query<{ id: string }>({ text: `SELECT md5('o500')::uuid AS id` });
  const record = { type, id: id || (rows[0]?.id ?? '') };
  const later = { source: 'status', at: '2026-01-07T00:00:00.000000Z', key: '5' } as const;
  for (const after of [undefined, later]) {
    const { plan, pages } = await explainStatements(test.database, async (database) => {
      await readTimelineKeys(database, { record, kinds: undefined, limit: 51, after });
    });
    for (const index of indexes) expect(plan).toContain(index);
    expect(plan).toContain('audit_log_1_resource_id_coalesce_sequence_idx');
    expect(plan).not.toMatch(/Seq Scan on (?!merchants|users)/);
    expect(pages).toBeGreaterThan(0);
    expect(pages).toBeLessThan(600);
  }
});
