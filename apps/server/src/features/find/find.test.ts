import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Enrolled, enrolAdministrator } from '../../../test/authenticator.ts';
import { startTestApplication, type TestApplication } from '../../../test/test-application.ts';
import {
  connectPlatform,
  type TestPlatform,
  testAuditEntry,
  testMerchant,
  testOrder,
  testTransaction,
  testUser,
  testWallet,
  uuidOf,
} from '../../../test/test-platform.ts';

const HASH = `0x${'ab12'.repeat(16)}`;
const SWEEP_HASH = `0x${'cd34'.repeat(16)}`;
const TRON_HASH = 'ef56'.repeat(16);

const user = testUser(0x11, { name: 'Ada Lovelace', email: 'Ada@Example.com' });
const namesake = testUser(0x12, { name: 'Adam <b>Smith</b>', email: 'adam@example.org' });
const merchant = testMerchant(0x21, { userUuid: user.uuid, name: 'Analytical Engines' });
const order = testOrder(0x31, {
  merchantUuid: merchant.uuid,
  merchantOrderId: 'INV-2026-00017',
  status: 'paid',
  paidAt: '2026-01-03T00:00:00.000Z',
});
const pending = testOrder(0x32, {
  merchantUuid: merchant.uuid,
  merchantOrderId: 'INV-2026-00018',
  createdAt: '2026-01-04T00:00:00.000Z',
});
const wallet = testWallet(0x41);
const outbound = testWallet(0x42, { type: 'outbound' });
const tron = testWallet(0x43, { network: 'TRON' });
const changed = testWallet(0x44);

let test: TestApplication;
let platform: TestPlatform;
let administrator: Enrolled;

beforeAll(async () => {
  test = await startTestApplication();
  platform = await connectPlatform(test);
  administrator = await enrolAdministrator(test, 'admin@example.com');
  await platform.feed({
    users: [user, namesake],
    merchants: [merchant],
    wallets: [wallet, outbound, tron, changed],
    orders: [order, pending],
    transactions: [
      testTransaction(0x51, { walletUuid: wallet.uuid, orderUuid: order.uuid, hash: HASH }),
      testTransaction(0x52, { walletUuid: outbound.uuid, hash: SWEEP_HASH, type: 'sweep' }),
      testTransaction(0x53, { walletUuid: tron.uuid, orderUuid: pending.uuid, hash: TRON_HASH }),
    ],
  });
});
afterAll(async () => await test.close());

interface Result {
  readonly kind: string;
  readonly id: string;
  readonly title: string;
  readonly state: string | null;
  readonly url: string;
  readonly exact: boolean;
}

async function find(q: string): Promise<readonly Result[]> {
  const { status, body } = await administrator.browser.get(`/find?${new URLSearchParams({ q })}`);
  expect(status).toBe(200);
  return body.results;
}

const urlsOf = async (q: string) => (await find(q)).map(({ url }) => url);
const exactUrlsOf = async (q: string) => (await find(q)).flatMap(({ exact, url }) => (exact ? [url] : []));

const walletId = async (uuid: string) => (await find(uuid))[0]?.id ?? '';
const shortened = (text: string) => `${text.slice(0, 6)}…${text.slice(-4)}`;

const USER_URL = `/users?user=${user.uuid}`;
const ORDER_URL = `/orders?order=${order.uuid}`;
const MERCHANT_URL = `/merchants?search=Analytical+Engines&merchant=${merchant.uuid}`;

describe('GET /find', () => {
  it('requires a signed-in administrator', async () => {
    expect((await test.newBrowser().get('/find?q=ada')).status).toBe(401);
  });

  it('shows the fields of the contract', async () => {
    expect(await find(order.uuid)).toEqual([
      {
        kind: 'order',
        id: order.uuid,
        title: 'INV-2026-00017',
        detail: 'Analytical Engines',
        state: 'paid',
        url: ORDER_URL,
        exact: true,
      },
    ]);
    expect(await find(wallet.uuid)).toEqual([
      {
        kind: 'wallet',
        id: expect.stringMatching(/^\d+$/),
        title: wallet.address,
        detail: 'Ethereum · inbound',
        state: null,
        url: expect.stringMatching(/^\/wallets\?type=inbound&wallet=\d+$/),
        exact: true,
      },
    ]);
  });

  it.each(['', 'a', ' ', '\u200b\u202e', '--', '%%', '__', '!!!', '0x', '…', '\\'])(
    'finds nothing by the useless text %j',
    async (q) => expect(await find(q)).toEqual([]),
  );

  it('rejects text that is too long, repeated or not text', async () => {
    for (const query of [`q=${'a'.repeat(201)}`, 'q=a&q=b']) {
      const { status, body } = await administrator.browser.get(`/find?${query}`);
      expect([status, body.status]).toEqual([400, 'validation_error']);
    }
    expect((await administrator.browser.get('/find?q=%00')).status).toBe(400);
    expect(await find('💸'.repeat(200))).toEqual([]);
    expect((await administrator.browser.get('/find')).body).toEqual({ results: [] });
  });
});

