import { AMOUNT_DECIMALS } from '@halyard/contract/constants';
import { NATIVE_SYMBOLS } from '@halyard/contract/networks';
import type { ReactNode } from 'react';
import type { Amount } from '../../../domain/amount/amount.ts';
import { AmountText } from '../../../domain/amount/amount-text.tsx';
import { formatUsdValue } from '../../../domain/amount/format-usd-value.ts';
import { WrappableNumber } from '../../../domain/amount/wrappable-number.tsx';
import { ticker } from '../../../domain/network/asset.ts';
import { networkOf } from '../../../domain/network/network.ts';
import { CopyIconButton } from '../../../shared/ui/copy-icon-button.tsx';
import type { ListedHolding, ListedPortfolio, ListedToken } from '../listed-wallet.ts';

interface WalletAssetsProps {
  readonly blockchain: string;
  readonly portfolio: ListedPortfolio;
}

const NAME = 'border-line border-b pb-1.5 font-medium text-ink-quiet text-xs';
const CELL = 'border-line border-b py-2 align-top';

export function WalletAssets({ blockchain, portfolio }: WalletAssetsProps) {
  const unknown = portfolio.error === null ? 'No data' : 'Error loading';
  const native = portfolio.native ?? { symbol: nativeSymbol(blockchain), balance: null, valueUsd: null };
  return (
    <table aria-label="Assets" className="w-full text-sm">
      <thead>
        <tr>
          <th scope="col" className={`${NAME} text-left`}>
            Asset
          </th>
          <th scope="col" className={`${NAME} text-right`}>
            Balance
          </th>
          <th scope="col" className={`${NAME} text-right`}>
            Value
          </th>
        </tr>
      </thead>
      <tbody>
        <AssetRow holding={native} decimals={AMOUNT_DECIMALS.native} unknown={unknown}>
          Native
        </AssetRow>
        {portfolio.tokens.map((token) => (
          <AssetRow
            key={`${token.symbol} ${token.address}`}
            holding={token}
            decimals={AMOUNT_DECIMALS.token}
            unknown={unknown}
          >
            <TokenName blockchain={blockchain} token={token} />
          </AssetRow>
        ))}
      </tbody>
    </table>
  );
}

function nativeSymbol(blockchain: string): string {
  const network = networkOf(blockchain);
  return network === undefined ? '' : NATIVE_SYMBOLS[network];
}

interface AssetRowProps {
  readonly holding: ListedHolding;
  readonly decimals: number;
  /** Replaces an unknown amount. */
  readonly unknown: string;
  readonly children: ReactNode;
}

function AssetRow({ holding: { symbol, balance, valueUsd }, decimals, unknown, children }: AssetRowProps) {
  return (
    <tr>
      <th scope="row" className={`${CELL} text-left font-normal`}>
        <bdi translate="no" className="block max-w-40 truncate font-medium" title={symbol}>
          {symbol}
        </bdi>
        <span className="flex min-w-0 items-center gap-1 text-ink-quiet text-xs">{children}</span>
      </th>
      <td className={`${CELL} pl-3 text-right`}>
        <Known amount={balance} unknown={unknown}>
          {(amount) => <AmountText value={amount} decimals={decimals} />}
        </Known>
      </td>
      <td className={`${CELL} pl-3 text-right`}>
        <Known amount={valueUsd} unknown={unknown}>
          {(amount) => (
            <span className="tabular-nums [overflow-wrap:anywhere]">
              <WrappableNumber text={formatUsdValue(amount)} />
            </span>
          )}
        </Known>
      </td>
    </tr>
  );
}

interface KnownProps {
  readonly amount: Amount | null;
  readonly unknown: string;
  readonly children: (amount: Amount) => ReactNode;
}

function Known({ amount, unknown, children }: KnownProps) {
  return amount === null ? <span className="text-ink-quiet">{unknown}</span> : children(amount);
}

interface TokenNameProps {
  readonly blockchain: string;
  readonly token: ListedToken;
}

function TokenName({ blockchain, token: { symbol, address } }: TokenNameProps) {
  const name = ticker(blockchain, symbol);
  return (
    <>
      <bdi translate="no" className="max-w-32 truncate">
        {name}
      </bdi>
      {address === null ? null : (
        <CopyIconButton text={address} label={`Copy ${name} contract address`} className="-my-2" />
      )}
    </>
  );
}
