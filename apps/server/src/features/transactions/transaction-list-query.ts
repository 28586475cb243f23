import type { listTransactions } from '@halyard/contract/admin-transactions';
import type { z } from 'zod';

export type TransactionListQuery = z.output<NonNullable<(typeof listTransactions)['query']>>;
