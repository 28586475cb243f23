import type { ExceptionKind, ExceptionState } from '@halyard/contract/exception-kinds';
import type { BoundValues } from '../db/bound-values.ts';
import { walletIdColumn } from '../db/wallet-id-column.ts';

export interface ExceptionOwners {
  readonly merchantUuid?: string | undefined;
  readonly userUuid?: string | undefined;
  /** Number or uuid. */
  readonly walletId?: string | undefined;
  readonly orderUuid?: string | undefined;
}

export interface ExceptionFilters extends ExceptionOwners {
  readonly kind?: ExceptionKind | undefined;
  readonly state?: ExceptionState | undefined;
}

/** Builds a condition on exceptions. The planner sees the values, because the best plan depends on how common they are. */
export function exceptionCondition(
  { kind, state, ...owners }: ExceptionFilters,
  values: BoundValues,
): string {
  const conditions = [exceptionOwnerCondition(owners, values)];
  if (kind !== undefined) conditions.push(`kind = ${values.bindKnown(kind, 'text')}`);
  if (state !== undefined) conditions.push(`state = ${values.bindKnown(state, 'text')}`);
  return conditions.join(' AND ');
}

/** As above, without kind and state. */
export function exceptionOwnerCondition(
  { merchantUuid, userUuid, walletId, orderUuid }: ExceptionOwners,
  values: BoundValues,
): string {
  const conditions: string[] = [];
  if (orderUuid !== undefined) conditions.push(`order_id = ${values.bindKnown(orderUuid, 'uuid')}`);
  if (merchantUuid !== undefined) conditions.push(`merchant_id = ${values.bindKnown(merchantUuid, 'uuid')}`);
  if (userUuid !== undefined) {
    const user = values.bindKnown(userUuid, 'uuid');
    conditions.push(`merchant_id IN (SELECT id FROM merchants WHERE user_id = ${user})`);
  }
  if (walletId !== undefined) {
    const column = walletIdColumn(walletId);
    const wallet = values.bindKnown(walletId, column === 'id' ? 'bigint' : 'uuid');
    conditions.push(`wallet_id = (SELECT id FROM wallets WHERE ${column} = ${wallet})`);
  }
  return conditions.join(' AND ') || 'true';
}
