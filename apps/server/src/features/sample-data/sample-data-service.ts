import { createAppendAudit } from '../../infra/audit/append-audit.ts';
import type { DatabaseReader } from '../../infra/db/database.ts';
import { reachMark, readMark } from '../../infra/db/installation-marks.ts';
import type { SampleDataParts } from './sample-data-parts.ts';
import { writeSampleDrift } from './write-sample-drift.ts';
import { writeSampleInvitations } from './write-sample-invitations.ts';

const SEED = 20_260_301;

/** Whether there is sample data, also of a load that was interrupted. */
export async function hasSampleData(reader: DatabaseReader): Promise<boolean> {
  return (await readMark(reader, 'sample_data.begun')) !== undefined;
}

/** Loads once per installation. A resumed load uses the time of the first start, so sent records stay the same. */
export async function ensureSampleData(parts: SampleDataParts): Promise<void> {
  const { database, masterKeys, sealedRows, now, seed = SEED } = parts;
  if ((await readMark(database.reader, 'sample_data.loaded')) !== undefined) return;
  const begun = await begin(parts);
  // Only the first start needs names and generators.
  const { loadSampleData } = await import('./sample-data-loader.ts');
  const data = await loadSampleData(parts, { seed, ...begun });
  const appendAudit = createAppendAudit(masterKeys, () => new Date(now()));
  await database.transaction(async (transaction) => {
    if (!(await reachMark(transaction, 'sample_data.loaded', new Date(now())))) return;
    await writeSampleDrift(transaction);
    await writeSampleInvitations(transaction, sealedRows, data.invitations);
    await appendAudit(transaction, {
      action: 'sample_data.load',
      category: 'system_operation',
      description: 'Sample data loaded',
      status: 'success',
      actor: { type: 'system' },
      resource: { type: 'system' },
      metadata: Object.fromEntries(Object.entries(data).map(([kind, records]) => [kind, records.length])),
    });
  });
}

/** Writes a history only into an empty audit log, because numbers must ascend with time. */
async function begin({
  database,
  now,
}: SampleDataParts): Promise<{ readonly asOf: Date; readonly hasHistory: boolean }> {
  return await database.transaction(async (transaction) => {
    const isFirst = await reachMark(transaction, 'sample_data.begun', new Date(now()));
    const head = await transaction.selectFrom('audit_head').select('sequence').executeTakeFirstOrThrow();
    if (isFirst && head.sequence === 0) await reachMark(transaction, 'sample_data.history', new Date(now()));
    const asOf = await readMark(transaction, 'sample_data.begun');
    if (asOf === undefined) throw new Error('a mark that was reached is gone');
    return { asOf, hasHistory: (await readMark(transaction, 'sample_data.history')) !== undefined };
  });
}
