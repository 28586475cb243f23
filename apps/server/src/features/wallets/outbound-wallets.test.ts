import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Enrolled, enrolAdministrator } from '../../../test/authenticator.ts';
import { plantPrice, plantPriceFailure, plantSnapshot } from '../../../test/planted-snapshot.ts';
import { startTestApplication, type TestApplication } from '../../../test/test-application.ts';
import {
  connectPlatform,
  privateKeyOf,
  type TestPlatform,
  testTransaction,
  testWallet,
  testWalletLock,
  uuidOf,
} from '../../../test/test-platform.ts';

let test: TestApplication;
let platform: TestPlatform;
let administrator: Enrolled;

async function start(configuration: Parameters<typeof startTestApplication>[0]): Promise<void> {
  test = await startTestApplication(configuration);
  platform = await connectPlatform(test);
  administrator = await enrolAdministrator(test, 'admin@example.com');
}

async function listOutbound(query = '') {
  const { status, body } = await administrator.browser.get(`/wallets/outbound${query}`);
  expect(status).toBe(200);
  return body;
}

async function readPortfolio(number: number) {
  const { status, body } = await administrator.browser.get(`/wallets/${uuidOf(number)}`);
  expect(status).toBe(200);
  return body.portfolio;
}

function numbersOf(wallets: readonly { readonly uuid: string }[]): number[] {
  return wallets.map(({ uuid }) => Number.parseInt(uuid.slice(-12), 16));
}

const outbound = (number: number, rest: Parameters<typeof testWallet>[1] = {}) =>
  testWallet(number, { type: 'outbound', createdAt: `2026-01-0${number}T00:00:00.000Z`, ...rest });