describe('GET /find by an identifier', () => {
  it.each([
    ['the uuid of a user', user.uuid, USER_URL],
    ['a uuid in upper case', ` ${user.uuid.toUpperCase()}\n`, USER_URL],
    ['the uuid of a merchant', merchant.uuid, MERCHANT_URL],
    ['the uuid of a transaction', uuidOf(0x51), ORDER_URL],
    ['an email in another case', 'ada@EXAMPLE.com', USER_URL],
    ['a pasted mailbox', 'Ada <ada@example.com>', USER_URL],
    ['an order id in another case', 'inv-2026-00017', ORDER_URL],
    ['a transaction hash', HASH.toUpperCase().replace('X', 'x'), ORDER_URL],
    ['a hash without its prefix', HASH.slice(2), ORDER_URL],
    ['a hash with a prefix that its network does not use', `0x${TRON_HASH}`, `/orders?order=${pending.uuid}`],
    ['a link to an explorer', `https://etherscan.io/tx/${HASH}`, ORDER_URL],
    ['a shortened hash', shortened(HASH), ORDER_URL],
  ])('finds a record by %s', async (_name, text, url) => {
    expect((await exactUrlsOf(text))[0]).toBe(url);
    expect(await exactUrlsOf(text)).toHaveLength(1);
  });

  it('finds a wallet by its address in any form', async () => {
    const inbound = `/wallets?type=inbound&wallet=${await walletId(wallet.uuid)}`;
    for (const text of [
      wallet.address,
      wallet.address.toLowerCase(),
      `ethereum:${wallet.address}`,
      shortened(wallet.address),
      shortened(wallet.address).replace('…', '...'),
    ]) {
      expect(await exactUrlsOf(text)).toEqual([inbound]);
    }
    expect(await exactUrlsOf(outbound.address)).toEqual([`/wallets?wallet=${await walletId(outbound.uuid)}`]);
    expect(await exactUrlsOf(shortened(tron.address))).toHaveLength(1);
  });

  it('tells TRON addresses in different case apart', async () => {
    expect(await exactUrlsOf(tron.address)).toHaveLength(1);
    const { address } = tron;
    const other = `T${address.slice(1).replace(/[a-z]/, (letter) => letter.toUpperCase())}`;
    expect(await find(other)).toEqual([]);
  });

  it('finds the transactions of a wallet by a hash that belongs to no order', async () => {
    const id = await walletId(outbound.uuid);
    expect(await exactUrlsOf(SWEEP_HASH)).toEqual([`/wallets?wallet=${id}&tab=transactions`]);
  });

  it('finds an invitation by its email and uuid', async () => {
    await administrator.browser.post('/invitations', { email: 'Grace@example.com' });
    const [found] = await find('grace@example.com');
    expect(found).toMatchObject({
      kind: 'invitation',
      title: 'Grace@example.com',
      state: 'pending',
      exact: true,
    });
    expect(found?.url).toBe(`/invitations?invitation=${found?.id}`);
    expect(await find(found?.id ?? '')).toEqual([found]);
    const list = async (query: string) => (await administrator.browser.get(`/invitations?${query}`)).body;
    expect(await list(`id=${found?.id}&status=revoked`)).toMatchObject({
      invitations: [{ id: found?.id, email: 'Grace@example.com', mail: { state: 'sending' } }],
      totalCount: 1,
    });
    expect(await list(`id=${found?.id}&offset=1`)).toEqual({ invitations: [], totalCount: 1 });
    expect(await list(`id=${uuidOf(0xdead)}`)).toEqual({ invitations: [], totalCount: 0 });
    expect((await list('id=7')).status).toBe('validation_error');
    await sql`UPDATE invitations SET expires_at = now() - interval '1 second' WHERE id = ${found?.id}`.execute(
      test.database.reader,
    );
    expect(await find('grace@example.com')).toMatchObject([{ state: 'expired' }]);
  });

  it('finds audit entries by their uuid and request id', async () => {
    const entries = [1, 2].map((number) =>
      testAuditEntry(0x60 + number, { requestId: 'Trace-12345678', actor: { type: 'system' } }),
    );
    await platform.post('/audit-logs', { entries });
    const uuid = entries[0]?.uuid ?? '';
    const url = `/audit-logs?entry=${uuid}`;
    expect(await find(uuid)).toMatchObject([
      { kind: 'audit_entry', title: 'Order 97 refunded', detail: null, state: 'success', url, exact: true },
    ]);
    expect((await exactUrlsOf('Trace-12345678')).toSorted()).toEqual(
      entries.map((entry) => `/audit-logs?entry=${entry.uuid}`),
    );
    expect(await find('trace-12345678')).toEqual([]);
  });

  it('finds who acted from an IP address', async () => {
    const actors = ['bo@example.com', 'ada@example.com', 'bo@example.com', null];
    const entries = actors.map((email, index) =>
      testAuditEntry(0x80 + index, {
        actor: { type: email === null ? 'system' : 'user', email },
        ipAddress: '2001:db8::7',
      }),
    );
    await platform.post('/audit-logs', { entries });
    const ofAddress = { kind: 'ip_address', title: '2001:db8::7', state: null, exact: true };
    const address = 'ipAddress=2001%3Adb8%3A%3A7';
    expect(await find('2001:DB8::7')).toMatchObject([
      { ...ofAddress, detail: null, url: `/audit-logs?${address}` },
      { ...ofAddress, detail: 'ada@example.com', url: `/audit-logs?actorEmail=ada%40example.com&${address}` },
      { ...ofAddress, detail: 'bo@example.com', url: `/audit-logs?actorEmail=bo%40example.com&${address}` },
    ]);
    expect(await find('2001:db8::8')).toEqual([]);
  });

  it('finds a deleted user only by an identifier', async () => {
    const gone = testUser(0x13, { name: 'Gone Girl', email: 'gone@example.com' });
    await platform.feed({ users: [{ ...gone, deletedAt: '2026-02-01T00:00:00.000Z' }] });
    const url = '/users?status=deleted&search=gone%40example.com';
    expect(await find('gone@example.com')).toMatchObject([{ kind: 'user', state: 'deleted', url }]);
    expect(await find(gone.uuid)).toMatchObject([{ url }]);
    expect(await find('gone girl')).toEqual([]);
    expect(await find('gone@')).toEqual([]);
  });
});

