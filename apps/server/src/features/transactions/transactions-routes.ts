import { listTransactions } from '@halyard/contract/admin-transactions';
import type { Mount } from '../../http/mount.ts';
import { presentTransactionPage, type TransactionLinks } from './transactions-presenter.ts';
import type { TransactionsService } from './transactions-service.ts';

export function mountTransactions(
  mount: Mount,
  { transactions, ...links }: { readonly transactions: TransactionsService } & TransactionLinks,
): void {
  mount(listTransactions, async ({ query }) => presentTransactionPage(await transactions.list(query), links));
}
