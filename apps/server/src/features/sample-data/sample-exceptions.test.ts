import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApplication, type TestApplication } from '../../../test/test-application.ts';
import { sampleDataPartsOf } from '../../../test/test-sample-data.ts';
import { createAppendAudit } from '../../infra/audit/append-audit.ts';
import { checkExceptions } from '../../infra/exceptions/exception-checker.ts';
import { loadSampleData } from './sample-data-loader.ts';
import { writeSampleDrift } from './write-sample-drift.ts';

let test: TestApplication;
beforeAll(async () => {
  test = await startTestApplication();
});
afterAll(async () => await test.close());

it('sample data has an exception of each kind', async () => {
  const asOf = new Date(test.clock.now);
  await loadSampleData(sampleDataPartsOf(test), { seed: 7, asOf, hasHistory: false });
  await test.database.transaction(writeSampleDrift);
  await checkExceptions(
    test.database,
    createAppendAudit(test.masterKeys, () => new Date()),
  );
  const { rows: closed } = await test.database.query({
    text: `SELECT subject FROM exceptions WHERE kind = 'paid_without_money' AND state <> 'open'`,
  });
  expect(closed).toEqual([]);
  const { rows } = await test.database.query<{ kind: string; exceptions: number }>({
    text: `SELECT kind, count(*) AS exceptions FROM exceptions WHERE state = 'open' GROUP BY kind ORDER BY kind`,
  });
  const countOf = Object.fromEntries(rows.map(({ kind, exceptions }) => [kind, exceptions]));
  expect(countOf).toMatchObject({
    overpaid: 1,
    paid_after_end: expect.any(Number),
    underpaid: 1,
    unexplained_balance: 1,
    unmatched_money: 1,
    wrong_asset: 1,
  });
  expect(countOf['paid_after_end']).toBeGreaterThanOrEqual(3);
}, 120_000);