describe('outbound wallets in evaluation mode', () => {
  beforeAll(async () => {
    await start({ isEvaluation: true, explorerUrls: { ETH: 'https://etherscan.io' } });
    const native = { currency: 'ETH', walletUuid: uuidOf(1) };
    await platform.feed({
      wallets: [
        outbound(1, { privateKey: privateKeyOf(1) }),
        outbound(2, { network: 'TRON' }),
        outbound(3, { network: 'BSC' }),
        outbound(4, { network: 'POLYGON' }),
        testWallet(5),
      ],
      locks: [testWalletLock()],
      transactions: [
        testTransaction(1, { ...native, amount: '2', amountUsd: '6000' }),
        testTransaction(2, {
          ...native,
          direction: 'outgoing',
          type: 'payout',
          amount: '0.5',
          amountUsd: null,
          networkFee: '0.001',
        }),
        testTransaction(3, {
          ...native,
          direction: 'outgoing',
          status: 'failed',
          amount: '1',
          amountUsd: null,
          networkFee: '0.002',
        }),
        testTransaction(4, { ...native, direction: 'internal', amount: '1', amountUsd: null, testnet: true }),
        testTransaction(5, { amount: '1000.123456', amountUsd: '1000.123456' }),
        testTransaction(6, { amount: '5', status: 'pending' }),
        testTransaction(7, { amount: '700', testnet: true }),
        testTransaction(8, { walletUuid: uuidOf(3), currency: 'XYZ', amount: '5', amountUsd: null }),
        testTransaction(9, { walletUuid: uuidOf(4), amount: '0.005', amountUsd: '0.005' }),
        testTransaction(10, { walletUuid: uuidOf(5), amount: '9', amountUsd: '9' }),
      ],
    });
  });
  afterAll(async () => await test.close());

  // @spec D.144
  it('shows the current sum of the fed transactions', async () => {
    const { wallets } = await listOutbound();
    expect(wallets[0]).toEqual({
      id: expect.stringMatching(/^\d+$/),
      uuid: uuidOf(1),
      address: testWallet(1).address,
      blockchain: 'ETH',
      type: 'outbound',
      createdAt: '2026-01-01T00:00:00.000Z',
      portfolio: {
        native: { symbol: 'ETH', balance: '1.497', valueUsd: '4491.00' },
        tokens: [
          {
            symbol: 'USDT',
            address: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
            balance: '1000.123456',
            valueUsd: '1000.12',
          },
        ],
        totalValueUsd: '5491.12',
        error: null,
        isPartial: false,
        source: 'ledger',
        asOf: new Date(test.clock.now).toISOString(),
        blockNumber: null,
      },
      currentLock: {
        merchantId: uuidOf(1),
        currency: 'USDT',
        networkId: 'ETH',
        lockedAt: '2026-01-03T00:00:00.000Z',
      },
      transactionCounts: { mainnet: { confirmed: 3 }, testnet: { confirmed: 2 } },
      explorerUrl: `https://etherscan.io/address/${testWallet(1).address}`,
    });
  });

  it('shows zero for an unused asset and null for an asset without a price', async () => {
    expect(await readPortfolio(2)).toMatchObject({
      native: { symbol: 'TRX', balance: '0', valueUsd: '0.00' },
      tokens: [],
      totalValueUsd: '0.00',
      isPartial: false,
    });
    expect(await readPortfolio(3)).toMatchObject({
      native: { symbol: 'BNB', balance: '0', valueUsd: '0.00' },
      tokens: [{ symbol: 'XYZ', balance: '5', valueUsd: null }],
      totalValueUsd: null,
      isPartial: true,
    });
  });

  // @spec 7.40
  it('sorts by value with unknown values last and returns the total', async () => {
    const { wallets, totalValueUsd, isPartial } = await listOutbound();
    expect(numbersOf(wallets)).toEqual([1, 4, 2, 3]);
    // Half a cent is rounded up.
    expect(wallets[1].portfolio.totalValueUsd).toBe('0.01');
    expect([totalValueUsd, isPartial]).toEqual(['5491.13', true]);
  });

  // @spec 7.43, D.147
  it('returns one wallet by id or UUID', async () => {
    const [first] = (await listOutbound()).wallets;
    const byId = await administrator.browser.get(`/wallets/${first.id}`);
    expect(byId.body).toEqual({
      ...first,
      isPrivateKeyHeld: true,
      backups: { count: 0, lastAt: null },
      transactionExplorerUrl: 'https://etherscan.io/tx/{hash}',
      ledger: [],
    });
    expect((await administrator.browser.get(`/wallets/${first.uuid.toUpperCase()}`)).body).toEqual(byId.body);
    const { body } = await administrator.browser.get(`/wallets/${uuidOf(2)}`);
    expect(body).toMatchObject({
      isPrivateKeyHeld: false,
      explorerUrl: null,
      transactionExplorerUrl: null,
      currentLock: null,
    });
    expect(JSON.stringify(byId.body)).not.toContain(privateKeyOf(1));
  });

  it.each(['999999', '999999999999999999', uuidOf(99)])('answers 404 for %s', async (id) => {
    const answer = await administrator.browser.get(`/wallets/${id}`);
    expect(answer).toMatchObject({ status: 404, body: { status: 'not_found' } });
  });

  it.each([
    ['0', 404],
    ['01', 404],
    ['-1', 404],
    ['1e3', 404],
    ['x', 404],
    ['1000000000000000000', 404],
    ['%00', 400],
  ])('rejects the wallet id %s', async (id, status) => {
    expect((await administrator.browser.get(`/wallets/${id}`)).status).toBe(status);
  });

  it('shows no value if outflows exceed inflows and marks the total incomplete', async () => {
    const { totalValueUsd: before } = await listOutbound();
    const at6 = { walletUuid: uuidOf(6), amountUsd: null };
    await platform.feed({
      wallets: [outbound(6)],
      transactions: [
        testTransaction(20, { ...at6, direction: 'outgoing', amount: '30', networkFee: '0.001' }),
        testTransaction(21, { ...at6, currency: 'USDC', amount: '7', amountUsd: '7' }),
      ],
    });
    expect(await readPortfolio(6)).toMatchObject({
      native: { symbol: 'ETH', balance: '-0.001', valueUsd: null },
      tokens: [
        { symbol: 'USDC', balance: '7', valueUsd: '7.00' },
        { symbol: 'USDT', balance: '-30', valueUsd: null },
      ],
      totalValueUsd: '7.00',
      isPartial: true,
    });
    const { totalValueUsd, isPartial } = await listOutbound();
    expect([Number(totalValueUsd) - Number(before), isPartial]).toEqual([7, true]);
  });

  it('shows no verdict for a chain without a node', async () => {
    for (const verdict of ['equal', 'in_flight', 'unexplained']) {
      expect((await listOutbound(`?ledger=${verdict}`)).wallets).toEqual([]);
    }
    expect((await administrator.browser.get('/wallets/outbound?ledger=wrong')).status).toBe(400);
  });
});

