import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Enrolled, enrolAdministrator } from '../../../test/authenticator.ts';
import { keptTotalDifferences } from '../../../test/kept-totals.ts';
import { plantSnapshot } from '../../../test/planted-snapshot.ts';
import { startTestApplication, type TestApplication } from '../../../test/test-application.ts';
import {
  connectPlatform,
  type TestPlatform,
  testTransaction,
  testWallet,
  testWalletLock,
  uuidOf,
} from '../../../test/test-platform.ts';

const INBOUND = 60;
const NETWORKS = ['ETH', 'POLYGON', 'BSC', 'TRON'] as const;

let test: TestApplication;
let platform: TestPlatform;
let administrator: Enrolled;

/** Wallets of alternating networks, three a day. Numbers 20 to 29 have the same creation time. */
function inbound(number: number) {
  const hours = (number >= 20 && number < 30 ? 20 : number) * 8;
  return testWallet(number, {
    network: NETWORKS[number % 4] ?? 'ETH',
    createdAt: new Date(Date.UTC(2026, 0, 1) + hours * 60 * 60_000).toISOString(),
  });
}

function addressOf(number: number): string {
  return inbound(number).address;
}

beforeAll(async () => {
  const unreachable = 'http://127.0.0.1:1';
  test = await startTestApplication({
    chainUrls: { ETH: unreachable, BSC: unreachable, TRON: unreachable },
    explorerUrls: { TRON: 'https://tronscan.org' },
  });
  platform = await connectPlatform(test);
  administrator = await enrolAdministrator(test, 'admin@example.com');
  await platform.feed({
    wallets: [
      ...Array.from({ length: INBOUND }, (_, index) => inbound(index + 1)),
      testWallet(100, { type: 'outbound' }),
    ],
    locks: [testWalletLock({ walletUuid: uuidOf(3) })],
    transactions: [
      testTransaction(1, { walletUuid: uuidOf(3) }),
      testTransaction(2, { walletUuid: uuidOf(3), status: 'pending' }),
      testTransaction(3, { walletUuid: uuidOf(3), testnet: true }),
    ],
  });
});
afterAll(async () => await test.close());

async function list(query: Readonly<Record<string, string>> = {}) {
  const { status, body } = await administrator.browser.get(`/wallets/inbound?${new URLSearchParams(query)}`);
  expect(status).toBe(200);
  return body;
}

async function find(query: Readonly<Record<string, string>>): Promise<number[]> {
  const { wallets, pagination } = await list({ limit: '100', ...query });
  expect(pagination.totalCount).toBe(wallets.length);
  return wallets.map(({ uuid }: { uuid: string }) => Number.parseInt(uuid.slice(-12), 16));
}

const numbers = Array.from({ length: INBOUND }, (_, index) => INBOUND - index);
const of = (network: string) => numbers.filter((number) => inbound(number).network === network);

