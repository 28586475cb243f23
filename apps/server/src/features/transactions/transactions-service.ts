import type { Database } from '../../infra/db/database.ts';
import type { TransactionListQuery } from './transaction-list-query.ts';
import { readTransactions, type TransactionsPage } from './transaction-queries.ts';

export interface TransactionsService {
  readonly list: (query: TransactionListQuery) => Promise<TransactionsPage>;
}

export function createTransactionsService({
  database,
}: {
  readonly database: Database;
}): TransactionsService {
  return { list: async (query) => await readTransactions(database, query) };
}
