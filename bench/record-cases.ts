import type { Client } from 'pg';

/** A kind of request, with hand-written SQL for the rows of each. */
export interface RecordCase {
  readonly what: string;
  readonly requests: readonly RecordRequest[];
  readonly withinMs: number;
}

interface RecordRequest {
  /** Relative to the root of the API. */
  readonly path: string;
  readonly floor: string;
}

const WITHIN_MS = 60;
/** For filters with many hits in two dimensions. */
const MANY_HITS_MS = 300;
const SAMPLES = 20;
const DAY_MS = 86_400_000;

/** Returns all kinds of requests for rows that `writeRecords` wrote. */
export async function recordCases(client: Client): Promise<RecordCase[]> {
  const samples = await readSamples(client);
  return [
    ...orderLists(samples),
    ...transactionLists(samples),
    ...exceptionLists(samples),
    ...panels(samples),
    ...timelines(samples),
    ...revenue(),
    ...finds(samples),
  ];
}

interface Sample {
  readonly order: string;
  readonly name: string;
  readonly merchant: string;
  readonly user: string;
  readonly email: string;
  readonly wallet: string;
  readonly address: string;
  readonly hash: string;
  readonly request: string;
}

interface Samples {
  readonly each: readonly Sample[];
  /** The merchant with most orders, and its user. */
  readonly busy: { readonly merchant: string; readonly user: string };
}

async function readSamples(client: Client): Promise<Samples> {
  const { rows: each } = await client.query<Sample>(
    `SELECT orders.id AS order, merchant_order_id AS name, orders.merchant_id AS merchant, users.id AS user, email,
        wallet_id AS wallet, address, hash, (SELECT request_id FROM audit_log WHERE sequence = 1000 + picked.n) AS request
      FROM (SELECT generate_series(1, $1) AS n) AS picked
        JOIN LATERAL (SELECT * FROM orders WHERE status = 'paid'
          AND id > ('00000000-0000-4000-a000-' || lpad(to_hex(picked.n * 9973), 12, '0'))::uuid
          ORDER BY id LIMIT 1) AS orders ON true
        JOIN merchants ON merchants.id = orders.merchant_id JOIN users ON users.id = user_id
        JOIN LATERAL (SELECT * FROM wallet_transactions WHERE order_id = orders.id LIMIT 1) AS paid ON true
        JOIN wallets ON wallets.id = wallet_id`,
    [SAMPLES],
  );
  const { rows } = await client.query<Samples['busy']>(
    `SELECT merchant_id AS merchant, user_id AS user FROM (
        SELECT merchant_id, sum(orders) AS orders FROM merchant_revenue WHERE unit = 'month' GROUP BY 1
        ORDER BY 2 DESC LIMIT 1) AS most JOIN merchants ON merchants.id = merchant_id`,
  );
  const [busy] = rows;
  if (busy === undefined || each.length === 0) throw new Error('there are no orders');
  return { each, busy };
}

/** A list with these parameters, and the first 20 rows of `table` that meet `where`. */
function list(
  what: string,
  path: string,
  { table, where, order = 'created_at DESC, id DESC', isRare = false }: ListFloor,
  withinMs = WITHIN_MS,
): RecordCase {
  const rows = `SELECT * FROM ${table} WHERE ${where}`;
  const found = isRare ? `SELECT * FROM (${rows} OFFSET 0) AS hits` : rows;
  return { what, requests: [{ path, floor: `${found} ORDER BY ${order} LIMIT 20` }], withinMs };
}

interface ListFloor {
  readonly table: string;
  readonly where: string;
  readonly order?: string;
  /** Whether an index of the condition finds the rows sooner than one of the order. */
  readonly isRare?: boolean;
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString();
}

