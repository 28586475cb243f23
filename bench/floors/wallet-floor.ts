import type { Client } from 'pg';

/** Returns SQL that selects the list's fields for the wallets in the subquery `picked`. */
export function walletsOf(picked: string): string {
  return `
    SELECT listed.id, uuid, network, type, address, listed.created_at, locked_merchant_id, lock_currency,
      lock_network_id, locked_at, mainnet, testnet
    FROM (${picked}) AS listed CROSS JOIN LATERAL (${confirmedOf('listed.id')}) AS counts
    ORDER BY listed.created_at DESC, listed.id DESC`;
}

export function walletHoldings(condition: string): string {
  return `
    SELECT wallets.id, uuid, network, type, address, wallets.created_at, locked_merchant_id, lock_currency,
      lock_network_id, locked_at, mainnet, testnet, taken_at, block_number, error, wallet_snapshots.verdict,
      (SELECT json_agg(json_build_array(symbol, token_address, balance, round(balance * usd, 2)))
        FROM wallet_balances LEFT JOIN prices USING (symbol) WHERE wallet_id = wallets.id) AS holdings
    FROM wallets LEFT JOIN wallet_snapshots ON wallet_id = wallets.id
      CROSS JOIN LATERAL (${confirmedOf('wallets.id')}) AS counts
    WHERE ${condition}`;
}

export function transactionsOf(picked: string): string {
  return `
    SELECT listed.id, direction, listed.status, hash, listed.amount, listed.currency, listed.amount_usd, type,
      network_fee, listed.testnet, listed.created_at, merchant_order_id, orders.status AS order_status
    FROM (${picked}) AS listed LEFT JOIN orders ON orders.id = order_id
    ORDER BY listed.created_at DESC, listed.id DESC`;
}

/** Returns a page's offset and the keyset condition for its first row. */
export async function pageStart(
  client: Client,
  { table, where, part }: { readonly table: string; readonly where: string; readonly part: number },
): Promise<{ readonly offset: number; readonly from: string }> {
  const counted = await client.query<{ rows: string }>(
    `SELECT count(*) AS rows FROM ${table} WHERE ${where}`,
  );
  const offset = Math.floor(Number(counted.rows[0]?.rows) * part);
  if (offset === 0) return { offset, from: 'true' };
  const { rows } = await client.query<{ at: string; id: string }>(
    `SELECT created_at::text AS at, id FROM ${table} WHERE ${where}
      ORDER BY created_at DESC, id DESC LIMIT 1 OFFSET ${offset}`,
  );
  const [first] = rows;
  if (first === undefined) throw new Error(`${table} has no row at ${offset}`);
  return { offset, from: `(created_at, id) <= ('${first.at}', '${first.id}')` };
}

function confirmedOf(walletId: string): string {
  return `SELECT sum(transactions) FILTER (WHERE NOT testnet) AS mainnet,
      sum(transactions) FILTER (WHERE testnet) AS testnet
    FROM wallet_totals WHERE wallet_id = ${walletId} AND status = 'confirmed'`;
}
