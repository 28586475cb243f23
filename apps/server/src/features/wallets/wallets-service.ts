import type { LedgerVerdict, Portfolio } from '@halyard/contract/wallets';
import type { Configuration } from '../../config/configuration.ts';
import { balanceOrigin, balanceSources } from '../../infra/balances/balance-sources.ts';
import type { Database } from '../../infra/db/database.ts';
import { noSuchWallet } from './no-such-wallet.ts';
import { portfolioOf } from './portfolio.ts';
import { compareUsd, sumUsd } from './usd-amounts.ts';
import { type HeldWalletRow, readOutboundWallets, readWallet } from './wallet-queries.ts';

export interface ValuedWallet {
  readonly row: HeldWalletRow;
  readonly portfolio: Portfolio;
}

export interface ValuedWallets {
  readonly wallets: readonly ValuedWallet[];
  /** USD with two decimals, including wallets that are filtered out. */
  readonly totalValueUsd: string;
  readonly isPartial: boolean;
}

export interface WalletsService {
  /** Lists the most valuable wallets first, optionally only those with a verdict. */
  readonly outbound: (verdict: LedgerVerdict | undefined) => Promise<ValuedWallets>;
  /** @param id a wallet's id, or its uuid. @throws Problem `not_found` */
  readonly read: (id: string) => Promise<ValuedWallet>;
}

export function createWalletsService(parts: {
  readonly database: Database;
  readonly configuration: Pick<Configuration, 'chainUrls' | 'isEvaluation' | 'pricesUrl'>;
  readonly now: () => number;
}): WalletsService {
  const { database, configuration, now } = parts;
  const sources = balanceSources(configuration);
  const value = (row: HeldWalletRow): ValuedWallet => ({
    row,
    portfolio: portfolioOf(row, balanceOrigin(configuration, row.network), now()),
  });
  return {
    outbound: async (verdict) => {
      const all = (await readOutboundWallets(database, sources)).map(value);
      const totals = all.map(({ portfolio }) => portfolio.totalValueUsd).filter((total) => total !== null);
      return {
        wallets: all
          .filter(({ row }) => verdict === undefined || row.verdict === verdict)
          .toSorted((one, other) => compareUsd(one.portfolio.totalValueUsd, other.portfolio.totalValueUsd)),
        totalValueUsd: sumUsd(totals),
        isPartial: all.some(({ portfolio }) => portfolio.isPartial),
      };
    },
    read: async (id) => {
      const row = await readWallet(database, sources, id);
      if (row === undefined) throw noSuchWallet();
      return value(row);
    },
  };
}
