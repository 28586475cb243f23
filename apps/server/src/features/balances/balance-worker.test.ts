import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BalanceDesk, openBalanceDesk } from '../../../test/balance-desk.ts';
import { startTronNode, type TronNode } from '../../../test/tron-node.ts';
import type { ChainReader } from '../../infra/chain/chain-reader.ts';
import { createTronReader } from '../../infra/chain/tron-reader.ts';
import { deriveWallet } from '../../infra/chain/wallet-address.ts';
import { createMetrics, type Metrics } from '../../infra/metrics.ts';
import type { BalanceWorker } from './balance-worker.ts';
import { leaseDueSources } from './source-store.ts';

const POLL = { timeout: 20_000, interval: 20 };
const ADDRESSES = Array.from(
  { length: 12 },
  (_, number) => deriveWallet('TRON', Buffer.alloc(32, number + 1)).address,
);

let node: TronNode;
let desk: BalanceDesk;
let workers: BalanceWorker[];

beforeAll(async () => {
  [node, desk] = await Promise.all([startTronNode(), openBalanceDesk(['TRON'])]);
});
afterAll(async () => {
  await desk?.close();
  await node?.stop();
});
beforeEach(async () => {
  workers = [];
  node.conduct = 'answer';
  await desk.clear();
});
afterEach(async () => await Promise.all(workers.map((worker) => worker.stop())));

function createWorker(options: { readonly spare?: number; readonly metrics?: Metrics } = {}): BalanceWorker {
  const reader = createTronReader({ url: node.url, apiKey: undefined, now: Date.now });
  const { spare: spareAddressesMax = reader.spareAddressesMax, metrics = createMetrics() } = options;
  const worker = desk.createWorker({ readers: { TRON: { ...reader, spareAddressesMax } }, metrics });
  workers.push(worker);
  return worker;
}

/** Worker that has read balances but stores them only after `letGo`. */
function createHeldWorker(): { readonly worker: BalanceWorker; readonly letGo: () => void } {
  const reader = createTronReader({ url: node.url, apiKey: undefined, now: Date.now });
  const held = Promise.withResolvers<void>();
  const read: ChainReader['read'] = async (addresses, signal) => {
    const reading = await reader.read(addresses, signal);
    await held.promise;
    return reading;
  };
  return { worker: desk.createWorker({ readers: { TRON: { ...reader, read } } }), letGo: held.resolve };
}

async function addWallets(count: number, type: 'outbound' | 'inbound'): Promise<number[]> {
  const ids: number[] = [];
  for (const address of ADDRESSES.slice(0, count)) {
    ids.push(await desk.addWallet({ network: 'TRON', address, type }));
  }
  return ids;
}

/** Returns the number of reads per wallet since request number `from`. */
function readings(from: number): readonly number[] {
  const asked = node.questions.slice(from).filter(({ path }) => path === '/wallet/getaccount');
  return ADDRESSES.map((address) => asked.filter(({ body }) => body.includes(address)).length);
}

async function taken(id: number): Promise<number> {
  return (await desk.kept(id)).taken_at?.getTime() ?? 0;
}

