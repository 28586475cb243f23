import { type Amount, amountIn } from '../../../domain/amount/amount.ts';
import { networkName } from '../../../domain/network/network.ts';
import type { ListedWallet } from '../listed-wallet.ts';

export interface OutboundSummary {
  /** Null if no wallet has a known value. */
  readonly totalValueUsd: Amount | null;
  /** Sentences about values missing from the total. */
  readonly gaps: readonly string[];
  /** Undefined if the server does not report it. */
  readonly source: 'chain' | 'ledger' | 'both' | undefined;
  /** Time of the oldest balance. */
  readonly asOf: string | undefined;
  /** Whether any balances come from a chain, so that the ledger can be compared with them. */
  readonly comparesLedger: boolean;
}

/** Totals the wallets. @param answer the server's totals, which some servers omit */
export function outboundSummary(
  wallets: readonly ListedWallet[],
  answer: { readonly totalValueUsd?: unknown; readonly isPartial?: unknown },
): OutboundSummary {
  const total = amountIn(answer.totalValueUsd);
  // A sum of unknown values is zero, but must not be shown as zero.
  const isAnythingKnown = wallets.length === 0 || wallets.some(hasValue) || /[1-9]/.test(`${total}`);
  const portfolios = wallets.flatMap(({ portfolio }) => portfolio ?? []);
  const source = combinedSource(portfolios.flatMap((portfolio) => portfolio.source ?? []));
  return {
    totalValueUsd: isAnythingKnown ? total : null,
    gaps: isAnythingKnown ? gapsOf(wallets, answer.isPartial === true) : ['No wallet values available.'],
    source,
    asOf: portfolios.flatMap(({ asOf }) => asOf ?? []).sort()[0],
    comparesLedger: source === 'chain' || source === 'both',
  };
}

function hasValue({ portfolio }: ListedWallet): boolean {
  return portfolio !== null && portfolio.totalValueUsd !== null;
}

function isIncomplete({ portfolio }: ListedWallet): boolean {
  return portfolio !== null && (portfolio.isPartial || portfolio.error !== null);
}

function gapsOf(wallets: readonly ListedWallet[], isPartial: boolean): readonly string[] {
  const unknown = wallets.filter((wallet) => !hasValue(wallet));
  const partial = wallets.filter((wallet) => hasValue(wallet) && isIncomplete(wallet));
  const networks = [...new Set([...unknown, ...partial].map(({ blockchain }) => networkName(blockchain)))];
  const gaps = [
    ...(unknown.length > 0 ? [`Value unavailable for ${countOf(unknown)}.`] : []),
    ...(partial.length > 0 ? [`Value incomplete or outdated for ${countOf(partial)}.`] : []),
  ];
  if (gaps.length > 0) {
    return [...gaps, `Affected: ${networks.join(', ')}.`];
  }
  return isPartial ? ['Part of the value is unavailable.'] : [];
}

function countOf(wallets: readonly ListedWallet[]): string {
  return wallets.length === 1 ? '1 wallet' : `${wallets.length} wallets`;
}

function combinedSource(sources: readonly ('chain' | 'ledger')[]): OutboundSummary['source'] {
  const [first, ...others] = new Set(sources);
  return others.length > 0 ? 'both' : first;
}
