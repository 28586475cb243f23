import { createAppendAudit } from '../../infra/audit/append-audit.ts';
import type { Database, DatabaseTransaction } from '../../infra/db/database.ts';
import { reachMark } from '../../infra/db/installation-marks.ts';
import { lookAtAllOrders } from '../../infra/exceptions/exception-checker.ts';
import { SAMPLE_SERVICE_KEY, type SampleAct } from './sample-administrators.ts';
import { createSampleData, type SampleData } from './sample-data.ts';
import type { SampleDataParts, SampleFeed, SampleSender } from './sample-data-parts.ts';
import { createSampleHistory } from './sample-history.ts';
import { divideIntoStages, type SampleStage } from './sample-stages.ts';
import { writeSampleHistory } from './write-sample-history.ts';

/** Keeps each statement far below the database's time limit. */
const BATCH_MAX = 5_000;
const SENDER: SampleSender = {
  serviceKey: SAMPLE_SERVICE_KEY,
  origin: {
    requestId: '00000000-0000-4000-8000-73616d706c65',
    ipAddress: '127.0.0.1',
    userAgent: 'Sample data',
  },
};

/**
 * Sends the records through the feed and, with a history, writes what administrators did in between. Can be repeated
 * with the same seed and time: the feed skips known records, and each part of the history has a mark.
 * @returns all data; the caller must store the invitations, which the feed does not accept
 */
export async function loadSampleData(
  { database, masterKeys, openFeed, now, orderCount, onProgress }: SampleDataParts,
  { seed, asOf, hasHistory }: { readonly seed: number; readonly asOf: Date; readonly hasHistory: boolean },
): Promise<SampleData> {
  const data = createSampleData(seed, asOf, orderCount);
  const acts = hasHistory ? createSampleHistory(seed, data, asOf) : [];
  const stages = divideIntoStages(data, asOf);
  let time = 0;
  const appendAudit = createAppendAudit(masterKeys, () => new Date(hasHistory ? time : now()));
  const feed = openFeed(appendAudit);
  const write = async (part: number, ofPart: readonly SampleAct[]) =>
    await writePart(database, part, async (transaction) => {
      await writeSampleHistory(transaction, ofPart, async (within, entry, at) => {
        time = at;
        await appendAudit(within, entry);
      });
    });
  for (const [index, stage] of stages.entries()) {
    const from = stages[index - 1]?.at ?? 0;
    await write(
      index,
      acts.filter(({ at }) => at >= from && at < stage.at),
    );
    time = stage.at;
    await send(feed, stage);
    onProgress?.((index + 1) / stages.length);
  }
  await lookAtAllOrders(database, appendAudit);
  const end = stages.at(-1)?.at ?? 0;
  await write(
    stages.length,
    acts.filter(({ at }) => at >= end),
  );
  return data;
}

/** Writes a part of the history unless this or another process already did. */
async function writePart(
  database: Database,
  part: number,
  write: (transaction: DatabaseTransaction) => Promise<void>,
): Promise<void> {
  await database.transaction(async (transaction) => {
    if (await reachMark(transaction, `sample_data.history_${part}`, new Date())) await write(transaction);
  });
}

async function send(feed: SampleFeed, { records }: SampleStage): Promise<void> {
  const { users, merchants, orders, credentials, wallets, walletTransactions, walletLocks } = records;
  await inBatches(users, feed.users);
  await inBatches(merchants, feed.merchants);
  await inBatches(orders, feed.orders);
  await inBatches(credentials, feed.credentials);
  await inBatches(wallets, feed.wallets);
  await inBatches(walletTransactions, feed.transactions);
  await inBatches(walletLocks, feed.locks);
}

async function inBatches<Item>(
  items: readonly Item[],
  take: (batch: readonly Item[], sender: SampleSender) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < items.length; at += BATCH_MAX) await take(items.slice(at, at + BATCH_MAX), SENDER);
}
