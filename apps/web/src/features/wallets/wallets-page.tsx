import { TRANSACTIONS } from '@halyard/contract/runtime-settings';
import type { WalletType } from '@halyard/contract/wallets';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { ExportButton } from '../../domain/list-export/export-button.tsx';
import { useRuntimeSettings } from '../../domain/product/use-runtime-settings.ts';
import { useApi } from '../../domain/session/use-api.ts';
import { SCREEN_HEADINGS } from '../../domain/shell/screen-headings.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { REFUSALS } from '../../shared/api/refusals.ts';
import { ListHeader } from '../../shared/ui/list/list-header.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { InboundWallets } from './inbound/inbound-wallets.tsx';
import type { ListedWallet } from './listed-wallet.ts';
import { OutboundWallets } from './outbound/outbound-wallets.tsx';
import { NO_WALLET_PANEL } from './panel/wallet-panel-search.ts';
import { loadWalletPanel, WalletSlideOver } from './panel/wallet-slide-over.tsx';
import { WALLETS_KEY } from './wallets-key.ts';
import { inboundWalletsQuery, outboundWalletsQuery } from './wallets-queries.ts';
import type { WalletsSearch } from './wallets-search.ts';

interface WalletsPageProps {
  readonly state: WalletsSearch;
  /** With `replace`, adds no history entry. */
  readonly onChange: (state: WalletsSearch, options?: { readonly replace: boolean }) => void;
}

export function WalletsPage({ state, onChange }: WalletsPageProps) {
  const { type = 'outbound', search, network, ledger, wallet, tab } = state;
  const { screens } = useRuntimeSettings();
  const { outbound, allOutbound, inbound } = useWallets(state);
  const panelId = useId();
  const isOpen = ({ id, uuid }: ListedWallet) => wallet !== undefined && (id === wallet || uuid === wallet);
  const shown = type === 'outbound' ? outbound : inbound;
  const list = {
    state,
    onChange,
    comparesLedger: state.ledger !== undefined || allOutbound.data?.summary.comparesLedger === true,
    opening: {
      isOpen,
      onOpen: ({ id }: ListedWallet) =>
        onChange({ ...state, ...NO_WALLET_PANEL, wallet: id }, { replace: wallet !== undefined }),
      loadPanel: loadWalletPanel,
      panelId,
    },
  };

  return (
    <div>
      <ListHeader
        title={SCREEN_HEADINGS['/wallets']}
        total={undefined}
        actions={
          screens?.includes(TRANSACTIONS) ? (
            <ExportButton
              request={{ of: 'wallets', type, search: search ?? '', blockchain: network, ledger }}
              total={shown.data?.totalCount}
              narrowedBy={`in the ${type === 'outbound' ? 'Outbound' : 'Inbound'} tab${(search ?? network ?? ledger) ? ' matching the search and the filters' : ''}`}
            />
          ) : undefined
        }
      />
      <Tabs
        label="Wallets"
        inPage
        value={type}
        onChange={(chosen) => onChange({ type: chosen === 'outbound' ? undefined : chosen })}
        tabs={[
          {
            value: 'outbound',
            label: 'Outbound',
            count: outbound.data?.totalCount ?? 'unknown',
            content: <OutboundWallets {...list} result={outbound} all={allOutbound} />,
          },
          {
            value: 'inbound',
            label: 'Inbound',
            count: inbound.data?.totalCount ?? 'unknown',
            content: <InboundWallets {...list} result={inbound} />,
          },
        ]}
      />
      <WalletSlideOver
        id={panelId}
        walletId={wallet}
        listed={shown.data?.rows.find(isOpen)}
        tab={tab ?? 'overview'}
        onTab={(chosen) =>
          onChange({ ...state, tab: chosen === 'overview' ? undefined : chosen }, { replace: true })
        }
        state={state}
        onState={(panel) => onChange({ ...state, ...panel }, { replace: true })}
        // Links to a wallet do not always know its type.
        onInbound={
          state.type === undefined
            ? () => onChange({ ...state, type: 'inbound', page: undefined }, { replace: true })
            : undefined
        }
        onClose={() => onChange({ ...state, ...NO_WALLET_PANEL, wallet: undefined, tab: undefined })}
      />
    </div>
  );
}

/** Fetches the open tab's list, then the other list for its count. An outage then causes only one error. */
function useWallets(state: WalletsSearch) {
  const api = useApi();
  const client = useQueryClient();
  const showsOutbound = state.type === undefined;
  const hasResponse = (type: WalletType) =>
    client
      .getQueryCache()
      .findAll({ queryKey: [WALLETS_KEY, type] })
      .some(({ state: { data, error } }) => data !== undefined || isRefusal(error));
  const outbound = outboundWalletsQuery(api, showsOutbound ? state : {});
  const inbound = inboundWalletsQuery(api, showsOutbound ? {} : state);
  const showsAllOutbound = showsOutbound && state.ledger === undefined;
  return {
    outbound: useQuery({ ...outbound, enabled: showsOutbound || hasResponse('inbound') }),
    allOutbound: useQuery({
      ...outboundWalletsQuery(api, {}),
      enabled: showsAllOutbound || hasResponse(showsOutbound ? 'outbound' : 'inbound'),
    }),
    inbound: useQuery({ ...inbound, enabled: !showsOutbound || hasResponse('outbound') }),
  };
}

function isRefusal(error: Error | null): boolean {
  return error instanceof ApiError && REFUSALS.includes(error.httpStatus);
}
