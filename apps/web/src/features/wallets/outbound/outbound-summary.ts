import { networkName } from '../../../domain/network/network.ts';
import { type Amount, amountIn, type ListedWallet } from '../listed-wallet.ts';

/** What holds for a number of outbound wallets together. */
export interface OutboundSummary {
  /** Null where nothing is known of any wallet. */
  readonly totalValueUsd: Amount | null;
  /** Why the total is not the whole, a sentence each; empty where it is. */
  readonly gaps: readonly string[];
  /** Where the balances come from; undefined where the server does not say. */
  readonly source: 'chain' | 'ledger' | 'both' | undefined;
  /** When the oldest of the balances was taken. */
  readonly asOf: string | undefined;
  /** Whether there are balances of a chain that the ledger can be compared with. */
  readonly comparesLedger: boolean;
}

/** @param answer what the server itself says of all wallets; another server may say none of it */
export function outboundSummary(
  wallets: readonly ListedWallet[],
  answer: { readonly totalValueUsd?: unknown; readonly isPartial?: unknown },
): OutboundSummary {
  const total = amountIn(answer.totalValueUsd);
  // A sum of what is not known is nothing, and not to be shown as that.
  const isAnythingKnown = wallets.length === 0 || wallets.some(hasValue) || /[1-9]/.test(`${total}`);
  const portfolios = wallets.flatMap(({ portfolio }) => portfolio ?? []);
  const source = oneOrBoth(portfolios.flatMap((portfolio) => portfolio.source ?? []));
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

function isDoubtful({ portfolio }: ListedWallet): boolean {
  return portfolio !== null && (portfolio.isPartial || portfolio.error !== null);
}

function gapsOf(wallets: readonly ListedWallet[], isPartial: boolean): readonly string[] {
  const unknown = wallets.filter((wallet) => !hasValue(wallet));
  const partial = wallets.filter((wallet) => hasValue(wallet) && isDoubtful(wallet));
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

function oneOrBoth(sources: readonly ('chain' | 'ledger')[]): OutboundSummary['source'] {
  const [first, ...others] = new Set(sources);
  return others.length > 0 ? 'both' : first;
}
