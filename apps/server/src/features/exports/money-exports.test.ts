import type { FeedWalletTransaction } from '@halyard/contract/platform-feed-wallets';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EnrolledAccount, startEnrolledAccount } from '../../../test/enrolled-account.ts';
import {
  type PlantedSnapshot,
  plantPrice,
  plantPriceFailure,
  plantSnapshot,
} from '../../../test/planted-snapshot.ts';
import {
  connectPlatform,
  type TestPlatform,
  testMerchant,
  testOrder,
  testTransaction,
  testUser,
  testWallet,
  uuidOf,
} from '../../../test/test-platform.ts';

let account: EnrolledAccount;
let platform: TestPlatform;

const wallets = [
  testWallet(1, { network: 'ETH', type: 'outbound' }),
  testWallet(2, { network: 'TRON', type: 'inbound' }),
];

const transactions: readonly FeedWalletTransaction[] = [
  testTransaction(11, {
    type: 'payout',
    direction: 'outgoing',
    amountUsd: '1500.5',
    networkFee: '0.001',
    createdAt: '2026-01-11T00:00:00.000Z',
  }),
  testTransaction(12, {
    walletUuid: uuidOf(2),
    orderUuid: uuidOf(5),
    amount: '0.500000000000000001',
    amountUsd: null,
    hash: null,
    createdAt: '2026-01-12T00:00:00.000Z',
  }),
  testTransaction(13, { status: 'failed', testnet: true, createdAt: '2026-01-13T00:00:00.000Z' }),
];

beforeAll(async () => {
  // Balances of ETH come from a node, all others from recorded transactions.
  account = await startEnrolledAccount({
    isEvaluation: true,
    chainUrls: { ETH: 'http://127.0.0.1:1' },
    pricesUrl: 'http://127.0.0.1:1',
  });
  platform = await connectPlatform(account.test);
  await platform.feed({
    users: [testUser(1)],
    merchants: [testMerchant(1, { userUuid: uuidOf(1), name: '=Shop' }), testMerchant(2)],
    wallets,
    orders: [
      testOrder(5, { merchantUuid: uuidOf(1), merchantOrderId: '+1;-2', network: 'TRON', status: 'pending' }),
      testOrder(6, {
        merchantUuid: uuidOf(2),
        merchantOrderId: 'B-6',
        network: 'BSC',
        status: 'expired',
        createdAt: '2026-02-01T00:00:00.000Z',
      }),
      testOrder(7, {
        merchantUuid: uuidOf(2),
        merchantOrderId: 'C-7',
        network: 'ETH',
        status: 'paid',
        createdAt: '2026-01-15T00:00:00.000Z',
        paidAt: '2026-02-04T00:00:00.000Z',
      }),
    ],
    transactions: [...transactions],
  });
});
afterAll(async () => await account.test.close());

async function rowsOf(body: object): Promise<Record<string, string>[]> {
  const { browser } = account.owner;
  const { status, body: ticket } = await browser.post('/exports', body);
  expect(status).toBe(200);
  const { body: text } = await browser.get(ticket.address);
  const [header = '', ...lines] = text.replace('\ufeff', '').trimEnd().split('\r\n');
  const names = header.split(',');
  return lines.map((line: string) => {
    const cells = line.match(/"(?:[^"]|"")*"|[^,]+|(?<=,|^)(?=,|$)/g) ?? [];
    return Object.fromEntries(names.map((name: string, at: number) => [name, cells[at] ?? '']));
  });
}

const keysOf = async (body: object, name: string) => (await rowsOf(body)).map((row) => row[name]);

