import type { OrderStatus } from '@halyard/contract/orders';
import { sql } from 'kysely';
import type { DatabaseReader } from '../../infra/db/database.ts';

export type OrderCounts = Readonly<Record<OrderStatus, number>>;

export interface PlatformCounts {
  /** Users that are neither blocked nor deleted. */
  readonly users: number;
  /** Merchants that are not deleted. */
  readonly merchants: number;
}

/** Sums service fees of paid mainnet orders in USD, rounded half up to two decimals. */
export async function readRevenue(reader: DatabaseReader): Promise<string> {
  const { total } = await reader
    .selectFrom('order_totals')
    .select(sql<string>`round(coalesce(sum(service_fee_usd), 0), 2)`.as('total'))
    .where('status', '=', 'paid')
    .where('testnet', '=', false)
    .executeTakeFirstOrThrow();
  return total;
}

/** Excludes test networks, because their orders are not revenue. */
export async function readOrderCounts(reader: DatabaseReader): Promise<OrderCounts> {
  const rows = await reader
    .selectFrom('order_totals')
    .select(['status', sql<number>`sum(orders)::bigint`.as('orders')])
    .where('testnet', '=', false)
    .groupBy('status')
    .execute();
  const of = (status: OrderStatus) => rows.find((row) => row.status === status)?.orders ?? 0;
  return { paid: of('paid'), pending: of('pending'), expired: of('expired'), cancelled: of('cancelled') };
}

export async function readPlatformCounts(reader: DatabaseReader): Promise<PlatformCounts> {
  return await reader
    .selectNoFrom([
      sql<number>`(SELECT coalesce(sum(active), 0)::bigint FROM user_totals)`.as('users'),
      sql<number>`(SELECT coalesce(sum(active), 0)::bigint FROM merchant_totals)`.as('merchants'),
    ])
    .executeTakeFirstOrThrow();
}
