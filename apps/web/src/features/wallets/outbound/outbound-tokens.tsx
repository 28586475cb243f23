import { AMOUNT_DECIMALS, formatAmount } from '../../../domain/amount/format-amount.ts';
import { ticker } from '../../../domain/network/asset.ts';
import { formatCount } from '../../../shared/format/format-number.ts';
import { Explained } from '../explained.tsx';
import type { ListedToken, ListedWallet } from '../listed-wallet.ts';

/** So many tokens are named under the pointer. */
const TOKENS_NAMED = 8;

export function TokenCount({ blockchain, portfolio }: Pick<ListedWallet, 'blockchain' | 'portfolio'>) {
  const tokens = portfolio?.tokens ?? [];
  if (tokens.length === 0 && (!portfolio || portfolio.error !== null)) {
    return <span className="text-ink-quiet">—</span>;
  }
  const count = (
    <span
      data-unit={tokens.length === 1 ? 'token' : 'tokens'}
      className={`tabular-nums ${tokens.length === 0 ? 'text-ink-quiet' : ''}`}
    >
      {formatCount(tokens.length)}
    </span>
  );
  return tokens.length === 0 ? (
    count
  ) : (
    <Explained explanation={<TokenList blockchain={blockchain} tokens={tokens} />}>{count}</Explained>
  );
}

interface TokenListProps {
  readonly blockchain: string;
  readonly tokens: readonly ListedToken[];
}

function TokenList({ blockchain, tokens }: TokenListProps) {
  const unnamed = tokens.length - TOKENS_NAMED;
  return (
    <span className="grid gap-0.5 tabular-nums">
      {tokens.slice(0, TOKENS_NAMED).map(({ symbol, address, balance }) => (
        <span key={`${symbol} ${address}`} className="flex justify-between gap-4">
          <bdi className="truncate">{ticker(blockchain, symbol)}</bdi>
          <span>{balance === null ? 'No data' : formatAmount(balance, AMOUNT_DECIMALS.token)}</span>
        </span>
      ))}
      {unnamed > 0 ? <span>and {formatCount(unnamed)} more</span> : null}
    </span>
  );
}