describe('exports of exceptions', () => {
  it('has what was expected, what arrived and its value, escaped for spreadsheets', async () => {
    const [row] = await rowsOf({ of: 'exceptions', kind: 'stuck_pending' });
    expect(row).toEqual({
      ID: expect.stringMatching(/^[0-9a-f-]{36}$/),
      Kind: 'stuck_pending',
      State: 'open',
      'Opened At': '2026-01-03T01:00:00.000Z',
      'Resolved At': '',
      'Closed At': '',
      Reason: '',
      Network: 'TRON',
      Currency: 'USDT',
      Expected: '100',
      Received: '0.500000000000000001',
      'At Stake USD': '100',
      'Order UUID': uuidOf(5),
      'Merchant Order ID': `"'+1;'-2"`,
      'Merchant UUID': uuidOf(1),
      'Merchant Name': "'=Shop",
      'Transaction ID': '',
      'Transaction Hash': '',
      'Wallet ID': expect.stringMatching(/^\d+$/),
    });
  });

  it.each<[object, string[]]>([
    [{}, ['paid_without_money', 'underpaid', 'stuck_pending']],
    [{ state: 'open' }, ['paid_without_money', 'underpaid', 'stuck_pending']],
    [{ state: 'closed' }, []],
    [{ kind: 'underpaid' }, ['underpaid']],
    [{ merchantUuid: uuidOf(1), orderUuid: uuidOf(5) }, ['underpaid', 'stuck_pending']],
    [{ merchantUuid: uuidOf(2) }, ['paid_without_money']],
    [{ userUuid: uuidOf(1) }, ['underpaid', 'stuck_pending']],
    [{ walletId: uuidOf(2) }, ['underpaid', 'stuck_pending']],
    [{ walletId: uuidOf(1) }, []],
  ])('includes only what matches %j', async (filters, expected) => {
    expect(await keysOf({ of: 'exceptions', ...filters }, 'Kind')).toEqual(expected);
  });
});

describe('exports of transactions', () => {
  const idsOf = async (filters: object) => await keysOf({ of: 'transactions', ...filters }, 'ID');

  it('has every field with the USD amount at the time, newest first', async () => {
    const rows = await rowsOf({ of: 'transactions' });
    expect(rows.map(({ ID }) => ID)).toEqual([uuidOf(13), uuidOf(12), uuidOf(11)]);
    expect(rows[2]).toEqual({
      ID: uuidOf(11),
      'Created At': '2026-01-11T00:00:00.000Z',
      Type: 'payout',
      Direction: 'outgoing',
      Status: 'confirmed',
      Network: 'ETH',
      Testnet: 'no',
      Currency: 'USDT',
      Amount: '100',
      'Amount USD': '1500.5',
      'Network Fee': '0.001',
      Hash: transactions[0]?.hash,
      'Wallet ID': expect.stringMatching(/^\d+$/),
      'Wallet Type': 'outbound',
      'Wallet Address': wallets[0]?.address,
      'Order UUID': '',
      'Merchant Order ID': '',
    });
    expect(rows[1]).toMatchObject({
      Amount: '0.500000000000000001',
      'Amount USD': '',
      'Order UUID': uuidOf(5),
      'Merchant Order ID': `"'+1;'-2"`,
    });
  });

  it.each<[object, number[]]>([
    [{ type: 'payout' }, [11]],
    [{ direction: 'incoming' }, [13, 12]],
    [{ status: 'failed' }, [13]],
    [{ network: 'TRON' }, [12]],
    [{ walletType: 'outbound' }, [13, 11]],
    [{ testnet: false }, [12, 11]],
    [{ currency: 'DAI' }, []],
    [{ minUsd: '100.01' }, [11]],
    [{ maxUsd: '100' }, [13]],
    [{ from: '2026-01-12T00:00:00Z', to: '2026-01-13T00:00:00Z' }, [12]],
    [{ search: '+1;-2' }, [12]],
    [{ search: uuidOf(5), type: 'payment' }, [12]],
    [{ search: uuidOf(6) }, []],
  ])('includes only what matches %j', async (filters, expected) => {
    expect(await idsOf(filters)).toEqual(expected.map(uuidOf));
  });

  it('hides an address that was changed outside the product', async () => {
    await sql`UPDATE wallets SET address = address || 'x' WHERE uuid = ${uuidOf(1)}`.execute(
      account.test.database.reader,
    );
    const hidden = 'Hidden: address was altered';
    expect(await keysOf({ of: 'transactions', type: 'payout' }, 'Wallet Address')).toEqual([hidden]);
    expect(await keysOf({ of: 'wallets', type: 'outbound' }, 'Address')).toEqual([hidden]);
    await sql`UPDATE wallets SET address = ${wallets[0]?.address} WHERE uuid = ${uuidOf(1)}`.execute(
      account.test.database.reader,
    );
  });

  it('includes every transaction of one time exactly once', async () => {
    const many = Array.from({ length: 1_500 }, (_, index) =>
      testTransaction(10_000 + index, { currency: 'DAI', createdAt: '2025-01-01T00:00:00.000Z' }),
    );
    for (let start = 0; start < many.length; start += 100) {
      await platform.feed({ transactions: many.slice(start, start + 100) });
    }
    const expected = many.map(({ uuid }) => uuid).toReversed();
    expect(await idsOf({ currency: 'DAI' })).toEqual(expected);
    expect(await idsOf({ to: '2025-02-01T00:00:00Z' })).toEqual(expected);
  });
});

