import { sql } from 'kysely';
import type { DatabaseReader } from '../../infra/db/database.ts';
import type { MerchantRow } from './merchant-list.ts';

export interface MerchantDetailsRow extends MerchantRow {
  readonly owner_id: string | null;
  readonly paid: number;
  readonly pending: number;
  readonly expired: number;
  readonly cancelled: number;
  /** Service fees of mainnet orders as a decimal. */
  readonly revenue_usd: string;
}

/** Reads a merchant, even if deleted. Its orders are read from an index alone. */
export async function readMerchant(
  reader: DatabaseReader,
  id: string,
): Promise<MerchantDetailsRow | undefined> {
  const { rows } = await sql<MerchantDetailsRow>`
    SELECT merchants.id, merchants.name, website, merchants.created_at, merchants.deleted_at,
      creator.id AS owner_id, creator.name AS creator_name, creator.email AS creator_email, counted.*
    FROM merchants LEFT JOIN users AS creator ON creator.id = merchants.user_id
      CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE status = 'paid') AS paid, count(*) FILTER (WHERE status = 'pending') AS pending,
          count(*) FILTER (WHERE status = 'expired') AS expired,
          count(*) FILTER (WHERE status = 'cancelled') AS cancelled,
          trim_scale(coalesce(sum(service_fee_usd) FILTER (WHERE NOT testnet), 0))::text AS revenue_usd
        FROM orders WHERE merchant_id = merchants.id
      ) AS counted
    WHERE merchants.id = ${id}`.execute(reader);
  return rows[0];
}
