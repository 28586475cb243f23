import { isTicker } from '@halyard/contract/networks';
import type { TransactionStatus, TransactionType } from '@halyard/contract/wallets';
import { TRANSACTION_STATUSES, TRANSACTION_TYPES } from '../../../domain/transaction/transaction-values.ts';
import { daysFromUrl } from '../../../shared/format/calendar-day.ts';
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
  /** First and last day. */
  readonly txFrom?: string | undefined;
  readonly txTo?: string | undefined;
  readonly txSearch?: string | undefined;
  /** Id of the open audit entry. */
  readonly entry?: string | undefined;
}

export const NO_WALLET_PANEL: WalletPanelSearch = {
  txPage: undefined,
  txType: undefined,
  txCurrency: undefined,
  txStatus: undefined,
  txFrom: undefined,
  txTo: undefined,
  txSearch: undefined,
  entry: undefined,
};

export function walletPanelFromUrl(parameters: UrlParameters): WalletPanelSearch {
  const currency = textFromUrl(parameters['txCurrency']);
  const days = daysFromUrl({ from: parameters['txFrom'], to: parameters['txTo'] });
  return {
    txPage: pageFromUrl(parameters['txPage']),
    txType: choiceFromUrl(parameters['txType'], TRANSACTION_TYPES),
    txCurrency: currency !== undefined && isTicker(currency) ? currency : undefined,
    txStatus: choiceFromUrl(parameters['txStatus'], TRANSACTION_STATUSES),
    txFrom: days.from,
    txTo: days.to,
    txSearch: textFromUrl(parameters['txSearch']),
    entry: identifierFromUrl(parameters['entry']),
  };
}
