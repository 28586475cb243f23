import { currencyName } from '@halyard/contract/networks';
import { pastedHash } from '@halyard/contract/pasted-text';
import type { listWalletTransactions } from '@halyard/contract/wallets';
import type { z } from 'zod';
import type { Database } from '../../infra/db/database.ts';
import { invalidField } from '../../infra/problem.ts';
import { noSuchWallet } from './no-such-wallet.ts';
import { readTransactionPlace, readTransactions, type TransactionsPage } from './read-wallet-transactions.ts';
import { createWalletKinds } from './wallet-queries.ts';
import type { TransactionPlace } from './wallet-transactions-query.ts';

export type TransactionListQuery = z.output<NonNullable<(typeof listWalletTransactions)['query']>>;

export interface WalletTransactionsService {
  /** Lists transactions, newest first. @throws Problem `not_found`, or `validation_error` for another wallet's cursor */
  readonly list: (id: string, query: TransactionListQuery) => Promise<TransactionsPage>;
}

export function createWalletTransactionsService({
  database,
}: {
  readonly database: Database;
}): WalletTransactionsService {
  const readKind = createWalletKinds(database);

  async function placeOf(walletId: number, cursor: string): Promise<TransactionPlace> {
    const place = await readTransactionPlace(database.reader, walletId, cursor);
    if (place !== undefined) return place;
    throw invalidField('cursor', 'unknown', "Expected a cursor from this wallet's pages");
  }

  return {
    list: async (id, { currency: ticker, cursor, from, to, search, offset, ...rest }) => {
      const wallet = await readKind(id);
      if (wallet === undefined) throw noSuchWallet();
      const { currency, network } = parseTicker(ticker);
      if (network !== undefined && network !== wallet.network) {
        return { rows: [], totalCount: 0, hasMore: false };
      }
      return await readTransactions(database, wallet.type, {
        ...rest,
        walletId: wallet.id,
        offset: cursor === undefined ? offset : 0,
        currency: currency === undefined ? undefined : currencyName(wallet.network, currency),
        from: from === undefined ? undefined : new Date(from),
        to: to === undefined ? undefined : new Date(to),
        search: pastedHash(search) || undefined,
        after: cursor === undefined ? undefined : await placeOf(wallet.id, cursor),
      });
    },
  };
}

interface Ticker {
  readonly currency?: string | undefined;
  readonly network?: string | undefined;
}

/** `USDT`, or with its network, `TRON_USDT`. An unknown network has no wallets. */
function parseTicker(ticker: string | undefined): Ticker {
  if (ticker === undefined) return {};
  const [currency, prefix] = ticker.split('_').reverse();
  return { currency, network: prefix === 'MATIC' ? 'POLYGON' : prefix };
}
