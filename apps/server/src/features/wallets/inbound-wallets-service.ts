import { NETWORKS, type Network } from '@halyard/contract/networks';
import type { LedgerVerdict } from '@halyard/contract/wallets';
import type { Configuration } from '../../config/configuration.ts';
import type { ListPage } from '../../infra/creation-list/creation-list.ts';
import { readListPage } from '../../infra/creation-list/read-list-page.ts';
import { searchList } from '../../infra/creation-list/search-list.ts';
import { createSearchMemory } from '../../infra/creation-list/search-memory.ts';
import type { Database } from '../../infra/db/database.ts';
import { addressSearch } from './address-search.ts';
import { balanceOrigin } from './balance-origin.ts';
import { inboundList, judgedInboundList, searchedInboundList } from './inbound-list.ts';
import type { WalletRow } from './wallet-row.ts';

export interface InboundQuery {
  readonly limit: number;
  readonly offset: number;
  readonly blockchain?: Network | undefined;
  /** Empty for any address. */
  readonly search: string;
  readonly ledger?: LedgerVerdict | undefined;
}

export interface InboundWalletsService {
  /** One page of inbound wallets, the newest first, and how many there are beside it. */
  readonly list: (query: InboundQuery) => Promise<ListPage<WalletRow>>;
}

export function createInboundWalletsService(parts: {
  readonly database: Database;
  readonly configuration: Pick<Configuration, 'chainUrls' | 'isEvaluation'>;
}): InboundWalletsService {
  const { database, configuration } = parts;
  const memory = createSearchMemory();
  /** A verdict is about what a node said, and outlives the setting that names the node. */
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
      const page = { limit, offset, sort: 'newest' as const };
      if (text === '') {
        const { list, scope } =
          ledger === undefined ? inboundList(networks) : judgedInboundList(networks, ledger);
        return await readListPage<WalletRow, string>(database, list, { ...page, scope });
      }
      const { list, scope } = searchedInboundList(networks, ledger);
      // The version of the wallets does not tell of verdicts: what was found with one is not remembered.
      const known = ledger === undefined ? memory : createSearchMemory();
      return await searchList<WalletRow, string>(database, list, known, { ...page, scope, search: text });
    },
  };
}
