import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AnvilNode, startAnvil } from '../../../test/anvil-node.ts';
import { type BalanceDesk, openBalanceDesk } from '../../../test/balance-desk.ts';
import { forwardTo, type SourceServer, startSourceServer } from '../../../test/source-server.ts';
import { HEAD_NUMBER, startTronNode, type TronNode } from '../../../test/tron-node.ts';
import { createEvmReader } from '../../infra/chain/evm-reader.ts';
import type { ChainReaders } from '../../infra/chain/open-chain-readers.ts';
import { createTronReader } from '../../infra/chain/tron-reader.ts';
import { deriveWallet } from '../../infra/chain/wallet-address.ts';

const TRON_USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const OUT = 'The Ethereum node could not be reached';
let next = 0;
function newAddress(network: 'ETH' | 'TRON'): string {
  next += 1;
  const key = Buffer.alloc(32, 1);
  key.writeUInt32BE(next, 28);
  return deriveWallet(network, key).address;
}

let anvil: AnvilNode;
let eth: SourceServer;
let tron: TronNode;
let usdt: string;
let readers: ChainReaders;
let desk: BalanceDesk;

beforeAll(async () => {
  [anvil, tron, desk] = await Promise.all([
    startAnvil({ chainId: 1 }),
    startTronNode(),
    openBalanceDesk(['ETH', 'TRON']),
  ]);
  eth = await startSourceServer(forwardTo(anvil.url));
  usdt = await anvil.deployToken();
  const assets = [
    { symbol: 'ETH', tokenAddress: null, decimals: 18 },
    { symbol: 'USDT', tokenAddress: usdt, decimals: 6 },
  ];
  readers = {
    ETH: createEvmReader({ network: 'ETH', url: `${eth.url}/?token=secret`, now: Date.now, assets }),
    TRON: createTronReader({ url: tron.url, apiKey: undefined, now: Date.now }),
  };
});
afterAll(async () => {
  await desk?.close();
  await Promise.all([eth?.stop(), tron?.stop(), anvil?.stop()]);
});
beforeEach(async () => {
  eth.conduct = 'answer';
  tron.conduct = 'answer';
  await desk.clear();
});

/** Adds an Ethereum wallet with USDT only on the chain, and 1 ETH on the chain and in the ledger. */
async function ethWallet(units: bigint, type: 'outbound' | 'inbound' = 'outbound') {
  const address = newAddress('ETH');
  await anvil.setBalance(address, 10n ** 18n);
  if (units > 0n) await anvil.mint(usdt, address, units);
  const id = await desk.addWallet({ network: 'ETH', address, type });
  await desk.addTransactions(id, { direction: 'incoming', currency: 'ETH', amount: '1' });
  return { id, address };
}