function orderLists({ each, busy }: Samples): RecordCase[] {
  const orders = (what: string, query: string, where: string, withinMs?: number) =>
    list(`orders, ${what}`, `/orders?${query}`, { table: 'orders', where }, withinMs);
  const search = (what: string, text: string, where: string, withinMs?: number) =>
    list(
      `orders, search, ${what}`,
      `/orders?search=${text}`,
      { table: 'orders', where, isRare: true },
      withinMs,
    );
  const [from, to] = [daysAgo(500), daysAgo(490)];
  const [{ name = '', hash = '' } = {}] = each;
  const ofUser = `merchant_id IN (SELECT id FROM merchants WHERE user_id = '${busy.user}')`;
  return [
    orders('newest', '', 'true'),
    orders('in the middle', 'offset=1000000', `created_at < '${daysAgo(548)}'`),
    orders('paid', 'status=paid', `status = 'paid'`),
    orders('rare status', 'status=pending', `status = 'pending'`),
    orders(
      'two filters',
      'status=expired&network=BSC&currency=BNB',
      `status = 'expired' AND network = 'BSC' AND currency = 'BNB'`,
    ),
    orders(
      'two filters, in the middle',
      'status=paid&network=TRON&offset=280000',
      `status = 'paid' AND network = 'TRON' AND created_at < '${daysAgo(548)}'`,
      MANY_HITS_MS,
    ),
    orders('testnet', 'testnet=true', 'testnet'),
    orders('ten days', `from=${from}&to=${to}`, `created_at >= '${from}' AND created_at < '${to}'`),
    orders(
      'paid in ten days',
      `paidFrom=${from}&paidTo=${to}`,
      `status = 'paid' AND paid_at >= '${from}' AND paid_at < '${to}'`,
    ),
    orders('of the busiest merchant', `merchantUuid=${busy.merchant}`, `merchant_id = '${busy.merchant}'`),
    orders(
      'paid, of the busiest merchant',
      `merchantUuid=${busy.merchant}&status=paid`,
      `merchant_id = '${busy.merchant}' AND status = 'paid'`,
      MANY_HITS_MS,
    ),
    orders('of the busiest user', `userUuid=${busy.user}`, ofUser),
    orders(
      'of a wallet',
      'walletId=100',
      'id IN (SELECT order_id FROM wallet_transactions WHERE wallet_id = 100)',
    ),
    search('order id', name, `merchant_order_id = '${name}'`),
    search('beginning of an order id', 'INV-0100', `lower(merchant_order_id) LIKE 'inv-0100%'`, MANY_HITS_MS),
    search('hash', hash, `id IN (SELECT order_id FROM wallet_transactions WHERE lower(hash) = '${hash}')`),
  ];
}

function transactionLists({ each }: Samples): RecordCase[] {
  const transactions = (what: string, query: string, where: string, withinMs?: number) =>
    list(
      `transactions, ${what}`,
      `/transactions?${query}`,
      { table: 'wallet_transactions', where },
      withinMs,
    );
  const search = (what: string, text: string, where: string) =>
    list(`transactions, search, ${what}`, `/transactions?search=${text}`, {
      table: 'wallet_transactions',
      where,
      isRare: true,
    });
  const [from, to] = [daysAgo(7), daysAgo(0)];
  const [{ hash = '', order = '', wallet = '' } = {}] = each;
  return [
    transactions('newest', '', 'true'),
    transactions('in the middle', 'offset=10000000', `created_at < '${daysAgo(548)}'`),
    transactions('payouts', 'type=payout', `type = 'payout'`),
    transactions('rare type', 'type=adjustment', `type = 'adjustment'`),
    transactions(
      'two filters, in the middle',
      'type=payment&network=TRON&offset=1400000',
      `type = 'payment' AND network = 'TRON' AND created_at < '${daysAgo(548)}'`,
      MANY_HITS_MS,
    ),
    transactions(
      'payouts over $1,000 in seven days',
      `type=payout&minUsd=1000&from=${from}&to=${to}`,
      `type = 'payout' AND amount_usd >= 1000 AND created_at >= '${from}' AND created_at < '${to}'`,
      MANY_HITS_MS,
    ),
    transactions(
      'payouts over $1,000 in 90 days',
      `type=payout&minUsd=1000&from=${daysAgo(90)}`,
      `type = 'payout' AND amount_usd >= 1000 AND created_at >= '${daysAgo(90)}'`,
      MANY_HITS_MS,
    ),
    transactions('at least $1,234.56', 'minUsd=1234.56', 'amount_usd >= 1234.56', MANY_HITS_MS),
    transactions('at least $1,990', 'minUsd=1990', 'amount_usd >= 1990', MANY_HITS_MS),
    transactions('at least $1,000', 'minUsd=1000', 'amount_usd >= 1000', MANY_HITS_MS),
    transactions('at least $1', 'minUsd=1', 'amount_usd >= 1', MANY_HITS_MS),
    search('hash', hash, `lower(hash) = '${hash}'`),
    search('order', order, `order_id = '${order}'`),
    list('transactions of an inbound wallet', `/wallets/${wallet}/transactions`, {
      table: 'wallet_transactions',
      where: `wallet_id = ${wallet}`,
    }),
    list('transactions of an outbound wallet', '/wallets/1/transactions', {
      table: 'wallet_transactions',
      where: 'wallet_id = 1',
    }),
  ];
}

function exceptionLists({ busy }: Samples): RecordCase[] {
  const exceptions = (what: string, query: string, where: string, order = 'opened_at DESC, id DESC') =>
    list(`exceptions, ${what}`, `/exceptions?${query}`, {
      table: 'exceptions',
      where: `state = 'open' AND ${where}`,
      order,
    });
  return [
    exceptions('open', '', 'true'),
    exceptions('of a kind', 'kind=stuck_pending', `kind = 'stuck_pending'`),
    exceptions('by amount', 'sort=amount', 'true', 'amount_usd DESC NULLS LAST, id DESC'),
    exceptions(
      'of the busiest merchant',
      `merchantUuid=${busy.merchant}`,
      `merchant_id = '${busy.merchant}'`,
    ),
  ];
}