describe('exports of orders', () => {
  it('has every field, escaped for spreadsheets', async () => {
    const rows = await rowsOf({ of: 'orders' });
    expect(rows.map(({ UUID }) => UUID)).toEqual([uuidOf(6), uuidOf(7), uuidOf(5)]);
    expect(rows[2]).toMatchObject({
      'Merchant Order ID': `"'+1;'-2"`,
      Status: 'pending',
      Network: 'TRON',
      'Received Amount': '0.500000000000000001',
      'Merchant UUID': uuidOf(1),
      'Merchant Name': "'=Shop",
      'Creator Email': 'user1@example.com',
    });
  });

  it.each<[object, number[]]>([
    [{ status: 'pending' }, [5]],
    [{ network: 'TRON' }, [5]],
    [{ testnet: true }, []],
    [{ merchantUuid: uuidOf(2) }, [6, 7]],
    [{ userUuid: uuidOf(1) }, [5]],
    [{ walletId: uuidOf(2) }, [5]],
    [{ from: '2026-02-01T00:00:00Z' }, [6]],
    [{ from: '2026-01-31T05:26:00-18:34' }, [6]],
    [{ search: 'b-' }, [6]],
    [{ paidFrom: '2026-02-03T00:00:00Z' }, [7]],
    [{ paidTo: '2026-02-03T00:00:00Z' }, []],
    [{ paidTo: '2026-02-02T05:26:00-18:34' }, []],
  ])('includes only what matches %j', async (filters, expected) => {
    expect(await keysOf({ of: 'orders', ...filters }, 'UUID')).toEqual(expected.map(uuidOf));
  });
});

