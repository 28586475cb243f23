import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explainQuery } from '../../../../test/explain.ts';
import { fillAuditLog } from '../../../../test/fill-audit-log.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database.ts';
import { vacuumAnalyze } from '../../../../test/vacuum-analyze.ts';
import { fixedMasterKeys } from '../../crypto/master-keys.ts';
import { closeNextAuditBlock } from './close-audit-blocks.ts';
import { type AuditPeriods, countAuditByPeriod } from './count-audit-by-period.ts';

/** One entry per minute from the start of 2026: almost 14 days. */
const ENTRIES = 20_000;

const PERIODS: readonly AuditPeriods[] = [
  { step: 'day', from: '2026-01-01', to: '2026-01-30', isOpen: false },
  { step: 'day', from: '2026-01-04', to: '2026-01-09', isOpen: false },
  { step: 'month', from: '2025-02-01', to: '2026-01-08', isOpen: false },
  { step: 'month', from: '2025-12-01', to: '2026-01-05', isOpen: true },
  { step: 'day', from: '2026-01-05', to: '2026-01-08', isOpen: true },
];

let scratch: TestDatabase;

beforeAll(async () => {
  scratch = await createTestDatabase();
  await scratch.database.query({ text: 'UPDATE audit_blocks SET block_size = 32, fan_out = 4' });
  const masterKeys = fixedMasterKeys(randomBytes(32));
  await fillAuditLog({ database: scratch.database, masterKeys }, ENTRIES);
  await vacuumAnalyze(scratch.database, 'audit_log');
});
afterAll(async () => await scratch.drop());

async function countEach({ step, from, to, isOpen }: AuditPeriods): Promise<[string, number][]> {
  const { rows } = await sql<{ readonly start: string; readonly entries: number }>`
    SELECT greatest(least(date_trunc(${step}::text, created_at AT TIME ZONE 'UTC'),
        date_trunc(${step}::text, ${to}::timestamp)), ${from}::timestamp)::date AS start, count(*) AS entries
    FROM audit_log
    WHERE ${isOpen}::boolean OR (created_at AT TIME ZONE 'UTC')::date BETWEEN ${from}::date AND ${to}::date
    GROUP BY 1 ORDER BY 1`.execute(scratch.database.reader);
  return rows.map(({ start, entries }) => [start, entries]);
}

async function expectExact(): Promise<void> {
  for (const periods of PERIODS) {
    const counted = await countAuditByPeriod(scratch.database, periods);
    const expected = await countEach(periods);
    expect(expected.length).toBeGreaterThan(0);
    expect([...counted].toSorted()).toEqual(expected);
  }
}

describe('countAuditByPeriod', () => {
  it('counts exactly while no block is closed', expectExact);

  it('counts exactly while some blocks are closed', async () => {
    for (let closed = 0; closed < 150; closed++) await closeNextAuditBlock(scratch.database);
    await expectExact();
  });

  it('counts exactly when every full block is closed', async () => {
    while (await closeNextAuditBlock(scratch.database));
    await expectExact();
  });

  it('reads at most one block per period and the newest entries, never the whole log', async () => {
    await vacuumAnalyze(scratch.database, 'audit_nodes');
    const { plan, pages } = await explainQuery(scratch.database, (reader) =>
      countAuditByPeriod({ reader }, { step: 'day', from: '2026-01-01', to: '2026-01-30', isOpen: false }),
    );
    expect(plan).not.toContain('Seq Scan on audit_log');
    const [, looked = '0', times = '0'] =
      /Scan (?:using \S+ )?on audit_log_1 .*actual time=\S+ rows=([\d.]+) loops=(\d+)/.exec(plan) ?? [];
    expect(Number(times)).toBeGreaterThan(0);
    expect(Number(looked) * Number(times)).toBeLessThan(15 * 32 + 32);
    expect(pages).toBeLessThan(600);
  });
});
