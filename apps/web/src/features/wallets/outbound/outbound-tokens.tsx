import { AMOUNT_DECIMALS } from '@halyard/contract/constants';
import { formatAmount } from '../../../domain/amount/format-amount.ts';
import { ticker } from '../../../domain/network/asset.ts';
import { formatCount } from '../../../shared/format/format-number.ts';
import type { ListedToken, ListedWallet } from '../listed-wallet.ts';
import { WithTooltip } from '../with-tooltip.tsx';

const TOKENS_LISTED = 8;

export function TokenCount({ blockchain, portfolio }: Pick<ListedWallet, 'blockchain' | 'portfolio'>) {
  const tokens = portfolio?.tokens ?? [];
  if (tokens.length === 0 && (!portfolio || portfolio.error !== null)) {
    return <span className="text-ink-quiet">—</span>;
  }
  const count = (
    <span
      translate="no"
      data-unit={tokens.length === 1 ? 'token' : 'tokens'}
      className={`tabular-nums ${tokens.length === 0 ? 'text-ink-quiet' : ''}`}
    >
      {formatCount(tokens.length)}
    </span>
  );
  return tokens.length === 0 ? (
    count
  ) : (
    <WithTooltip tooltip={<TokenList blockchain={blockchain} tokens={tokens} />}>{count}</WithTooltip>
  );
}

interface TokenListProps {
  readonly blockchain: string;
  readonly tokens: readonly ListedToken[];
}

function TokenList({ blockchain, tokens }: TokenListProps) {
  const more = tokens.length - TOKENS_LISTED;
  return (
    <span className="grid gap-0.5 tabular-nums">
      {tokens.slice(0, TOKENS_LISTED).map(({ symbol, address, balance }) => (
        <span key={`${symbol} ${address}`} className="flex justify-between gap-4">
          <bdi translate="no" className="truncate">
            {ticker(blockchain, symbol)}
          </bdi>
          <span translate="no">
            {balance === null ? 'No data' : formatAmount(balance, AMOUNT_DECIMALS.token)}
          </span>
        </span>
      ))}
      {more > 0 ? <span>{`and ${formatCount(more)} more`}</span> : null}
    </span>
  );
}
