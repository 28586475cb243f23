import type { listOrders } from '@halyard/contract/admin-orders';
import type { z } from 'zod';
import type { Database } from '../../infra/db/database.ts';
import { Problem } from '../../infra/problem.ts';
import {
  type OrderRow,
  type OrdersPage,
  type OrderTransactionRow,
  readHistoryOfOrder,
  readOrder,
  readOrders,
  readTransactionsOfOrder,
  type StatusChange,
} from './order-queries.ts';

type OrdersQuery = z.output<NonNullable<(typeof listOrders)['query']>>;

export interface OrderWithHistory {
  readonly row: OrderRow;
  readonly transactions: readonly OrderTransactionRow[];
  readonly history: readonly StatusChange[];
}

export interface OrdersService {
  readonly list: (query: OrdersQuery) => Promise<OrdersPage>;
  /** @throws Problem `not_found` */
  readonly read: (id: string) => Promise<OrderWithHistory>;
}

export function createOrdersService({ database }: { readonly database: Database }): OrdersService {
  return {
    list: async (query) => await readOrders(database, query),
    async read(id) {
      const row = await readOrder(database.reader, id);
      if (row === undefined) throw new Problem('not_found', 'Order not found');
      const [transactions, history] = await Promise.all([
        readTransactionsOfOrder(database.reader, id),
        readHistoryOfOrder(database.reader, id),
      ]);
      return { row, transactions, history };
    },
  };
}