describe('BalanceWorker', () => {
  it('answers a hundred refresh requests with one read', async () => {
    const ids = await addWallets(5, 'outbound');
    const worker = createWorker();
    await worker.runOnce();
    const from = node.questions.length;
    await worker.runOnce();
    expect(node.questions.length).toBe(from);

    const times: Date[] = [];
    for (let group = 0; group < 10; group++) {
      times.push(...(await Promise.all(Array.from({ length: 10 }, desk.refresh.requestOutboundSnapshots))));
    }
    await worker.runOnce();
    await worker.runOnce();
    expect(readings(from)).toEqual([1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0]);
    for (const id of ids) {
      expect((await desk.kept(id)).requested_at).toBeNull();
      expect(await taken(id)).toBeGreaterThanOrEqual(Math.max(...times.map((time) => time.getTime())));
    }
  });

  it('reads again for a refresh requested during a read', async () => {
    const [id = 0] = await addWallets(1, 'outbound');
    const { worker, letGo } = createHeldWorker();
    const from = node.questions.length;
    const round = worker.runOnce();
    await expect.poll(() => readings(from)[0], POLL).toBe(1);
    const wish = await desk.refresh.requestWalletSnapshot({ id: String(id) });
    letGo();
    await round;
    expect(await desk.kept(id)).toMatchObject({ verdict: 'equal', requested_at: wish });
    await createWorker().runOnce();
    expect(readings(from)[0]).toBe(2);
    expect((await desk.kept(id)).requested_at).toBeNull();
    expect(await taken(id)).toBeGreaterThanOrEqual(wish.getTime());
  });

  it('reads each wallet once if two workers run', async () => {
    const ids = await addWallets(12, 'outbound');
    const from = node.questions.length;
    for (const worker of [createWorker(), createWorker()]) worker.start();
    for (const id of ids) await expect.poll(() => taken(id), POLL).toBeGreaterThan(0);
    expect(readings(from)).toEqual(Array(12).fill(1));
  });

  it('leases a source to one of twenty concurrent workers and skips locked rows', async () => {
    const ask = async () => {
      const asking = Array.from({ length: 20 }, () => leaseDueSources(desk.database, ['TRON', 'prices']));
      return (await Promise.all(asking)).flat().map(({ name }) => name);
    };
    await desk.database.transaction(async (transaction) => {
      await sql`SELECT FROM balance_sources WHERE name = 'TRON' FOR UPDATE`.execute(transaction);
      expect(await ask()).toEqual(['prices']);
    });
    expect(await ask()).toEqual(['TRON']);
  });

  it('takes over from a lost worker and discards its late result', async () => {
    const [id = 0] = await addWallets(1, 'outbound');
    node.balances.set(ADDRESSES[0] ?? '', { TRX: 1n });
    const { worker: slow, letGo } = createHeldWorker();
    const from = node.questions.length;
    const gone = slow.runOnce();
    await expect.poll(() => readings(from)[0], POLL).toBe(1);
    const other = createWorker();
    await other.runOnce();
    expect(readings(from)[0]).toBe(1);

    await desk.pass(61);
    node.balances.set(ADDRESSES[0] ?? '', { TRX: 2n });
    await other.runOnce();
    letGo();
    await gone;
    expect((await desk.kept(id)).balances['TRX']?.[0]).toBe('0.000002');
  });

  it('stops at once during a read and releases its lease', async () => {
    await addWallets(1, 'outbound');
    node.conduct = 'hang';
    const from = node.questions.length;
    const worker = createWorker();
    worker.start();
    await expect.poll(() => node.questions.length, POLL).toBeGreaterThan(from);
    await worker.stop();
    expect(await desk.source('TRON')).toMatchObject({ leased_until: null, failures: 0 });
    expect(desk.lines).toEqual([]);
    node.conduct = 'answer';
    await createWorker().runOnce();
    expect(readings(from)[0]).toBe(1);
  });

  it('reads a few due inbound wallets per round, in turn', async () => {
    await addWallets(5, 'inbound');
    const worker = createWorker({ spare: 2 });
    const from = node.questions.length;
    const turns: string[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      await worker.runOnce();
      turns.push(readings(from).slice(0, 5).join(''));
      await desk.pass(11);
    }
    expect(turns).toEqual(['11000', '11110', '11111', '11111']);
    await desk.pass(600);
    for (let turn = 0; turn < 3; turn += 1) {
      await worker.runOnce();
      await desk.pass(11);
    }
    expect(readings(from).slice(0, 5)).toEqual([2, 2, 2, 2, 2]);
  });

  it('reads an inbound wallet early to confirm a difference of 10 minutes, once', async () => {
    const ids = await addWallets(3, 'inbound');
    const worker = createWorker({ spare: 1 });
    const from = node.questions.length;
    const readAfter = async (rounds: number) => {
      for (let round = 0; round < rounds; round += 1) {
        await worker.runOnce();
        await desk.pass(11);
      }
      return readings(from).slice(0, 3);
    };
    expect(await readAfter(3)).toEqual([1, 1, 1]);
    await desk.database.transaction(async (transaction) => {
      await sql`UPDATE wallet_balances SET verdict = 'unexplained', unexplained_since = now() - interval '605 seconds'
        WHERE wallet_id = ${ids[1]} AND symbol = 'TRX'`.execute(transaction);
    });
    expect(await readAfter(3)).toEqual([1, 2, 1]);
  });

  it('reads an inbound wallet early if a user requests it', async () => {
    const ids = await addWallets(5, 'inbound');
    const worker = createWorker({ spare: 1 });
    const from = node.questions.length;
    await desk.refresh.requestWalletSnapshot({ id: String(ids[4]) });
    await worker.runOnce();
    expect(readings(from).slice(0, 5)).toEqual([1, 0, 0, 0, 1]);
  });

  it('reports the age and failures of every source at each scrape', async () => {
    await addWallets(1, 'outbound');
    await createWorker().runOnce();
    const metrics = createMetrics();
    createWorker({ metrics }).start();
    const text = await metrics.text();
    expect(text).toMatch(/^halyard_balance_source_age_seconds\{source="TRON"\} [\d.e-]+$/m);
    expect(text).toContain('halyard_balance_source_failures{source="TRON"} 0');
  });
});