describe('outbound wallets of chains with nodes', () => {
  const TAKEN_AT = '2026-02-28T08:00:00.000Z';
  const snapshotOfOne = {
    takenAt: TAKEN_AT,
    verdict: 'unexplained' as const,
    balances: [
      { symbol: 'BUSD', tokenAddress: '0xb', balance: '0' },
      { symbol: 'USDT', tokenAddress: '0xa', balance: '10.5', ledgerBalance: '-3', inFlight: '13.50' },
      { symbol: 'ETH', balance: '1.500000000000000001', ledgerBalance: '2', verdict: 'unexplained' as const },
    ],
  };

  beforeAll(async () => {
    const unreachable = 'http://127.0.0.1:1';
    await start({ chainUrls: { ETH: unreachable, TRON: unreachable }, pricesUrl: unreachable });
    await platform.feed({
      wallets: [
        outbound(1),
        outbound(2),
        outbound(3),
        outbound(4, { network: 'TRON' }),
        outbound(5, { network: 'POLYGON' }),
      ],
      transactions: [testTransaction(1, { amount: '2', amountUsd: '6000' })],
    });
    await plantSnapshot(test.database, uuidOf(1), snapshotOfOne);
    await plantSnapshot(test.database, uuidOf(2), { error: 'The node did not answer' });
    await plantSnapshot(test.database, uuidOf(4), {
      takenAt: TAKEN_AT,
      error: 'The node did not answer',
      verdict: 'equal',
      balances: [{ symbol: 'TRX', balance: '100' }],
    });
    for (const [symbol, usd] of [
      ['ETH', '3000'],
      ['USDT', '0.9995'],
      ['TRX', '0.19'],
    ] as const) {
      await plantPrice(test.database, symbol, usd);
    }
  });
  afterAll(async () => await test.close());

  // @spec 3.17
  it('shows the balances of the newest snapshot', async () => {
    expect(await readPortfolio(1)).toEqual({
      native: { symbol: 'ETH', balance: '1.500000000000000001', valueUsd: '4500.00' },
      tokens: [
        { symbol: 'USDT', address: '0xa', balance: '10.5', valueUsd: '10.49' },
        { symbol: 'BUSD', address: '0xb', balance: '0', valueUsd: '0.00' },
      ],
      totalValueUsd: '4510.49',
      error: null,
      isPartial: false,
      source: 'chain',
      asOf: TAKEN_AT,
      blockNumber: '21000000',
    });
  });

  it('shows the ledger balance beside the chain balance', async () => {
    const { body } = await administrator.browser.get(`/wallets/${uuidOf(1)}`);
    expect(body.ledger).toEqual([
      {
        symbol: 'ETH',
        chainBalance: '1.500000000000000001',
        ledgerBalance: '2',
        inFlight: '0',
        verdict: 'unexplained',
      },
      { symbol: 'USDT', chainBalance: '10.5', ledgerBalance: '-3', inFlight: '13.5', verdict: 'equal' },
      { symbol: 'BUSD', chainBalance: '0', ledgerBalance: '0', inFlight: '0', verdict: 'equal' },
    ]);
  });

  // @spec D.148
  it('shows unread wallets as unknown, with the error if there is one', async () => {
    const unknown = {
      native: null,
      tokens: [],
      totalValueUsd: null,
      error: null,
      isPartial: true,
      source: null,
      asOf: null,
      blockNumber: null,
    };
    expect(await readPortfolio(3)).toEqual(unknown);
    expect(await readPortfolio(2)).toEqual({ ...unknown, error: 'The node did not answer' });
    // Without a node for this chain, its balances stay unknown.
    expect(await readPortfolio(5)).toEqual(unknown);
  });

  // @spec 3.17, D.148
  it('keeps the last known balances and their age if a newer reading fails', async () => {
    expect(await readPortfolio(4)).toMatchObject({
      native: { balance: '100', valueUsd: '19.00' },
      totalValueUsd: '19.00',
      error: 'The node did not answer',
      isPartial: true,
      asOf: TAKEN_AT,
    });
  });

  // @spec D.102
  it('sorts by value, then unknown values newest first', async () => {
    const { wallets, totalValueUsd, isPartial } = await listOutbound();
    expect(numbersOf(wallets)).toEqual([1, 4, 5, 3, 2]);
    expect([totalValueUsd, isPartial]).toEqual(['4529.49', true]);
  });

  it('filters by verdict without changing the total', async () => {
    for (const [verdict, numbers] of [
      ['unexplained', [1]],
      ['equal', [4]],
      ['in_flight', []],
    ] as const) {
      const { wallets, totalValueUsd } = await listOutbound(`?ledger=${verdict}`);
      expect(numbersOf(wallets)).toEqual(numbers);
      expect(totalValueUsd).toBe('4529.49');
    }
  });

  it('shows no value if the price is missing or older than an hour', async () => {
    await plantPrice(test.database, 'ETH', '3000', 61);
    expect(await readPortfolio(1)).toMatchObject({
      native: { balance: '1.500000000000000001', valueUsd: null },
      totalValueUsd: '10.49',
      error: null,
      isPartial: true,
    });
    await plantPrice(test.database, 'USDT', '1', 61);
    // Zero balances alone give no total.
    expect(await readPortfolio(1)).toMatchObject({ totalValueUsd: null, isPartial: true });
    await plantSnapshot(test.database, uuidOf(1), {
      ...snapshotOfOne,
      balances: snapshotOfOne.balances.slice(1),
    });
    expect(await readPortfolio(1)).toMatchObject({ totalValueUsd: null, isPartial: true });
    await plantPrice(test.database, 'ETH', '3000', 59);
    expect((await readPortfolio(1)).totalValueUsd).toBe('4500.00');
  });

  // @spec D.148
  it('keeps the last value and price age while the price source fails', async () => {
    const OUT = 'The price source could not be reached';
    await plantSnapshot(test.database, uuidOf(1), snapshotOfOne);
    await plantPrice(test.database, 'USDT', '0.9995');
    await plantPrice(test.database, 'ETH', '3000', 61);
    expect(await readPortfolio(1)).toMatchObject({ totalValueUsd: '10.49', error: null });

    await plantPriceFailure(test.database, { error: OUT, failures: 1 });
    const failing = await readPortfolio(1);
    expect(failing).toMatchObject({
      native: { balance: '1.500000000000000001', valueUsd: '4500.00' },
      totalValueUsd: '4510.49',
      isPartial: true,
      asOf: TAKEN_AT,
    });
    const [said, time] = String(failing.error).split('; using prices from ');
    expect(said).toBe(OUT);
    const ageMs = Date.now() - Date.parse(`${time?.replace(' UTC', 'Z').replace(' ', 'T')}`);
    expect(Math.floor(ageMs / 60_000)).toBeGreaterThanOrEqual(61);
    expect((await listOutbound()).isPartial).toBe(true);
    // A chain failure takes precedence. Empty holdings need no price.
    expect((await readPortfolio(4)).error).toBe('The node did not answer');
    await plantSnapshot(test.database, uuidOf(3), {
      takenAt: TAKEN_AT,
      verdict: 'equal',
      balances: [{ symbol: 'ETH', balance: '0' }],
    });
    expect(await readPortfolio(3)).toMatchObject({ totalValueUsd: '0.00', error: null, isPartial: false });

    await plantSnapshot(test.database, uuidOf(3), {
      takenAt: TAKEN_AT,
      verdict: 'equal',
      balances: [
        { symbol: 'ETH', balance: '0' },
        { symbol: 'BUSD', tokenAddress: '0xb', balance: '2' },
      ],
    });
    expect(await readPortfolio(3)).toMatchObject({
      tokens: [{ symbol: 'BUSD', balance: '2', valueUsd: null }],
      error: OUT,
      isPartial: true,
    });
    await plantPriceFailure(test.database, { error: null, failures: 0 });
    expect((await readPortfolio(3)).error).toBeNull();
  });

  it('keeps the last price of an asset if its new one was invalid, but not if it was missing', async () => {
    const refused = 'The price source returned invalid prices for ETH';
    await plantPrice(test.database, 'ETH', '3000', 90);
    await plantPrice(test.database, 'USDT', '0.9995');
    await plantPrice(test.database, 'TRX', '0.19', 0);
    await plantPriceFailure(test.database, { error: refused, failures: 0, refused: ['ETH'] });
    expect(await readPortfolio(1)).toMatchObject({
      native: { valueUsd: '4500.00' },
      error: expect.stringMatching(/^The price source returned invalid prices for ETH; using prices from /),
      isPartial: true,
    });
    await plantSnapshot(test.database, uuidOf(3), {
      takenAt: TAKEN_AT,
      verdict: 'equal',
      balances: [
        { symbol: 'ETH', balance: '0' },
        { symbol: 'TRX', balance: '100' },
      ],
    });
    expect(await readPortfolio(3)).toMatchObject({ totalValueUsd: '19.00', error: null, isPartial: false });

    // The source no longer lists TRX, which is not a failure.
    await plantPrice(test.database, 'TRX', '0.19', 90);
    expect(await readPortfolio(3)).toMatchObject({ totalValueUsd: null, error: null, isPartial: true });
    await plantPrice(test.database, 'TRX', '0.19', 0);

    for (const symbol of ['ETH', 'USDT', 'TRX']) await plantPrice(test.database, symbol, '3000', 90);
    const all = { error: 'All refused', failures: 0, refused: ['ETH', 'TRX', 'USDT'] };
    await plantPriceFailure(test.database, all);
    expect(await readPortfolio(1)).toMatchObject({
      native: { valueUsd: '4500.00' },
      error: expect.stringMatching(/^All refused; using prices from /),
      isPartial: true,
    });
    await plantPriceFailure(test.database, { error: null, failures: 0 });
    await plantPrice(test.database, 'ETH', '3000');
    await plantPrice(test.database, 'USDT', '0.9995');
    await plantPrice(test.database, 'TRX', '0.19');
  });

  it('shows a ledger asset that was not read from the chain as unknown', async () => {
    await plantSnapshot(test.database, uuidOf(1), snapshotOfOne);
    await platform.feed({
      transactions: [testTransaction(30, { currency: 'DAI', amount: '4000', amountUsd: '4000' })],
    });
    const { tokens, isPartial } = await readPortfolio(1);
    expect(tokens).toContainEqual({ symbol: 'DAI', address: null, balance: null, valueUsd: null });
    expect(tokens).toHaveLength(3);
    expect(isPartial).toBe(true);
    const { body } = await administrator.browser.get(`/wallets/${uuidOf(1)}`);
    expect(body.ledger.map(({ symbol }: { readonly symbol: string }) => symbol)).not.toContain('DAI');

    await platform.feed({
      transactions: [testTransaction(31, { currency: 'DAI', direction: 'outgoing', amount: '4000' })],
    });
    expect((await readPortfolio(1)).tokens).toHaveLength(2);
  });

  it('does not treat an unread balance as zero', async () => {
    await plantSnapshot(test.database, uuidOf(1), {
      ...snapshotOfOne,
      balances: snapshotOfOne.balances.slice(0, 2),
    });
    expect(await readPortfolio(1)).toMatchObject({
      native: { symbol: 'ETH', balance: null, valueUsd: null },
      isPartial: true,
    });
  });
});

describe('outbound wallets if there are none', () => {
  beforeAll(async () => await start({}));
  afterAll(async () => await test.close());

  it('returns a complete total of zero', async () => {
    expect(await listOutbound()).toEqual({ wallets: [], totalValueUsd: '0.00', isPartial: false });
    expect(await test.newBrowser().get('/wallets/outbound')).toMatchObject({ status: 401 });
  });
});
