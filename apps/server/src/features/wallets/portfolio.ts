import { NATIVE_SYMBOLS, type Network } from '@halyard/contract/networks';
import type { LedgerComparison, Portfolio } from '@halyard/contract/wallets';
import type { BalanceOrigin } from '../../infra/balances/balance-sources.ts';
import { CHAIN_ASSETS } from '../../infra/chain/chain-assets.ts';
import { compareUsd, sumUsd } from './usd-amounts.ts';
import type { HeldWalletRow, HoldingRow } from './wallet-queries.ts';

const UNKNOWN: Portfolio = {
  native: null,
  tokens: [],
  totalValueUsd: null,
  error: null,
  isPartial: true,
  source: null,
  asOf: null,
  blockNumber: null,
};

/** The total sums the shown values, each rounded half up to the cent. @param at milliseconds since 1970 */
export function portfolioOf(wallet: HeldWalletRow, origin: BalanceOrigin, at: number): Portfolio {
  const { taken_at, block_number } = wallet;
  const error = errorOf(wallet);
  if (origin === 'none') return UNKNOWN;
  if (origin === 'chain' && taken_at === null) return { ...UNKNOWN, error };
  const { native, tokens } = sortHoldings(wallet);
  // An asset without ledger entries is 0. An asset that is not queried on chain is unknown.
  const unheld = origin === 'ledger' ? { balance: '0', value: '0.00' } : { balance: null, value: null };
  const { symbol, balance, value } = native ?? { symbol: NATIVE_SYMBOLS[wallet.network], ...unheld };
  const assets = [{ balance, value }, ...tokens];
  const known = assets.filter((asset) => asset.value !== null);
  // The total stays unknown if only zero balances have a known value.
  const isKnown = known.length === assets.length || known.some((asset) => asset.balance !== '0');
  return {
    native: { symbol, balance, valueUsd: value },
    tokens: tokens.map((token) => ({
      symbol: token.symbol,
      address: token.token_address ?? contractOf(wallet.network, token.symbol),
      balance: token.balance,
      valueUsd: token.value,
    })),
    totalValueUsd: isKnown ? sumUsd(known.flatMap((asset) => asset.value ?? [])) : null,
    error,
    isPartial: error !== null || known.length < assets.length,
    source: origin,
    asOf: (taken_at ?? new Date(at)).toISOString(),
    blockNumber: block_number === null ? null : String(block_number),
  };
}

/** The ledger does not name contracts. */
function contractOf(network: Network, symbol: string): string | null {
  return CHAIN_ASSETS[network].find((asset) => asset.symbol === symbol)?.tokenAddress ?? null;
}

/** Explains outdated balances or prices, with the age of the prices. */
function errorOf({ error, price_error, prices_as_of }: HeldWalletRow): string | null {
  if (error !== null || price_error === null || prices_as_of === null) return error ?? price_error;
  return `${price_error}; using prices from ${prices_as_of.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Compares the newest snapshot with the ledger at that time. */
export function ledgerComparisonsOf(wallet: HeldWalletRow): LedgerComparison[] {
  const { native, tokens } = sortHoldings(wallet);
  return [...(native === undefined ? [] : [native]), ...tokens].flatMap((holding) => {
    const { symbol, balance, ledger_balance, in_flight, verdict } = holding;
    if (balance === null || ledger_balance === null || in_flight === null || verdict === null) return [];
    return [{ symbol, chainBalance: balance, ledgerBalance: ledger_balance, inFlight: in_flight, verdict }];
  });
}

/** Separates the native currency and sorts tokens by value, unknown values last, then by symbol. */
function sortHoldings({ network, holdings }: HeldWalletRow): {
  readonly native: HoldingRow | undefined;
  readonly tokens: readonly HoldingRow[];
} {
  const isNative = ({ symbol, token_address }: HoldingRow) =>
    token_address === null && symbol === NATIVE_SYMBOLS[network];
  const tokens = holdings
    .filter((holding) => !isNative(holding))
    .toSorted((one, other) => compareUsd(one.value, other.value) || (one.symbol < other.symbol ? -1 : 1));
  return { native: holdings.find(isNative), tokens };
}