describe('the list of inbound wallets', () => {
  it('requires a signed-in administrator', async () => {
    expect((await test.newBrowser().get('/wallets/inbound')).status).toBe(401);
  });

  // @spec 3.15, D.144
  it('returns the contract fields of a wallet', async () => {
    const [wallet] = (await list({ search: addressOf(3) })).wallets;
    expect(wallet).toEqual({
      id: expect.stringMatching(/^\d+$/),
      uuid: uuidOf(3),
      address: addressOf(3),
      blockchain: 'TRON',
      type: 'inbound',
      createdAt: inbound(3).createdAt,
      portfolio: null,
      currentLock: testWalletLock().lock,
      transactionCounts: { mainnet: { confirmed: 1 }, testnet: { confirmed: 1 } },
      explorerUrl: `https://tronscan.org/#/address/${addressOf(3)}`,
    });
  });

  // @spec D.101
  it('pages through every wallet once, newest first', async () => {
    for (const limit of [1, 7, 20, 100]) {
      const seen: string[] = [];
      while (seen.length < INBOUND) {
        const page = await list({ limit: String(limit), offset: String(seen.length) });
        expect(page.pagination.totalCount).toBe(INBOUND);
        expect(page.wallets).not.toEqual([]);
        seen.push(...page.wallets.map(({ uuid }: { uuid: string }) => uuid));
      }
      expect(seen).toEqual(numbers.map(uuidOf));
    }
  });

  // @spec 7.41, D.143
  it.each([
    ['ETH', 'ETH'],
    ['POLYGON', 'POLYGON'],
    ['MATIC', 'POLYGON'],
    ['BSC', 'BSC'],
    ['TRON', 'TRON'],
  ])('filters by blockchain %s and returns wallets of %s', async (blockchain, network) => {
    expect(await find({ blockchain })).toEqual(of(network));
    const { wallets, pagination } = await list({ blockchain, limit: '4', offset: '9' });
    expect(wallets.map(({ uuid }: { uuid: string }) => uuid)).toEqual(of(network).slice(9, 13).map(uuidOf));
    expect(pagination.totalCount).toBe(15);
  });

  // @spec 7.42
  it('returns an empty page and the total beyond the end', async () => {
    for (const offset of ['60', '1000000000']) {
      expect(await list({ offset })).toEqual({ wallets: [], pagination: { totalCount: INBOUND } });
    }
  });

  it.each([
    ['limit=0'],
    ['limit=101'],
    ['offset=-1'],
    ['blockchain=eth'],
    ['blockchain='],
    ['ledger=all'],
    ['search=a&search=b'],
    ['search=%00'],
    [`search=${'a'.repeat(201)}`],
  ])('answers 400 to %s', async (query) => {
    expect((await administrator.browser.get(`/wallets/inbound?${query}`)).body.status).toBe(
      'validation_error',
    );
  });
});

describe('inbound wallet search', () => {
  // @spec D.113
  it('finds an EVM address by any part, in any case', async () => {
    const address = addressOf(4);
    for (const search of [
      address,
      address.toLowerCase(),
      address.toUpperCase(),
      address.slice(0, 10),
      address.slice(5, 15).toUpperCase(),
      address.slice(-8),
      ` ${address} `,
    ]) {
      expect(await find({ search })).toEqual([4]);
    }
  });

  it('finds an address in whatever is pasted with it', async () => {
    const evm = addressOf(4);
    const tron = addressOf(3);
    const short = (address: string, gap: string) => `${address.slice(0, 6)}${gap}${address.slice(-4)}`;
    for (const [search, number] of [
      [`\u200B${evm}\u202C`, 4],
      [`${evm.slice(0, 12)} ${evm.slice(12)}`, 4],
      [`ethereum:${evm}`, 4],
      [`https://etherscan.io/address/${evm.toLowerCase()}#code`, 4],
      [`“${evm}”`, 4],
      [short(evm, '…'), 4],
      [short(evm, '...'), 4],
      [short(evm.toLowerCase(), '…'), 4],
      [`xdc${evm.slice(2)}`, 4],
      [`tron:${tron}`, 3],
      [`https://tronscan.org/#/address/${tron}`, 3],
      [short(tron, '…'), 3],
      [`${short(tron, '...')}\u2060`, 3],
    ] as const) {
      expect([search, await find({ search })]).toEqual([search, [number]]);
    }
    expect(await find({ search: short(tron, '…').toLowerCase() })).toEqual([]);
    expect(await find({ search: `${evm.slice(2, 6)}…${evm.slice(-4)}` })).toEqual([]);
  });

  // @spec D.113
  it('finds a TRON address by any part in the exact case', async () => {
    const address = addressOf(3);
    for (const part of [address, address.slice(0, 9), address.slice(4, 14), address.slice(-8)]) {
      expect(await find({ search: part })).toEqual([3]);
      const swapped = part.replace(/[a-zA-Z]/g, (letter) =>
        letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
      );
      expect(swapped).not.toBe(part);
      expect(await find({ search: swapped })).toEqual([]);
    }
  });

  // @spec D.113
  it('finds all addresses of a network by their common prefix', async () => {
    const evm = numbers.filter((number) => inbound(number).network !== 'TRON');
    for (const search of ['0', '0x', '0X']) expect(await find({ search })).toEqual(evm);
    expect(await find({ search: 'T' })).toEqual(of('TRON'));
    expect(await find({ search: '0x', blockchain: 'BSC' })).toEqual(of('BSC'));
    expect(await find({ search: 'T', blockchain: 'BSC' })).toEqual([]);
  });

  it('finds every match of a short search text', async () => {
    for (const search of ['a', '1', 'F', 'aB', 'c3', 'x', 'xA']) {
      const expected = numbers.filter((number) => {
        const { network, address } = inbound(number);
        return network === 'TRON'
          ? address.includes(search)
          : address.toLowerCase().includes(search.toLowerCase());
      });
      expect(await find({ search })).toEqual(expected);
      const some = expected.filter((number) => inbound(number).network === 'TRON');
      expect(await find({ search, blockchain: 'TRON' })).toEqual(some);
    }
  });

  it.each(['%', '_', '\\', '0x%', 'T_', "'; DROP TABLE wallets; --", 'ж', 'OO', '0x0x'])(
    'treats %s literally',
    async (search) => {
      expect(await find({ search })).toEqual([]);
    },
  );

  it('pages through each match once, forwards and backwards', async () => {
    const expected = await find({ search: 'a' });
    const pages = Array.from({ length: Math.ceil(expected.length / 5) }, (_, index) => index * 5);
    for (const offset of [...pages, ...pages.toReversed()]) {
      const { wallets, pagination } = await list({ search: 'a', limit: '5', offset: String(offset) });
      expect(pagination.totalCount).toBe(expected.length);
      expect(wallets.map(({ uuid }: { uuid: string }) => uuid)).toEqual(
        expected.slice(offset, offset + 5).map(uuidOf),
      );
    }
  });

  it('never returns stale results after a change', async () => {
    const search = testWallet(200).address.slice(2, 12);
    expect(await find({ search })).toEqual([]);
    await platform.feed({ wallets: [testWallet(200)] });
    expect(await find({ search })).toEqual([200]);
    await test.database.transaction(
      async (transaction) => await sql`DELETE FROM wallets WHERE uuid = ${uuidOf(200)}`.execute(transaction),
    );
    expect(await find({ search })).toEqual([]);
  });
});

