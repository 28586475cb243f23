import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BalanceDesk, openBalanceDesk } from '../../../test/balance-desk.ts';
import { type SourceServer, startSourceServer } from '../../../test/source-server.ts';
import { createPriceSource } from '../../infra/prices/price-source.ts';
import type { BalanceWorker } from './balance-worker.ts';

const HOUR = 60 * 60;

let server: SourceServer;
let desk: BalanceDesk;
let worker: BalanceWorker;
beforeAll(async () => {
  [server, desk] = await Promise.all([startSourceServer(() => '{}'), openBalanceDesk([])]);
  worker = desk.createWorker({
    prices: createPriceSource({ url: server.url, symbols: ['ETH', 'TRX', 'USDT'] }),
  });
});
afterAll(async () => {
  await desk?.close();
  await server?.stop();
});
beforeEach(async () => await desk.clear());

async function offer(answer: object, pauseSeconds = 61): Promise<void> {
  server.conduct = () => JSON.stringify(answer);
  await worker.runOnce();
  await desk.pass(pauseSeconds);
}

async function prices(): Promise<Readonly<Record<string, string>>> {
  const rows = await desk.database.reader.selectFrom('prices').select(['symbol', 'usd']).execute();
  return Object.fromEntries(rows.map(({ symbol, usd }) => [symbol, usd]));
}

describe('runPriceRound', () => {
  it('stores prices unrounded and keeps the last one of a missing symbol', async () => {
    await offer({ ETH: '3120.123456789012345678', TRX: 0.19 });
    expect(await prices()).toEqual({ ETH: '3120.123456789012345678', TRX: '0.19' });
    await offer({ ETH: 3200 });
    expect(await prices()).toEqual({ ETH: '3200', TRX: '0.19' });
    expect(await desk.source('prices')).toMatchObject({ error: null, failures: 0 });
  });

  it.each([
    ['ten times', 1_000, 1_000],
    ['more than ten times', 1_000.01, 100],
    ['a tenth of', 10, 10],
    ['less than a tenth of', 9.99, 100],
  ])('applies the jump limit to a price that is %s the last one', async (_, price, kept) => {
    await offer({ ETH: 100, TRX: 1 });
    await offer({ ETH: price, TRX: 2 });
    expect(await prices()).toEqual({ ETH: String(kept), TRX: '2' });
    const { error, failures } = await desk.source('prices');
    expect(failures).toBe(0);
    expect(error).toBe(kept === price ? null : 'The price source returned invalid prices for ETH');
    expect((await desk.source('prices')).refused).toEqual(kept === price ? [] : ['ETH']);
  });

  it('accepts any price after a day', async () => {
    await offer({ ETH: 100 }, 23 * HOUR);
    await offer({ ETH: 5_000 }, 2 * HOUR);
    expect(await prices()).toEqual({ ETH: '100' });
    await offer({ ETH: 5_000 });
    expect(await prices()).toEqual({ ETH: '5000' });
  });

  it('rejects prices of 0 or less and stores the others', async () => {
    await offer({ ETH: 100, TRX: 0.2, USDT: 1 });
    await offer({ ETH: 0, TRX: -0.2, USDT: 0.99 });
    expect(await prices()).toEqual({ ETH: '100', TRX: '0.2', USDT: '0.99' });
    expect((await desk.source('prices')).error).toBe('The price source returned invalid prices for ETH, TRX');
  });

  it('keeps the last known prices while the source is down, and recovers', async () => {
    await offer({ ETH: 100 });
    server.conduct = { status: 502 };
    await worker.runOnce();
    expect(await desk.source('prices')).toMatchObject({
      error: 'The price source answered with HTTP status 502',
      failures: 1,
    });
    expect(await prices()).toEqual({ ETH: '100' });
    await desk.pass(7);
    await offer({ ETH: 101 });
    expect(await prices()).toEqual({ ETH: '101' });
    expect(await desk.source('prices')).toMatchObject({ error: null, failures: 0 });
  });
});
