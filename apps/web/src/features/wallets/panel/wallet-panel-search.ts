import type { TransactionStatus, TransactionType } from '@halyard/contract/wallets';
import { choiceFromUrl, textFromUrl, type UrlParameters } from '../../../shared/list/list-search.ts';
import { pageFromUrl } from '../../../shared/list/page-number.ts';
import { TRANSACTION_STATUSES, TRANSACTION_TYPES } from '../transactions/transaction-kinds.ts';

/** What the address carries of a wallet's panel beside its tab: the list of transactions, the open audit entry. */
export interface WalletPanelSearch {
  readonly txPage?: number | undefined;
  readonly txType?: TransactionType | undefined;
  readonly txCurrency?: string | undefined;
  readonly txStatus?: TransactionStatus | undefined;
  /** The id of the audit entry whose details are open. */
  readonly entry?: string | undefined;
}

/** The panel's part of the address where no panel is open. */
export const NO_WALLET_PANEL: WalletPanelSearch = {
  txPage: undefined,
  txType: undefined,
  txCurrency: undefined,
  txStatus: undefined,
  entry: undefined,
};

/** Symbols are the server's to name: `USDC.e` and `stETH` are some. */
const CURRENCY_LENGTH_MAX = 32;

/** Reads the panel's state from the parameters of an address; what makes no sense is left out. */
export function walletPanelFromUrl(parameters: UrlParameters): WalletPanelSearch {
  const currency = textFromUrl(parameters['txCurrency']);
  return {
    txPage: pageFromUrl(parameters['txPage']),
    txType: choiceFromUrl(parameters['txType'], TRANSACTION_TYPES),
    txCurrency: currency !== undefined && currency.length <= CURRENCY_LENGTH_MAX ? currency : undefined,
    txStatus: choiceFromUrl(parameters['txStatus'], TRANSACTION_STATUSES),
    entry: textFromUrl(parameters['entry']),
  };
}