describe('inbound wallet verdicts', () => {
  const judge = async (number: number, verdict: 'equal' | 'in_flight' | 'unexplained' | undefined) =>
    await plantSnapshot(test.database, uuidOf(number), {
      takenAt: '2026-02-01T00:00:00.000Z',
      ...(verdict !== undefined && { verdict }),
    });

  it('filters the list by the verdicts of the newest snapshots', async () => {
    for (const number of numbers.filter((each) => each % 5 !== 0)) await judge(number, 'equal');
    for (const number of [8, 12, 19]) await judge(number, 'unexplained');
    await judge(19, 'in_flight');
    await judge(16, undefined);
    expect(await find({ ledger: 'unexplained' })).toEqual([12, 8]);
    expect(await find({ ledger: 'in_flight' })).toEqual([19]);
    const equal = numbers.filter((number) => number % 5 !== 0 && ![8, 12, 16, 19].includes(number));
    // Without a POLYGON node, its wallets have no current verdict.
    const known = equal.filter((number) => inbound(number).network !== 'POLYGON');
    expect(await find({ ledger: 'equal' })).toEqual(known);
    const { wallets, pagination } = await list({ ledger: 'equal', limit: '20', offset: '11' });
    expect(wallets.map(({ uuid }: { uuid: string }) => uuid)).toEqual(known.slice(11, 31).map(uuidOf));
    expect(pagination.totalCount).toBe(known.length);
    for (const blockchain of ['ETH', 'POLYGON']) {
      const expected = known.filter((number) => inbound(number).network === blockchain);
      expect(await find({ ledger: 'equal', blockchain })).toEqual(expected);
    }
  });

  it('filters a search by verdict, even after verdicts change', async () => {
    const search = addressOf(8).slice(2, 12);
    expect(await find({ search, ledger: 'unexplained' })).toEqual([8]);
    expect(await find({ search, ledger: 'equal' })).toEqual([]);
    await judge(8, 'equal');
    expect(await find({ search, ledger: 'unexplained' })).toEqual([]);
    expect(await find({ search, ledger: 'equal' })).toEqual([8]);
  });

  it('counts wallets by verdict', async () => {
    await test.database.transaction(
      async (transaction) =>
        await sql`DELETE FROM wallet_snapshots USING wallets
          WHERE wallets.id = wallet_id AND uuid = ${uuidOf(1)}`.execute(transaction),
    );
    expect(await keptTotalDifferences(test)).toEqual([]);
  });
});
