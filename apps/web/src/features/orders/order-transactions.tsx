import { Link } from '@tanstack/react-router';
import { CurrencyAmount } from '../../domain/amount/currency-amount.tsx';
import { formatUsdValue } from '../../domain/amount/format-usd-value.ts';
import { WrappableNumber } from '../../domain/amount/wrappable-number.tsx';
import { IdentifierText } from '../../domain/audit-entry/identifier-text.tsx';
import { ExplorerLink } from '../../domain/network/explorer-link.tsx';
import {
  labelOf,
  TRANSACTION_DIRECTION_LABELS,
  TRANSACTION_STATUS_LABELS,
  TRANSACTION_TYPE_LABELS,
  toneOf,
} from '../../domain/transaction/transaction-labels.ts';
import { PanelSection } from '../../shared/ui/panel-section.tsx';
import { StatusBadge } from '../../shared/ui/status-badge.tsx';
import { Timestamp } from '../../shared/ui/timestamp.tsx';
import type { OrderTransactionRecord } from './order-record.ts';

interface OrderTransactionsProps {
  readonly transactions: readonly OrderTransactionRecord[];
}

export function OrderTransactions({ transactions }: OrderTransactionsProps) {
  return (
    <PanelSection title="Transactions">
      {transactions.length === 0 ? (
        <p className="text-ink-quiet">No transactions for this order yet.</p>
      ) : (
        <ol className="grid">
          {transactions.map((transaction) => (
            <TransactionItem key={transaction.id} transaction={transaction} />
          ))}
        </ol>
      )}
    </PanelSection>
  );
}

function TransactionItem({ transaction }: { readonly transaction: OrderTransactionRecord }) {
  const { direction, type, status, testnet, hash, amount, currency, usdAmount, createdAt, counterparty } =
    transaction;
  return (
    <li className="grid gap-1 border-line py-3 not-first:border-t">
      <div className="flex items-baseline justify-between gap-4">
        <p className="min-w-0">
          <bdi className="font-medium">{labelOf(TRANSACTION_DIRECTION_LABELS, direction)}</bdi>{' '}
          <bdi className="text-ink-quiet text-sm">{labelOf(TRANSACTION_TYPE_LABELS, type)}</bdi>
        </p>
        <p className="min-w-0 text-right font-medium">
          <CurrencyAmount amount={amount} currency={currency} />
        </p>
      </div>
      <div className="flex items-center justify-between gap-4 text-sm">
        <span className="flex flex-wrap gap-x-3">
          <StatusBadge tone={toneOf(TRANSACTION_STATUS_LABELS, status)}>
            {labelOf(TRANSACTION_STATUS_LABELS, status)}
          </StatusBadge>
          {testnet ? <StatusBadge tone="warn">Testnet</StatusBadge> : null}
        </span>
        <span translate="no" className="text-ink-quiet tabular-nums">
          {usdAmount === null ? (
            'USD value unavailable'
          ) : (
            <WrappableNumber text={formatUsdValue(usdAmount)} />
          )}
        </span>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
        <span className="flex min-w-0 items-center">
          {hash === null ? (
            <span className="text-ink-quiet">No hash yet</span>
          ) : (
            <>
              <IdentifierText name="hash" text={hash} />
              <ExplorerLink url={transaction.explorerUrl} label="Transaction in the explorer" />
            </>
          )}
        </span>
        <span className="text-ink-quiet">
          <Timestamp instant={createdAt} withTime />
        </span>
      </div>
      {counterparty === null ? null : (
        <span className="flex min-w-0 items-center gap-1 text-sm">
          <span className="text-ink-quiet">{direction === 'incoming' ? 'From' : 'To'}</span>
          <IdentifierText name="counterparty" text={counterparty} />
        </span>
      )}
      {transaction.walletId === null ? null : (
        <Link
          to="/wallets"
          search={{ wallet: transaction.walletId }}
          className="w-fit rounded-sm text-sm underline underline-offset-4 hover:text-accent"
        >
          Open the wallet
        </Link>
      )}
    </li>
  );
}
