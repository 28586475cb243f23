import { type Client, escapeLiteral } from 'pg';
import { pageStart, transactionsOf, walletHoldings, walletsOf } from './floors/wallet-floor.ts';

/** A wallet request and hand-written SQL for the same rows. */
export interface WalletCase {
  readonly what: string;
  /** Relative to the root of the API. */
  readonly path: string;
  /** Equivalent statements for the rows, with their `id`. */
  readonly floors: readonly string[];
  readonly counts?: readonly string[];
}

const DAY_MS = 86_400_000;
const NEWEST = 'ORDER BY created_at DESC, id DESC LIMIT 20';
const INBOUND = `type = 'inbound'`;

/** Returns all kinds of wallet requests, with offsets and search terms that fit the rows. */
export async function walletCases(client: Client): Promise<WalletCase[]> {
  const wallet = (id: number) => ({ path: `/wallets/${id}`, floors: [walletHoldings(`wallets.id = ${id}`)] });
  return [
    { what: 'stats', path: '/stats', floors: [STATS] },
    { what: 'outbound wallets', path: '/wallets/outbound', floors: [walletHoldings(`type = 'outbound'`)] },
    { what: 'an outbound wallet', ...wallet(1) },
    { what: 'an inbound wallet', ...wallet(100) },
    ...(await inboundPages(client)),
    ...(await inboundSearches(client)),
    ...(await transactionPages(client)),
    ...(await transactionSearches(client)),
  ];
}

const STATS = `
  SELECT (SELECT sum(active) FROM user_totals), (SELECT sum(active) FROM merchant_totals),
    (SELECT sum(records) FROM list_days WHERE list = 'invitations' AND state = 'pending'),
    (SELECT sum(wallets) FROM wallet_counts)`;

async function inboundPages(client: Client): Promise<WalletCase[]> {
  const page = async (what: string, query: string, where: string, part: number, table = 'wallets') => {
    const { offset, from } = await pageStart(client, { table, where, part });
    const rows = `FROM ${table} WHERE ${where} AND ${from} ${NEWEST}`;
    const picked = `SELECT wallets.* FROM wallets JOIN (SELECT id ${rows}) AS picked USING (id)`;
    return {
      what: `inbound, ${what}`,
      path: `/wallets/inbound?${query}offset=${offset}`,
      floors: [walletsOf(table === 'wallets' ? `SELECT * ${rows}` : picked)],
    };
  };
  const equal = `${INBOUND} AND verdict = 'equal'`;
  const unexplained = `${INBOUND} AND verdict = 'unexplained'`;
  return [
    await page('newest page', '', INBOUND, 0),
    await page('in the middle', '', INBOUND, 0.5),
    await page('near the end', '', INBOUND, 0.999),
    await page('one network', 'blockchain=TRON&', `${INBOUND} AND network = 'TRON'`, 0),
    await page('one network, in the middle', 'blockchain=BSC&', `${INBOUND} AND network = 'BSC'`, 0.5),
    await page('equal', 'ledger=equal&', equal, 0, 'wallet_verdicts'),
    await page('equal, in the middle', 'ledger=equal&', equal, 0.5, 'wallet_verdicts'),
    await page('unexplained', 'ledger=unexplained&', unexplained, 0, 'wallet_verdicts'),
  ];
}

async function inboundSearches(client: Client): Promise<WalletCase[]> {
  const addressOf = async (network: string) => {
    const { rows } = await client.query<{ address: string }>(
      `SELECT address FROM wallets WHERE ${INBOUND} AND network = $1 ORDER BY id LIMIT 1 OFFSET 200`,
      [network],
    );
    return rows[0]?.address ?? '';
  };
  const evm = await addressOf('BSC');
  const terms = [
    ['full EVM address', evm],
    ['full TRON address', await addressOf('TRON')],
    ['eight characters', evm.slice(12, 20)],
    ['four characters', 'abcd'],
    ['two characters', 'ab'],
    ['no match', 'zzzzzzzz'],
  ] as const;
  return terms.map(([what, search]) => {
    const matchesCase = `(network <> 'TRON' OR address LIKE ${escapeLiteral(`%${search}%`)})`;
    const [found, walked] = ['search_text', `(search_text || '')`].map(
      (text) =>
        `${INBOUND} AND ${text} LIKE ${escapeLiteral(`%${search.toLowerCase()}%`)} AND ${matchesCase}`,
    );
    return {
      what: `search, ${what}`,
      path: `/wallets/inbound?search=${search}`,
      floors: [
        walletsOf(`SELECT * FROM wallets WHERE ${walked} ${NEWEST}`),
        walletsOf(`SELECT * FROM (SELECT * FROM wallets WHERE ${found} OFFSET 0) AS hits ${NEWEST}`),
      ],
      counts: [found, walked].map((match) => `SELECT count(*) FROM wallets WHERE ${match}`),
    };
  });
}

async function transactionPages(client: Client): Promise<WalletCase[]> {
  const page = async (what: string, query: string, condition: string, part: number, wallet = 1) => {
    const table = 'wallet_transactions';
    const where = `wallet_id = ${wallet} AND ${condition}`;
    const { offset, from } = await pageStart(client, { table, where, part });
    return {
      what: `transactions, ${what}`,
      path: `/wallets/${wallet}/transactions?${query}offset=${offset}`,
      floors: [transactionsOf(`SELECT * FROM ${table} WHERE ${where} AND ${from} ${NEWEST}`)],
    };
  };
  const [from, to] = [500, 100].map((days) => new Date(Date.now() - days * DAY_MS).toISOString());
  const range = `created_at >= '${from}' AND created_at < '${to}'`;
  return [
    await page('newest page', '', 'true', 0),
    await page('in the middle', '', 'true', 0.5),
    await page('near the end', '', 'true', 0.999),
    await page('frequent type, in the middle', 'type=payout&', `type = 'payout'`, 0.5),
    await page('rare type', 'type=adjustment&', `type = 'adjustment'`, 0),
    await page('rare status, in the middle', 'status=dropped&', `status = 'dropped'`, 0.5),
    await page('a type without transactions', 'type=fee&', `type = 'fee'`, 0),
    await page('date range, in the middle', `from=${from}&to=${to}&`, range, 0.5),
    await page('of an inbound wallet', '', 'true', 0, 100),
  ];
}

async function transactionSearches(client: Client): Promise<WalletCase[]> {
  const { rows } = await client.query<{ hash: string; wallet: number; order: string }>(
    `SELECT hash, wallet_id AS wallet, merchant_order_id AS order
      FROM wallet_transactions JOIN orders ON orders.id = order_id ORDER BY wallet_transactions.id LIMIT 1`,
  );
  const [known] = rows;
  if (known === undefined) throw new Error('no transaction has an order');
  const find = (what: string, search: string, condition: string) => {
    const where = `wallet_id = ${known.wallet} AND ${condition}`;
    return {
      what: `transactions, search, ${what}`,
      path: `/wallets/${known.wallet}/transactions?search=${search}`,
      floors: [transactionsOf(`SELECT * FROM wallet_transactions WHERE ${where} ${NEWEST}`)],
      counts: [`SELECT count(*) FROM wallet_transactions WHERE ${where}`],
    };
  };
  const prefix = known.hash.slice(0, 14);
  const ofOrder = `order_id = (SELECT id FROM orders WHERE merchant_order_id = ${escapeLiteral(known.order)})`;
  return [
    find('full hash', known.hash, `lower(hash) LIKE '${known.hash}%'`),
    find('prefix of a hash', prefix, `lower(hash) LIKE '${prefix}%'`),
    find('order', known.order, ofOrder),
  ];
}
