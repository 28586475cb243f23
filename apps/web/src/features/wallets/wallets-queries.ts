import { PAGE_SIZE } from '@halyard/contract/constants';
import type { OutboundWallets } from '@halyard/contract/wallets';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { fieldsOf } from '../../shared/api/answer-fields.ts';
import type { ApiClient } from '../../shared/api/api-client.ts';
import type { ListPage } from '../../shared/list/list-page.ts';
import { readPage, rowsOfPage } from '../../shared/list/read-page.ts';
import { READ_FAILURES } from '../../shared/query/read-failures.ts';
import { isWallet, type ListedWallet, parseWallet } from './listed-wallet.ts';
import { type OutboundSummary, outboundSummary } from './outbound/outbound-summary.ts';
import { WALLETS_KEY } from './wallets-key.ts';
import type { WalletsSearch } from './wallets-search.ts';

/** A page of outbound wallets, with totals of all pages. */
export interface OutboundPage extends ListPage<ListedWallet> {
  readonly summary: OutboundSummary;
}

/** Splits the response into pages, because it contains all outbound wallets. */
export function outboundWalletsQuery(api: ApiClient, { page = 1, ledger }: WalletsSearch) {
  return queryOptions({
    queryKey: [WALLETS_KEY, 'outbound', { ledger }],
    queryFn: ({ signal }) =>
      api.get('/wallets/outbound', {
        query: { ledger },
        signal,
        ownMessageFor: READ_FAILURES,
        accepts: isOutboundAnswer,
      }),
    select: ({ wallets, totalValueUsd, isPartial }): OutboundPage => {
      const all = wallets.map(parseWallet);
      return {
        rows: all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
        totalCount: all.length,
        summary: outboundSummary(all, { totalValueUsd, isPartial }),
      };
    },
    placeholderData: keepPreviousData,
    meta: { failureToast: { title: 'Failed to load outbound wallets' } },
  });
}

export function inboundWalletsQuery(api: ApiClient, { page = 1, network, search, ledger }: WalletsSearch) {
  return queryOptions({
    queryKey: [WALLETS_KEY, 'inbound', { page, network, search, ledger }],
    queryFn: ({ signal }) =>
      readPage(
        (options) =>
          api.get('/wallets/inbound', {
            query: { ...rowsOfPage(page), blockchain: network, search, ledger },
            signal,
            ...options,
          }),
        { name: 'wallets', rowIn: parseWallet, isRow: isWallet },
      ),
    placeholderData: keepPreviousData,
    meta: { failureToast: { title: 'Failed to load inbound wallets' } },
  });
}

function isOutboundAnswer(body: unknown): boolean {
  const { wallets } = fieldsOf<OutboundWallets>(body);
  return Array.isArray(wallets) && wallets.every(isWallet);
}