/** One request for each sample. */
function ofSamples(
  what: string,
  samples: readonly Sample[],
  request: (sample: Sample) => RecordRequest,
): RecordCase {
  return { what, requests: samples.map(request), withinMs: WITHIN_MS };
}

function rowOf(table: string, id: string): string {
  return `SELECT * FROM ${table} WHERE id = '${id}'`;
}

function panels({ each, busy }: Samples): RecordCase[] {
  const panel = (what: string, path: string, table: string, id: (sample: Sample) => string) =>
    ofSamples(`panel of ${what}`, each, (sample) => ({
      path: `/${path}/${id(sample)}`,
      floor: rowOf(table, id(sample)),
    }));
  return [
    panel('an order', 'orders', 'orders', ({ order }) => order),
    panel('a merchant', 'merchants', 'merchants', ({ merchant }) => merchant),
    panel('the busiest merchant', 'merchants', 'merchants', () => busy.merchant),
    panel('a user', 'users', 'users', ({ user }) => user),
    panel('an inbound wallet', 'wallets', 'wallets', ({ wallet }) => wallet),
    panel('an outbound wallet', 'wallets', 'wallets', () => '1'),
  ];
}

function timelines({ each, busy }: Samples): RecordCase[] {
  const timeline = (what: string, path: (sample: Sample) => string, merchant: (sample: Sample) => string) =>
    ofSamples(`timeline of ${what}`, each, (sample) => ({
      path: `/${path(sample)}/timeline`,
      floor: `SELECT * FROM wallet_transactions WHERE merchant_id = '${merchant(sample)}'
        ORDER BY created_at DESC, id DESC LIMIT 50`,
    }));
  return [
    timeline(
      'an order',
      ({ order }) => `orders/${order}`,
      ({ merchant }) => merchant,
    ),
    timeline(
      'a merchant',
      ({ merchant }) => `merchants/${merchant}`,
      ({ merchant }) => merchant,
    ),
    timeline(
      'the busiest merchant',
      () => `merchants/${busy.merchant}`,
      () => busy.merchant,
    ),
    timeline(
      'a user',
      ({ user }) => `users/${user}`,
      ({ merchant }) => merchant,
    ),
    timeline(
      'the busiest user',
      () => `users/${busy.user}`,
      () => busy.merchant,
    ),
  ];
}

function revenue(): RecordCase[] {
  const between = (what: string, from: number, to: number): RecordCase => {
    const [first = '', last = ''] = [daysAgo(from), daysAgo(to)].map((time) => time.slice(0, 10));
    const query = new URLSearchParams({ from: first, to: last });
    const floor = `SELECT network, currency, sum(service_fee_usd) FROM payment_days
      WHERE day >= '${first}' AND day <= '${last}' AND NOT testnet GROUP BY 1, 2`;
    return {
      what: `revenue, ${what}`,
      requests: [{ path: `/analytics/revenue?${query}`, floor }],
      withinMs: WITHIN_MS,
    };
  };
  return [between('30 days', 30, 0), between('one year', 365, 0), between('500 days', 700, 200)];
}

function finds({ each }: Samples): RecordCase[] {
  const find = (what: string, term: (sample: Sample) => string, floor: (sample: Sample) => string) =>
    ofSamples(`find ${what}`, each, (sample) => ({
      path: `/find?${new URLSearchParams({ q: term(sample) })}`,
      floor: floor(sample),
    }));
  const shortened = (text: string) => `${text.slice(0, 6)}…${text.slice(-4)}`;
  const orderRow = ({ order }: Sample) => rowOf('orders', order);
  const userRow = ({ user }: Sample) => rowOf('users', user);
  const walletRow = ({ wallet }: Sample) => rowOf('wallets', wallet);
  return [
    find('a uuid', ({ order }) => order, orderRow),
    find('an unknown uuid', ({ order }) => order.replace(/^0/, '1'), orderRow),
    find('an order id', ({ name }) => name, orderRow),
    find('the beginning of an order id', ({ name }) => name.slice(0, 7), orderRow),
    find('a hash', ({ hash }) => hash, orderRow),
    find('a shortened hash', ({ hash }) => shortened(hash), orderRow),
    find('an address', ({ address }) => address, walletRow),
    find('a shortened address', ({ address }) => shortened(address), walletRow),
    find('four characters of an address', ({ address }) => address.slice(10, 14), walletRow),
    find('an email', ({ email }) => email, userRow),
    find('the beginning of an email', ({ email }) => email.slice(0, 8), userRow),
    find('a given name', () => 'maria', userRow),
    find('two letters', () => 'ma', userRow),
    find('a request id', ({ request }) => request, userRow),
    find('no match', () => 'no such record', userRow),
  ];
}