describe('GET /find by a part', () => {
  it('finds people by parts of a name and the beginning of an email, exact matches first', async () => {
    expect(await urlsOf('lovelace ada')).toEqual([USER_URL]);
    expect(await urlsOf('ad')).toEqual([`/users?user=${namesake.uuid}`, USER_URL]);
    expect(await urlsOf('ada@exa')).toEqual([USER_URL, MERCHANT_URL]);
    expect(await urlsOf('analytical')).toEqual([MERCHANT_URL]);
    expect(await find('ada@example.com')).toMatchObject([
      { kind: 'user', exact: true },
      { kind: 'merchant', exact: false },
    ]);
  });

  it('finds orders by the beginning of their id or hash, the exact one first', async () => {
    expect(await urlsOf('inv-2026')).toEqual([`/orders?order=${pending.uuid}`, ORDER_URL]);
    expect(await urlsOf('0xab12ab')).toEqual([ORDER_URL]);
    expect(await urlsOf('in')).toEqual([]);
    const longer = testOrder(0x33, { merchantUuid: merchant.uuid, merchantOrderId: 'INV-2026-00017-b' });
    await platform.feed({ orders: [longer] });
    expect(await find('INV-2026-00017')).toMatchObject([
      { id: order.uuid, exact: true },
      { id: longer.uuid, exact: false },
    ]);
  });

  it('finds wallets by a part of their address', async () => {
    for (const text of [wallet.address.slice(0, 10), wallet.address.slice(-8)]) {
      expect(await urlsOf(text)).toEqual([`/wallets?type=inbound&wallet=${await walletId(wallet.uuid)}`]);
    }
  });

  it('returns names with markup and bidi marks as text', async () => {
    expect((await find('<b>smith'))[0]?.title).toBe('Adam <b>Smith</b>');
    await sql`UPDATE merchants SET name = ${'\u202eevil <script>'} WHERE id = ${merchant.uuid}`.execute(
      test.database.reader,
    );
    const [found] = await find(merchant.uuid);
    expect(found?.title).toBe('\u202eevil <script>');
    expect(new URL(found?.url ?? '', 'https://admin.example.com').searchParams.get('search')).toBe(
      found?.title,
    );
    await platform.feed({ merchants: [merchant] });
  });

  it('returns at most 20 results, 5 of a kind', async () => {
    const numbers = Array.from({ length: 8 }, (_, index) => 0x100 + index);
    await platform.feed({
      users: numbers.map((number) => testUser(number, { name: 'Many', email: `many${number}@example.com` })),
      merchants: numbers.map((number) => testMerchant(number, { name: `Many ${number}` })),
      orders: numbers.map((number) =>
        testOrder(number, { merchantUuid: merchant.uuid, merchantOrderId: `many-${number}` }),
      ),
    });
    const kinds = (await find('many')).map(({ kind }) => kind);
    expect(kinds).toEqual([
      ...Array(5).fill('user'),
      ...Array(5).fill('merchant'),
      ...Array(5).fill('order'),
    ]);
  });
});

describe('GET /find with an address that was changed outside the product', () => {
  it('never shows the address', async () => {
    const forged = wallet.address.replace(/.{4}$/, 'dead');
    await sql`UPDATE wallets SET address = ${forged} WHERE uuid = ${changed.uuid}`.execute(
      test.database.reader,
    );
    for (const text of [changed.uuid, forged, forged.slice(0, 12), shortened(forged)]) {
      const { body } = await administrator.browser.get(`/find?${new URLSearchParams({ q: text })}`);
      const id = await walletId(changed.uuid);
      expect(body.results).toContainEqual(
        expect.objectContaining({ kind: 'wallet', title: `Wallet ${id}`, state: 'address_changed' }),
      );
      expect(JSON.stringify(body)).not.toContain(forged);
    }
    expect(await find(changed.address)).toEqual([]);
  });
});
