import type { Network } from '@halyard/contract/networks';
import type { LedgerVerdict } from '@halyard/contract/wallets';
import { networkOf } from '../../domain/network/network.ts';
import {
  choiceFromUrl,
  identifierFromUrl,
  textFromUrl,
  type UrlParameters,
} from '../../shared/list/list-search.ts';
import { pageFromUrl } from '../../shared/list/page-number.ts';
import { NO_WALLET_PANEL, type WalletPanelSearch, walletPanelFromUrl } from './panel/wallet-panel-search.ts';
import type { WalletTab } from './panel/wallet-tab.ts';

/** The state of the screen as its address carries it. */
export interface WalletsSearch extends WalletPanelSearch {
  /** Which wallets are listed; the outbound ones where it is left out. */
  readonly type?: 'inbound' | undefined;
  readonly page?: number | undefined;
  /** Of inbound wallets only, as is the network. */
  readonly search?: string | undefined;
  readonly network?: Network | undefined;
  readonly ledger?: LedgerVerdict | undefined;
  /** The id of the wallet whose panel is open, or its uuid. */
  readonly wallet?: string | undefined;
  /** The panel's tab; the first where it is left out. */
  readonly tab?: Exclude<WalletTab, 'overview'> | undefined;
}

/** The contract's, without the library that it is written in. */
export const LEDGER_VERDICTS: readonly LedgerVerdict[] = ['unexplained', 'in_flight', 'equal'];

/** Reads the screen's state from the parameters of an address; what makes no sense is left out. */
export function parseWalletsSearch(parameters: UrlParameters): WalletsSearch {
  const type = choiceFromUrl(parameters['type'], ['inbound'] as const);
  const isInbound = type === 'inbound';
  const wallet = identifierFromUrl(parameters['wallet']);
  return {
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
    ...(wallet === undefined ? NO_WALLET_PANEL : walletPanelFromUrl(parameters)),
  };
}
