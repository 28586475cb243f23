import { isTicker } from '@halyard/contract/networks';
import type { TransactionStatus, TransactionType } from '@halyard/contract/wallets';
import { TRANSACTION_STATUSES, TRANSACTION_TYPES } from '../../../domain/transaction/transaction-values.ts';
import {
  choiceFromUrl,
  identifierFromUrl,
  textFromUrl,
  type UrlParameters,
} from '../../../shared/list/list-search.ts';
import { pageFromUrl } from '../../../shared/list/page-number.ts';

export type WalletTab = 'overview' | 'transactions' | 'audit-logs';

export interface WalletPanelSearch {
  readonly txPage?: number | undefined;
  readonly txType?: TransactionType | undefined;
  readonly txCurrency?: string | undefined;
  readonly txStatus?: TransactionStatus | undefined;
  /** Id of the open audit entry. */
  readonly entry?: string | undefined;
}

export const NO_WALLET_PANEL: WalletPanelSearch = {
  txPage: undefined,
  txType: undefined,
  txCurrency: undefined,
  txStatus: undefined,
  entry: undefined,
};

export function walletPanelFromUrl(parameters: UrlParameters): WalletPanelSearch {
  const currency = textFromUrl(parameters['txCurrency']);
  return {
    txPage: pageFromUrl(parameters['txPage']),
    txType: choiceFromUrl(parameters['txType'], TRANSACTION_TYPES),
    txCurrency: currency !== undefined && isTicker(currency) ? currency : undefined,
    txStatus: choiceFromUrl(parameters['txStatus'], TRANSACTION_STATUSES),
    entry: identifierFromUrl(parameters['entry']),
  };
}