describe('exports of wallets', () => {
  it('has the wallets of one type with their confirmed transactions', async () => {
    expect(await rowsOf({ of: 'wallets', type: 'inbound' })).toMatchObject([
      {
        UUID: uuidOf(2),
        Network: 'TRON',
        Address: wallets[1]?.address,
        'Mainnet Confirmed': '1',
        'Testnet Confirmed': '0',
      },
    ]);
    expect(await keysOf({ of: 'wallets', type: 'outbound' }, 'UUID')).toEqual([uuidOf(1)]);
  });

  it('applies the filters of the list', async () => {
    const address = wallets[1]?.address ?? '';
    const find = async (filters: object) =>
      await keysOf({ of: 'wallets', type: 'inbound', ...filters }, 'UUID');
    expect(await find({ search: address.slice(3, 12) })).toEqual([uuidOf(2)]);
    expect(await find({ search: address.slice(3, 12).toLowerCase() })).toEqual([]);
    expect(await find({ blockchain: 'TRON' })).toEqual([uuidOf(2)]);
    expect(await find({ blockchain: 'ETH' })).toEqual([]);
    expect(await find({ ledger: 'equal' })).toEqual([]);
  });

  it('leaves out verdicts of a network whose node was removed', async () => {
    const takenAt = '2026-02-01T10:00:00.000Z';
    const balances = [{ symbol: 'USDT', balance: '1' }];
    for (const { uuid } of wallets) {
      await plantSnapshot(account.test.database, uuid, { takenAt, verdict: 'unexplained', balances });
    }
    const find = async (type: string) => await keysOf({ of: 'wallets', type, ledger: 'unexplained' }, 'UUID');
    expect(await find('outbound')).toEqual([uuidOf(1)]);
    expect(await find('inbound')).toEqual([]);
    for (const { uuid } of wallets) await plantSnapshot(account.test.database, uuid, {});
  });

  describe('with balances', () => {
    const READ_AT = '2026-02-01T10:00:00.000Z';

    beforeAll(async () => {
      await plantPrice(account.test.database, 'ETH', '3000');
      await plantPrice(account.test.database, 'USDT', '1.0005');
      await plantPrice(account.test.database, 'OLD', '1', 61);
    });

    const balancesOf = async (type: 'outbound' | 'inbound') => {
      const [row = {}] = await rowsOf({ of: 'wallets', type });
      return [row['Balances'], row['Balances USD'], row['Balances Read At']];
    };
    const balancesAfter = async (snapshot: PlantedSnapshot) => {
      await plantSnapshot(account.test.database, uuidOf(1), snapshot);
      return await balancesOf('outbound');
    };

    it('has the balances that were read last, by symbol, with their exact value and time', async () => {
      const balances = [
        { symbol: 'USDT', balance: '12.50' },
        { symbol: 'ETH', balance: '0.300000000000000001' },
        { symbol: 'DAI', balance: '0' },
      ];
      const expected = ['"0 DAI; 0.300000000000000001 ETH; 12.5 USDT"', '912.506250000000003', READ_AT];
      expect(await balancesAfter({ takenAt: READ_AT, verdict: 'equal', balances })).toEqual(expected);
      expect(await balancesAfter({ takenAt: READ_AT, error: 'Node is down', balances })).toEqual(expected);
    });

    /** Balances of all recorded currencies, without which there is no value. */
    const RECORDED = [
      { symbol: 'ETH', balance: '2' },
      { symbol: 'USDT', balance: '1' },
      { symbol: 'DAI', balance: '0' },
    ];

    it.each(['NEW', 'OLD'])('has no value without a current price of %s', async (symbol) => {
      const balances = [{ symbol, balance: '1' }, ...RECORDED];
      const [text, value] = await balancesAfter({ takenAt: READ_AT, balances });
      expect([text, value]).toEqual([`"0 DAI; 2 ETH; 1 ${symbol}; 1 USDT"`, '']);
    });

    it.each([
      { error: 'The price source could not be reached', failures: 1 },
      { error: 'Invalid prices for ETH, OLD', failures: 0, refused: ['ETH', 'OLD'] },
    ])('values balances only at prices from the last hour during a price failure: %j', async (failure) => {
      const valueWith = async (balances: PlantedSnapshot['balances'] = []) =>
        (await balancesAfter({ takenAt: READ_AT, balances: [...RECORDED, ...balances] }))[1];
      await plantPriceFailure(account.test.database, failure);
      expect(await valueWith()).toBe('6001.0005');
      expect(await valueWith([{ symbol: 'OLD', balance: '1' }])).toBe('');
      await plantPriceFailure(account.test.database, { error: null, failures: 0 });
    });

    it('has no value if the snapshot lacks a balance that was recorded', async () => {
      const balances = [{ symbol: 'USDT', balance: '1' }];
      expect(await balancesAfter({ takenAt: READ_AT, balances })).toEqual(['1 USDT', '', READ_AT]);
    });

    it.each<PlantedSnapshot>([{}, { error: 'Node is down' }])(
      'has none before the first snapshot: %j',
      async (snapshot) => expect(await balancesAfter(snapshot)).toEqual(['', '', '']),
    );

    it('escapes them for spreadsheets', async () => {
      const balances = [{ symbol: 'A;=B', balance: '2' }];
      expect((await balancesAfter({ takenAt: READ_AT, balances }))[0]).toBe(`"2 A;'=B"`);
    });

    it('has the sum of recorded transactions where the panel shows it', async () => {
      const sum = [
        '0.500000000000000001 USDT',
        '0.5002500000000000010005',
        expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      ];
      expect(await balancesOf('inbound')).toEqual(sum);
      await plantSnapshot(account.test.database, uuidOf(2), {
        takenAt: READ_AT,
        balances: [{ symbol: 'TRX', balance: '5' }],
      });
      expect(await balancesOf('inbound')).toEqual(sum);
    });
  });

  it('includes every wallet of one time exactly once', async () => {
    await sql`INSERT INTO wallets (uuid, network, type, address, created_at)
      SELECT gen_random_uuid(), 'BSC', 'inbound', '0x' || lpad(number::text, 40, '0'), '2025-01-01'
      FROM generate_series(1, 2100) AS number`.execute(account.test.database.reader);
    const found = await keysOf({ of: 'wallets', type: 'inbound', blockchain: 'BSC' }, 'UUID');
    expect(found).toHaveLength(2_100);
    expect(new Set(found).size).toBe(2_100);
  });
});

