import { FEED_SCOPE } from '@halyard/contract/platform-feed';
import type { AppendAudit } from '../../infra/audit/append-audit.ts';
import type { Database } from '../../infra/db/database.ts';
import { reachMark, readMark } from '../../infra/db/installation-marks.ts';
import type { OnProgress } from './sample-data-loader.ts';
import { writeSampleInvitations } from './write-sample-invitations.ts';

const KEY_NAME = 'Sample data';
const SEED = 20_260_301;

export interface SampleDataKeys {
  readonly create: (key: {
    readonly name: string;
    readonly scopes: readonly string[];
  }) => Promise<{ readonly id: string; readonly token: string }>;
  readonly list: () => Promise<
    readonly { readonly id: string; readonly name: string; readonly revokedAt: Date | null }[]
  >;
  readonly revoke: (id: string) => Promise<boolean>;
}

export interface SampleDataParts {
  readonly database: Database;
  readonly appendAudit: AppendAudit;
  readonly keys: SampleDataKeys;
  readonly send: (
    path: string,
    body: object,
    token: string,
  ) => Promise<{ readonly status: number; readonly json: unknown }>;
  readonly now: () => number;
  readonly onProgress?: OnProgress;
  readonly seed?: number;
  readonly orderCount?: number;
}

/** Loads once per installation. A resumed load uses the time of the first start, so sent records stay the same. */
export async function ensureSampleData(parts: SampleDataParts): Promise<void> {
  const { database } = parts;
  const isLoaded = async () => (await readMark(database.reader, 'sample_data.loaded')) !== undefined;
  if (await isLoaded()) return;
  try {
    await load(parts);
  } catch (error) {
    // Another process has finished loading and revoked the keys of both.
    if (!(await isLoaded())) throw error;
  }
}

async function load(parts: SampleDataParts): Promise<void> {
  const {
    database,
    appendAudit,
    keys,
    send,
    now,
    seed = SEED,
    orderCount,
    onProgress = () => undefined,
  } = parts;
  const asOf = await database.transaction(async (transaction) => {
    await reachMark(transaction, 'sample_data.begun', new Date(now()));
    return await readMark(transaction, 'sample_data.begun');
  });
  if (asOf === undefined) throw new Error('a mark that was reached is gone');
  const { id, token } = await keys.create({ name: KEY_NAME, scopes: [FEED_SCOPE] });
  // Only the first start needs names and generators.
  const { loadSampleData } = await import('./sample-data-loader.ts');
  const data = await loadSampleData({
    send: (path, body) => send(path, body, token),
    seed,
    now: asOf,
    orderCount,
    onProgress,
  });
  await keys.revoke(id);
  await database.transaction(async (transaction) => {
    if (!(await reachMark(transaction, 'sample_data.loaded', new Date(now())))) return;
    await writeSampleInvitations(transaction, data.invitations);
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
  await revokeForgottenKeys(keys);
}

/** Revokes keys of interrupted loads, which would otherwise stay listed as active. */
async function revokeForgottenKeys(keys: SampleDataKeys): Promise<void> {
  for (const { id, name, revokedAt } of await keys.list()) {
    if (name === KEY_NAME && revokedAt === null) await keys.revoke(id);
  }
}
