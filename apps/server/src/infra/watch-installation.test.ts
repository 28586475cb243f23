import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApplication, type TestApplication } from '../../test/test-application.ts';
import { noteAcceptedBatch } from './feed-batches.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { watchInstallation } from './watch-installation.ts';

describe('watchInstallation', () => {
  let test: TestApplication;
  let metrics: Metrics;
  let aheadMs = 0;

  beforeAll(async () => {
    test = await startTestApplication();
    metrics = createMetrics();
    watchInstallation(metrics, test.database, () => Date.now() + aheadMs);
  });
  afterAll(async () => await test.close());

  const value = async (name: string) => {
    const line = (await metrics.text()).split('\n').find((text) => text.startsWith(`${name} `));
    return line === undefined ? undefined : Number(line.split(' ').at(-1));
  };
  const execute = async (text: string) =>
    await test.database.transaction((transaction) => sql.raw(text).execute(transaction));

  it('reads the age of the last accepted batch, once there is one', async () => {
    expect(await value('halyard_feed_age_seconds')).toBeUndefined();
    const batch = { serviceKeyId: '00000000-0000-4000-8000-000000000001', kind: 'users' };
    await test.database.transaction((transaction) =>
      noteAcceptedBatch(transaction, batch, { items: 1, changed: 0 }),
    );
    await execute(`UPDATE feed_batches SET accepted_at = now() - interval '2 hours'`);
    const age = await value('halyard_feed_age_seconds');
    expect(age).toBeGreaterThanOrEqual(7_200);
    expect(age).toBeLessThan(7_500);
  });

  it('reads the age of the oldest waiting mail', async () => {
    expect(await value('halyard_outbox_oldest_seconds')).toBe(0);
    await execute(`INSERT INTO outbox (id, kind, queue, payload, created_at)
      VALUES (gen_random_uuid(), 'mail.test', 'q', '', now() - interval '10 minutes')`);
    expect(await value('halyard_outbox_oldest_seconds')).toBeGreaterThanOrEqual(600);
  });

  it('reads how far the clock is ahead', async () => {
    aheadMs = 100_000;
    const ahead = await value('halyard_clock_offset_seconds');
    expect(ahead).toBeGreaterThan(90);
    expect(ahead).toBeLessThan(110);
  });

  it('reads how far the kept seals are behind the audit log', async () => {
    expect(await value('halyard_audit_seal_age_seconds')).toBeUndefined();
    await execute(`UPDATE audit_head SET sequence = 1, sealed_at = now();
      INSERT INTO audit_keys (key_id, public_key, created_at) VALUES ('k', 'k', now());
      INSERT INTO audit_seals (size, root, hash, sealed_at, key_id, signature)
        VALUES (1, 'r', 'h', now() - interval '3 hours', 'k', 's')`);
    expect(await value('halyard_audit_seal_age_seconds')).toBe(10_800);
  });

  it('reads how many entries wait for the audit log', async () => {
    expect(await value('halyard_audit_entries_waiting')).toBe(0);
    await execute(`INSERT INTO audit_inbox (id, created_at, action, action_category, description, status, actor_type,
        resource_type, seal)
      VALUES (gen_random_uuid(), now(), 'user.block', 'user_management', '', 'success', 'system', 'user', '')`);
    expect(await value('halyard_audit_entries_waiting')).toBe(1);
  });

  it('reads what the connections do', async () => {
    const metric = async (state: string) =>
      (await metrics.text()).match(
        new RegExp(`halyard_database_connections\\{state="${state}"\\} (\\d+)`),
      )?.[1];
    await test.database.transaction(async () => {
      expect(Number(await metric('in_use'))).toBeGreaterThan(0);
    });
    expect(await metric('waiting')).toBe('0');
  });
});