describe('runChainRound', () => {
  it('stores the balances of real nodes with block, time and ledger amounts', async () => {
    const { id } = await ethWallet(12_500_000n);
    await desk.addTransactions(id, { direction: 'incoming', currency: 'USDT', amount: '12.5' });
    const tronAddress = newAddress('TRON');
    tron.balances.set(tronAddress, { TRX: 7n, [TRON_USDT]: 1_000_000n });
    const tronId = await desk.addWallet({ network: 'TRON', address: tronAddress });

    await desk.createWorker({ readers }).runOnce();
    expect(await desk.kept(id)).toMatchObject({
      block_number: Number(await anvil.blockNumber()),
      taken_at: expect.any(Date),
      error: null,
      verdict: 'equal',
      balances: { ETH: ['1', 'equal'], USDT: ['12.5', 'equal'] },
    });
    expect(await desk.kept(tronId)).toMatchObject({
      block_number: HEAD_NUMBER,
      verdict: 'unexplained',
      balances: { TRX: ['0.000007', 'unexplained'], USDT: ['1', 'unexplained'], USDC: ['0', 'equal'] },
    });
    expect(await desk.source('ETH')).toMatchObject({ failures: 0, error: null, leased_until: null });
  });

  it.each<[bigint, string, string]>([
    [100n, 'equal', 'nothing of it has arrived'],
    [130n, 'in_flight', 'all that comes has arrived'],
    [120n, 'in_flight', 'a part of what comes has arrived'],
    [60n, 'in_flight', 'all that goes has gone'],
    [95n, 'in_flight', 'some came and some went'],
    [131n, 'unexplained', 'more has arrived than what comes'],
    [59n, 'unexplained', 'more has gone than what goes'],
  ])('gives %s USDT on the chain the verdict %s: %s', async (whole, verdict) => {
    const { id } = await ethWallet(whole * 1_000_000n);
    await desk.addTransactions(
      id,
      { direction: 'incoming', currency: 'USDT', amount: '100' },
      { direction: 'incoming', status: 'pending', currency: 'USDT', amount: '20' },
      { direction: 'incoming', status: 'confirming', currency: 'USDT', amount: '10' },
      { direction: 'outgoing', status: 'pending', currency: 'USDT', amount: '40' },
      { direction: 'incoming', status: 'dropped', currency: 'USDT', amount: '1000' },
    );
    await desk.createWorker({ readers }).runOnce();
    const { balances, verdict: worst } = await desk.kept(id);
    expect(balances['USDT']).toEqual([String(whole), verdict]);
    expect(worst).toBe(verdict);
  });

  it('counts fees of failed transactions as paid and of pending ones as leaving', async () => {
    const { id } = await ethWallet(0n);
    const payout = { direction: 'outgoing', currency: 'USDT', amount: '1' } as const;
    await desk.addTransactions(
      id,
      { direction: 'incoming', currency: 'ETH', amount: '0.003' },
      { ...payout, status: 'failed', networkFee: '0.003' },
      { ...payout, status: 'pending', networkFee: '0.25' },
    );
    const other = await ethWallet(0n);
    await desk.addTransactions(
      other.id,
      { direction: 'incoming', currency: 'ETH', amount: '0.25' },
      { ...payout, status: 'pending', networkFee: '0.25' },
    );
    await desk.createWorker({ readers }).runOnce();
    expect((await desk.kept(id)).balances).toEqual({ ETH: ['1', 'equal'], USDT: ['0', 'equal'] });
    expect((await desk.kept(other.id)).balances['ETH']).toEqual(['1', 'in_flight']);
  });

  it('removes an asset that is no longer read', async () => {
    const { id } = await ethWallet(0n);
    await desk.createWorker({ readers }).runOnce();
    await desk.database.transaction(async (transaction) => {
      await sql`UPDATE wallet_balances SET symbol = 'GONE' WHERE symbol = 'USDT'`.execute(transaction);
    });
    await desk.pass(61);
    await desk.createWorker({ readers }).runOnce();
    expect(Object.keys((await desk.kept(id)).balances)).toEqual(['ETH', 'USDT']);
  });

  it('keeps the last known values with the error while a node is down, and recovers', async () => {
    const { id } = await ethWallet(5_000_000n);
    const inbound = await ethWallet(0n, 'inbound');
    const worker = desk.createWorker({ readers });
    await worker.runOnce();
    const before = await desk.kept(id);

    await eth.stop();
    await desk.pass(61);
    await worker.runOnce();
    expect(await desk.kept(id)).toMatchObject({
      error: OUT,
      failed_at: expect.any(Date),
      block_number: before.block_number,
      verdict: before.verdict,
      balances: before.balances,
    });
    expect((await desk.kept(inbound.id)).error).toBeNull();

    await eth.start();
    await desk.pass(7);
    await worker.runOnce();
    expect(await desk.kept(id)).toMatchObject({ error: null, failed_at: null, balances: before.balances });
    expect(desk.lines).toEqual([
      {
        level: 'warn',
        fields: { source: 'ETH', reason: OUT },
        message: 'balance or price source failed',
      },
      { level: 'info', fields: { source: 'ETH' }, message: 'source recovered' },
    ]);
  });

  it('pauses longer after each failure, up to 5 min, despite refresh requests', async () => {
    const { id } = await ethWallet(0n);
    const worker = desk.createWorker({ readers });
    eth.conduct = { status: 429 };
    const pauses: number[] = [];
    for (let failures = 1; failures <= 9; failures += 1) {
      await worker.runOnce();
      const { pauseSeconds, failures: counted } = await desk.source('ETH');
      expect(counted).toBe(failures);
      pauses.push(pauseSeconds);
      const asked = eth.questions.length;
      await desk.refresh.requestWalletSnapshot({ id: String(id) });
      await worker.runOnce();
      expect(eth.questions.length).toBe(asked);
      await desk.pass(pauseSeconds + 1);
    }
    for (const [index, pause] of pauses.entries()) {
      const expected = Math.min(300, 5 * 2 ** index);
      expect(pause).toBeGreaterThan(expected * 0.79 - 1);
      expect(pause).toBeLessThan(expected * 1.21);
    }
    eth.conduct = 'answer';
    await worker.runOnce();
    expect(await desk.kept(id)).toMatchObject({ error: null, requested_at: null });
  });

  it('marks every outbound wallet of the failed network and no other', async () => {
    const ids: number[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      ids.push(await desk.addWallet({ network: 'ETH', address: newAddress('ETH') }));
    }
    const other = await desk.addWallet({ network: 'TRON', address: newAddress('TRON') });
    const few = { ETH: { ...reader('ETH'), addressesMax: 1, spareAddressesMax: 1 } };
    eth.conduct = 'cut';
    await desk.createWorker({ readers: few }).runOnce();
    for (const id of ids) expect(await desk.kept(id)).toMatchObject({ error: OUT, taken_at: null });
    expect((await desk.kept(other)).error).toBeUndefined();
  });

  it('stores the wallets that were read before a node failed', async () => {
    const ids: number[] = [];
    for (let turn = 0; turn < 12; turn += 1) {
      ids.push(await desk.addWallet({ network: 'TRON', address: newAddress('TRON') }));
    }
    let left = 20;
    tron.conduct = (answer) => {
      left -= 1;
      if (left === 0) tron.conduct = { status: 429 };
      return answer;
    };
    await desk.createWorker({ readers }).runOnce();
    const kept = await Promise.all(ids.map(desk.kept));
    const read = kept.filter(({ taken_at }) => taken_at !== null);
    expect(read.length).toBeGreaterThan(0);
    expect(read.map(({ error }) => error)).toEqual(read.map(() => null));
    const rest = kept.filter(({ taken_at }) => taken_at === null);
    expect(rest.length).toBeGreaterThan(0);
    for (const { error } of rest) expect(error).toBe('The TRON node is rate limiting requests');
  });

  it('stores the error of one wallet and reads that wallet again in its turn', async () => {
    const [liar, other] = [newAddress('TRON'), newAddress('TRON')];
    const id = await desk.addWallet({ network: 'TRON', address: liar });
    const otherId = await desk.addWallet({ network: 'TRON', address: other });
    tron.conduct = (answer, { path, body }) =>
      path === '/wallet/getaccount' && body.includes(liar) ? '{"Error":"x"}' : answer;
    await desk.refresh.requestOutboundSnapshots();
    const worker = desk.createWorker({ readers });
    await worker.runOnce();
    expect(await desk.kept(id)).toMatchObject({
      error: 'The TRON node returned an invalid response',
      requested_at: null,
      balances: {},
    });
    expect(await desk.kept(otherId)).toMatchObject({ error: null, verdict: 'equal' });
    expect((await desk.source('TRON')).failures).toBe(0);
    const asked = tron.questions.length;
    await desk.pass(20);
    await worker.runOnce();
    expect(tron.questions.length).toBe(asked);
  });

  it('continues with the next inbound wallets if all were refused, but not if the node is down', async () => {
    const ids: number[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      ids.push(await desk.addWallet({ network: 'TRON', address: newAddress('TRON'), type: 'inbound' }));
    }
    const one = { TRON: { ...reader('TRON'), addressesMax: 1, spareAddressesMax: 1 } };
    const worker = desk.createWorker({ readers: one });
    tron.conduct = (answer, { path }) => (path === '/wallet/getaccount' ? '{"Error":"x"}' : answer);
    await worker.runOnce();
    await desk.pass(600);
    await worker.runOnce();
    const said = (await Promise.all(ids.map(desk.kept))).map(({ error }) => error);
    expect(said).toEqual([
      'The TRON node returned an invalid response',
      'The TRON node returned an invalid response',
      undefined,
    ]);
    expect(await desk.source('TRON')).toMatchObject({ failures: 2, last_inbound_id: ids[1] });

    tron.conduct = 'cut';
    await desk.pass(600);
    await worker.runOnce();
    expect(await desk.source('TRON')).toMatchObject({ failures: 3, last_inbound_id: ids[1] });
  });

  it('does not reveal the URL of a node', async () => {
    await ethWallet(0n);
    for (const conduct of ['cut', 'flood', { status: 500 }, () => 'x'] as const) {
      eth.conduct = conduct;
      await desk.createWorker({ readers }).runOnce();
      await desk.pass(600);
    }
    const { rows } = await sql<{ text: string }>`SELECT coalesce(string_agg(t::text, ''), '') AS text FROM (
      SELECT s::text FROM wallet_snapshots AS s UNION ALL SELECT b::text FROM balance_sources AS b) AS t`.execute(
      desk.database.reader,
    );
    const told = `${rows[0]?.text} ${JSON.stringify(desk.lines)}`;
    expect(told).toContain('The Ethereum node');
    for (const secret of ['secret', '127.0.0.1', new URL(eth.url).port]) expect(told).not.toContain(secret);
  });
});

function reader(network: 'ETH' | 'TRON') {
  const found = readers[network];
  if (found === undefined) throw new Error('unreachable');
  return found;
}
