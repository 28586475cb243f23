import type { Holding, Portfolio, TokenHolding, Wallet } from '@halyard/contract/wallets';
import { type Amount, amountIn } from '../../domain/amount/amount.ts';
import { networkOf } from '../../domain/network/network.ts';
import {
  countIn,
  fieldsOf,
  identifierIn,
  instantIn,
  isRecord,
  textIn,
  type Unread,
} from '../../shared/api/answer-fields.ts';

export interface ListedHolding {
  readonly symbol: string;
  /** Null if unknown, as opposed to zero. */
  readonly balance: Amount | null;
  readonly valueUsd: Amount | null;
}

export interface ListedToken extends ListedHolding {
  readonly address: string | null;
}

export interface ListedPortfolio {
  readonly native: ListedHolding | null;
  readonly tokens: readonly ListedToken[];
  readonly totalValueUsd: Amount | null;
  readonly error: string | null;
  readonly isPartial: boolean;
  readonly source: 'chain' | 'ledger' | null;
  readonly asOf: string | null;
}

/** A wallet of a list response, with defaults for missing fields. */
export interface ListedWallet {
  readonly id: string;
  readonly uuid: string;
  /** Empty if it was changed outside Halyard. */
  readonly address: string;
  /** A network of the contract, or any other name. */
  readonly blockchain: string;
  readonly type: string;
  readonly createdAt: string;
  readonly portfolio: ListedPortfolio | null;
  readonly transactionCounts: { readonly mainnet: number; readonly testnet: number };
  readonly explorerUrl: string | null;
}

type Counts = Wallet['transactionCounts'];

/** Whether a value is a wallet. Only id and address are required. A changed address is not sent. */
export function isWallet(value: unknown): boolean {
  const { id, address, addressChanged } = fieldsOf<Wallet>(value);
  return identifierIn(id) !== null && (textIn(address) !== null || addressChanged === true);
}

/** Parses a wallet in which any field not checked by {@link isWallet} may be missing. */
export function parseWallet(value: unknown): ListedWallet {
  const wallet = fieldsOf<Wallet>(value);
  const counts = fieldsOf<Counts>(wallet.transactionCounts);
  return {
    id: identifierIn(wallet.id) ?? '',
    uuid: textIn(wallet.uuid) ?? '',
    address: textIn(wallet.address) ?? '',
    blockchain: networkOf(wallet.blockchain) ?? textIn(wallet.blockchain) ?? 'Unknown',
    type: textIn(wallet.type) ?? '',
    createdAt: instantIn(wallet.createdAt) ?? '',
    portfolio: parsePortfolio(wallet.portfolio),
    transactionCounts: { mainnet: parseConfirmed(counts.mainnet), testnet: parseConfirmed(counts.testnet) },
    explorerUrl: textIn(wallet.explorerUrl),
  };
}

function parsePortfolio(value: unknown): ListedPortfolio | null {
  if (!isRecord(value)) {
    return null;
  }
  const { native, tokens, totalValueUsd, isPartial, source, asOf, ...rest } = fieldsOf<Portfolio>(value);
  const error = parseError(rest.error);
  // Balances next to an error are the last known ones if they have a time, and meaningless without one.
  const isKnown = error === null || instantIn(asOf) !== null;
  return {
    native: isKnown && isRecord(native) ? parseHolding(native) : null,
    tokens: isKnown && Array.isArray(tokens) ? tokens.filter(isRecord).map(parseToken) : [],
    totalValueUsd: isKnown ? amountIn(totalValueUsd) : null,
    error,
    isPartial: isPartial === true || (isPartial === undefined && error !== null),
    source: source === 'chain' || source === 'ledger' ? source : null,
    asOf: instantIn(asOf),
  };
}

/** Some servers report an error without a reason. */
function parseError(value: unknown): string | null {
  return textIn(value) ?? (value ? 'No reason given.' : null);
}

function parseHolding({ symbol, balance, valueUsd }: Unread<Holding>): ListedHolding {
  return { symbol: textIn(symbol) ?? '', balance: amountIn(balance), valueUsd: amountIn(valueUsd) };
}

function parseToken(token: Unread<TokenHolding>): ListedToken {
  return { ...parseHolding(token), address: textIn(token.address) };
}

function parseConfirmed(value: unknown): number {
  return countIn(fieldsOf<Counts['mainnet']>(value).confirmed) ?? 0;
}
