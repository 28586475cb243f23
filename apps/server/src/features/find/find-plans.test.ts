import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explainStatements } from '../../../test/explain.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { uuidOf } from '../../../test/test-platform.ts';
import { vacuumAnalyze } from '../../../test/vacuum-analyze.ts';
import { readFoundRecords } from './find-queries.ts';
import { searchTerm } from './search-term.ts';

const ROWS = 3_000;
const TIME = `timestamptz '2026-01-01' + number * interval '1 hour'`;

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
  const fill = (table: string, columns: string, values: string) =>
    test.database.query({
      text: `INSERT INTO ${table} (${columns})
        SELECT ${values} FROM generate_series(1, ${ROWS}) AS number
          CROSS JOIN LATERAL (SELECT md5(number::text) AS text, md5(number::text)::uuid AS id) AS drawn`,
    });
  await fill('users', 'id, email, email_key, name, created_at', `id, text, text, text, ${TIME}`);
  await fill('merchants', 'id, user_id, name, created_at', `id, id, text, ${TIME}`);
  await fill(
    'wallets',
    'uuid, network, type, address, created_at',
    `id, 'ETH', 'inbound', '0x' || text, ${TIME}`,
  );
  await fill(
    'orders',
    'id, merchant_id, merchant_order_id, status, network, testnet, currency, amount, amount_usd, service_fee_rate, created_at',
    `id, id, text, 'pending', 'ETH', false, 'USDT', 1, 1, 0, ${TIME}`,
  );
  await fill(
    'wallet_transactions',
    'id, wallet_id, direction, status, type, testnet, hash, currency, amount, order_id, created_at',
    `id, number, 'incoming', 'confirmed', 'payment', false, text, 'USDT', 1, id, ${TIME}`,
  );
  await fill(
    'invitations',
    'email, email_key, status, created_at, expires_at',
    `text, text, 'revoked', ${TIME}, now()`,
  );
  await fill(
    'audit_log',
    'sequence, id, created_at, action, action_category, description, status, actor_type, resource_type, request_id, previous_hash, hash',
    `number, id, ${TIME}, 'user.block', 'user_management', text, 'success', 'admin', 'user', text, '', ''`,
  );
  await vacuumAnalyze(
    test.database,
    'users',
    'merchants',
    'wallets',
    'orders',
    'wallet_transactions',
    'invitations',
    'audit_log',
  );
});
afterAll(async () => await test.drop());

describe('readFoundRecords', () => {
  it.each([
    uuidOf(7),
    'ab',
    'ada',
    'Ada Lovelace',
    'ada@exa',
    'ada@example.com',
    'INV-2026-00017',
    `0x${'ab12'.repeat(16)}`,
    `0x${'ab12'.repeat(10)}`,
    'TXyz12…9aBc',
    '0x71C7…976F',
    '0x71c765',
    '71c7656e',
    '%%',
  ])('has an index for every record that %s may be', async (text) => {
    const term = searchTerm(text);
    if (term === undefined) throw new Error('the text is too short');
    const { plan } = await explainStatements(test.database, (database) => readFoundRecords(database, term), [
      'enable_seqscan = off',
    ]);
    expect(plan).not.toMatch(/Seq Scan on/);
    const scans = plan.match(/(Index Only Scan|Index Scan|Bitmap Index Scan) .*/g) ?? [];
    expect(plan.match(/Index Cond: /g)).toHaveLength(scans.length);
  });
});
