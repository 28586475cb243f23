import type { Holding, Portfolio, TokenHolding, Wallet } from '@halyard/contract/wallets';
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

/** An amount as it came: decimal text from us, perhaps a number from another server. */
export type Amount = string | number;

export interface ListedHolding {
  readonly symbol: string;
  /** Null where it is not known, which is never the same as nothing. */
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

/** A wallet with everything in its place, whichever server it came from. */
export interface ListedWallet {
  readonly id: string;
  readonly uuid: string;
  readonly address: string;
  /** One of ours where it is one of ours, otherwise the word that came. */
  readonly blockchain: string;
  readonly type: string;
  readonly createdAt: string;
  readonly portfolio: ListedPortfolio | null;
  readonly transactionCounts: { readonly mainnet: number; readonly testnet: number };
  readonly explorerUrl: string | null;
}

type Counts = Wallet['transactionCounts'];

/** Whether there is a wallet in an answer: what cannot be done without are its id and its address. */
export function isWallet(value: unknown): boolean {
  const { id, address } = fieldsOf<Wallet>(value);
  return identifierIn(id) !== null && textIn(address) !== null;
}

/** Reads a wallet from an answer in which everything but {@link isWallet} may be missing or of another kind. */
export function listedWallet(value: unknown): ListedWallet {
  const wallet = fieldsOf<Wallet>(value);
  const counts = fieldsOf<Counts>(wallet.transactionCounts);
  return {
    id: identifierIn(wallet.id) ?? '',
    uuid: textIn(wallet.uuid) ?? '',
    address: textIn(wallet.address) ?? '',
    blockchain: networkOf(wallet.blockchain) ?? textIn(wallet.blockchain) ?? 'Unknown',
    type: textIn(wallet.type) ?? '',
    createdAt: instantIn(wallet.createdAt) ?? '',
    portfolio: portfolioIn(wallet.portfolio),
    transactionCounts: { mainnet: confirmedIn(counts.mainnet), testnet: confirmedIn(counts.testnet) },
    explorerUrl: textIn(wallet.explorerUrl),
  };
}

function portfolioIn(value: unknown): ListedPortfolio | null {
  if (!isRecord(value)) {
    return null;
  }
  const { native, tokens, totalValueUsd, isPartial, source, asOf, ...rest } = fieldsOf<Portfolio>(value);
  const error = errorIn(rest.error);
  // What stands beside an error is the last that was known where it has an age; otherwise it is nothing.
  const isKnown = error === null || instantIn(asOf) !== null;
  return {
    native: isKnown && isRecord(native) ? holdingIn(native) : null,
    tokens: isKnown && Array.isArray(tokens) ? tokens.filter(isRecord).map(tokenIn) : [],
    totalValueUsd: isKnown ? amountIn(totalValueUsd) : null,
    error,
    isPartial: isPartial === true || (isPartial === undefined && error !== null),
    source: source === 'chain' || source === 'ledger' ? source : null,
    asOf: instantIn(asOf),
  };
}

/** Why balances could not be had; some servers only say that they could not. */
function errorIn(value: unknown): string | null {
  return textIn(value) ?? (value ? 'No reason given.' : null);
}

function holdingIn({ symbol, balance, valueUsd }: Unread<Holding>): ListedHolding {
  return { symbol: textIn(symbol) ?? '', balance: amountIn(balance), valueUsd: amountIn(valueUsd) };
}

function tokenIn(token: Unread<TokenHolding>): ListedToken {
  return { ...holdingIn(token), address: textIn(token.address) };
}

/** An amount, or null where there is none. */
export function amountIn(value: unknown): Amount | null {
  return typeof value === 'number' ? value : textIn(value);
}

function confirmedIn(value: unknown): number {
  return countIn(fieldsOf<Counts['mainnet']>(value).confirmed) ?? 0;
}
