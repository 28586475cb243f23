import type { BoundValues } from '../db/bound-values.ts';
import { walletIdColumn } from '../db/wallet-id-column.ts';
import { orderSearchCondition } from './order-search.ts';

export interface OrderOwners {
  readonly search: string;
  readonly merchantUuid?: string | undefined;
  readonly userUuid?: string | undefined;
  /** Number or uuid. */
  readonly walletId?: string | undefined;
}

/** Builds conditions on orders that few of them meet. */
export function orderOwnerConditions(
  { search, merchantUuid, userUuid, walletId }: OrderOwners,
  values: BoundValues,
): string[] {
  const conditions: string[] = [];
  if (search !== '') conditions.push(orderSearchCondition(search, values));
  if (merchantUuid !== undefined) conditions.push(`merchant_id = ${values.bind(merchantUuid, 'uuid')}`);
  if (userUuid !== undefined) {
    const user = values.bind(userUuid, 'uuid');
    conditions.push(`merchant_id = ANY (ARRAY(SELECT id FROM merchants WHERE user_id = ${user}))`);
  }
  if (walletId !== undefined) {
    const column = walletIdColumn(walletId);
    const wallet = values.bind(walletId, column === 'id' ? 'bigint' : 'uuid');
    conditions.push(`id IN (SELECT order_id FROM wallet_transactions
      WHERE wallet_id = (SELECT id FROM wallets WHERE ${column} = ${wallet}))`);
  }
  return conditions;
}