it.each([
  [{ of: 'transactions', type: 'fee', minUsd: '5' }, 'Transactions', 'wallet_operation'],
  [{ of: 'orders', search: 'none' }, 'Orders', 'system_operation'],
  [{ of: 'exceptions', state: 'resolved' }, 'Exceptions', 'system_operation'],
  [{ of: 'wallets', type: 'inbound', blockchain: 'POLYGON' }, 'Wallets', 'wallet_operation'],
])('audits the start and the end of the export %j', async (body, noun, category) => {
  await account.newEntries();
  await rowsOf(body);
  expect(await account.newEntries()).toMatchObject([
    {
      action: 'export.start',
      action_category: category,
      description: `${noun} export started`,
      metadata: body,
    },
    { action: 'export.finish', description: `${noun} export finished`, metadata: { of: body.of, rows: 0 } },
  ]);
});

it.each([
  { of: 'transactions', minUsd: 5 },
  { of: 'transactions', testnet: 'true' },
  { of: 'transactions', page: 1 },
  { of: 'orders', status: 'confirmed' },
  { of: 'exceptions', kind: 'late' },
  { of: 'exceptions', sort: 'amount' },
  { of: 'wallets' },
])('rejects the export %j', async (body) => {
  expect((await account.owner.browser.post('/exports', body)).body.status).toBe('validation_error');
});

// Last: the tests above expect exact rows.
it("an export of exceptions has an order's own network for its money, and the wallet's for a payment", async () => {
  const order = testOrder(8, { network: 'TRON', status: 'expired' });
  const paid = (number: number, walletNumber: number, minute: number) =>
    testTransaction(number, {
      walletUuid: uuidOf(walletNumber),
      orderUuid: order.uuid,
      createdAt: `2026-01-03T00:0${minute}:00.000Z`,
    });
  await platform.feed({ orders: [order], transactions: [paid(81, 2, 1), paid(82, 1, 2)] });
  const rows = await rowsOf({ of: 'exceptions', orderUuid: order.uuid });
  expect(Object.fromEntries(rows.map(({ Kind, Network }) => [Kind, Network]))).toEqual({
    paid_after_end: 'TRON',
    wrong_asset: 'ETH',
  });
});
