import type { Network } from '@halyard/contract/networks';
import type { LedgerVerdict } from '@halyard/contract/wallets';
import { networkOf } from '../../domain/network/network.ts';
import {
  choiceFromUrl,
  identifierFromUrl,
  textFromUrl,
  type UrlParameters,
  withoutUnknown,
} from '../../shared/list/list-search.ts';
import { pageFromUrl } from '../../shared/list/page-number.ts';
import { type WalletPanelSearch, type WalletTab, walletPanelFromUrl } from './panel/wallet-panel-search.ts';
import { LEDGER_VERDICTS } from './transactions/ledger-labels.ts';

export interface WalletsSearch extends WalletPanelSearch {
  /** `undefined` means the outbound wallets. */
  readonly type?: 'inbound' | undefined;
  readonly page?: number | undefined;
  /** Applies to inbound wallets only, like the network. */
  readonly search?: string | undefined;
  readonly network?: Network | undefined;
  readonly ledger?: LedgerVerdict | undefined;
  /** Id or uuid of the wallet whose panel is open. */
  readonly wallet?: string | undefined;
  /** `undefined` means the first tab. */
  readonly tab?: Exclude<WalletTab, 'overview'> | undefined;
}

export function parseWalletsSearch(parameters: UrlParameters): WalletsSearch {
  const type = choiceFromUrl(parameters['type'], ['inbound'] as const);
  const isInbound = type === 'inbound';
  const wallet = walletFromUrl(parameters['wallet']);
  return {
    ...withoutUnknown(parameters),
    type,
    page: pageFromUrl(parameters['page']),
    search: isInbound ? textFromUrl(parameters['search']) : undefined,
    network: isInbound ? networkOf(parameters['network']) : undefined,
    ledger: choiceFromUrl(parameters['ledger'], LEDGER_VERDICTS),
    wallet,
    tab:
      wallet === undefined
        ? undefined
        : choiceFromUrl(parameters['tab'], ['transactions', 'audit-logs'] as const),
    ...(wallet !== undefined && walletPanelFromUrl(parameters)),
  };
}

/** Parses a wallet's id. Drops the names of the two lists, which the API serves at the same path. */
function walletFromUrl(value: unknown): string | undefined {
  const id = identifierFromUrl(value);
  return id === 'outbound' || id === 'inbound' ? undefined : id;
}
