import { NETWORKS, type Network } from '@halyard/contract/networks';
import type { LedgerVerdict } from '@halyard/contract/wallets';
import type { Configuration } from '../../config/configuration.ts';
import { balanceOrigin } from '../../infra/balances/balance-sources.ts';
import type { ListPage } from '../../infra/creation-list/creation-list.ts';
import { readListPage } from '../../infra/creation-list/read-list-page.ts';
import type { Database } from '../../infra/db/database.ts';
import { addressSearch } from '../../infra/record-search/address-search.ts';
import { type InboundList, inboundList, judgedInboundList, searchedInboundList } from './inbound-list.ts';
import type { WalletRow } from './wallet-row.ts';

export interface InboundQuery {
  readonly limit: number;
  readonly offset: number;
  readonly blockchain?: Network | undefined;
  /** Empty for all addresses. */
  readonly search: string;
  readonly ledger?: LedgerVerdict | undefined;
}

export interface InboundWalletsService {
  /** Lists wallets, newest first, with the total. */
  readonly list: (query: InboundQuery) => Promise<ListPage<WalletRow>>;
}

export function createInboundWalletsService(parts: {
  readonly database: Database;
  readonly configuration: Pick<Configuration, 'chainUrls' | 'isEvaluation'>;
}): InboundWalletsService {
  const { database, configuration } = parts;
  /** Verdicts stay stored after their node is removed from the configuration. */
  const mayHave = (verdict: LedgerVerdict | undefined, network: Network) =>
    verdict === undefined || balanceOrigin(configuration, network) === 'chain';

  return {
    list: async ({ limit, offset, blockchain, search, ledger }) => {
      const { text, networks: searched } = addressSearch(search);
      const networks = NETWORKS.filter(
        (network) =>
          searched.includes(network) &&
          (blockchain === undefined || network === blockchain) &&
          mayHave(ledger, network),
      );
      if (networks.length === 0) return { rows: [], totalCount: 0 };
      const { list, scope } = listOf(networks, text, ledger);
      const page = { limit, offset, sort: 'newest' as const, search: text };
      return await readListPage<WalletRow, string>(database, list, { ...page, scope });
    },
  };
}

function listOf(networks: readonly Network[], search: string, ledger?: LedgerVerdict): InboundList {
  if (search !== '') return searchedInboundList(networks, ledger);
  return ledger === undefined ? inboundList(networks) : judgedInboundList(networks, ledger);
}
