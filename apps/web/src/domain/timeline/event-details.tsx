import { LongText } from '../../shared/ui/long-text.tsx';
import { StatusBadge } from '../../shared/ui/status-badge.tsx';
import { CurrencyAmount } from '../amount/currency-amount.tsx';
import { formatUsdValue } from '../amount/format-usd-value.ts';
import { ACTOR_TYPE_LABELS, auditLabel } from '../audit-entry/audit-labels.ts';
import { AuditStatusBadge } from '../audit-entry/audit-status-badge.tsx';
import { auditTitle } from '../audit-entry/audit-title.ts';
import { IdentifierText } from '../audit-entry/identifier-text.tsx';
import { PlatformMark } from '../audit-entry/platform-mark.tsx';
import { labelOf, TRANSACTION_STATUS_LABELS, toneOf } from '../transaction/transaction-labels.ts';
import type {
  EntryOfEvent,
  ExceptionOfEvent,
  TimelineEventRecord,
  TransactionOfEvent,
} from './parse-timeline-event.ts';

export function EventDetails({ event }: { readonly event: TimelineEventRecord }) {
  const { entry, transaction, exception, lock, block } = event;
  if (entry) {
    return <EntryDetails entry={entry} />;
  }
  if (transaction) {
    return <TransactionDetails transaction={transaction} />;
  }
  if (exception) {
    return <ExceptionDetails exception={exception} />;
  }
  if (lock) {
    return <p className="text-ink-quiet text-sm">{`In ${lock.currency}`}</p>;
  }
  return block?.reason ? <Line name="Reason" text={block.reason} /> : null;
}

function EntryDetails({ entry }: { readonly entry: EntryOfEvent }) {
  const { status, actor, reason, errorMessage } = entry;
  const { action } = auditTitle(entry);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 text-ink-quiet text-sm">
        <AuditStatusBadge status={status} />
        {action === undefined ? null : (
          <span translate="no" className="font-mono text-xs [overflow-wrap:anywhere]">
            {action}
          </span>
        )}
        <bdi translate="no" className="min-w-0 [overflow-wrap:anywhere]">
          {actor.email ?? auditLabel(ACTOR_TYPE_LABELS, actor.type)}
        </bdi>
        <PlatformMark entry={entry} />
      </div>
      {reason === null ? null : <Line name="Reason" text={reason} />}
      {errorMessage === null ? null : <Line name="Error" text={errorMessage} bad />}
    </>
  );
}

function TransactionDetails({ transaction }: { readonly transaction: TransactionOfEvent }) {
  const { status, testnet, hash, amount, currency, usdAmount } = transaction;
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-3 text-sm">
        <span className="min-w-0">
          <CurrencyAmount amount={amount} currency={currency} />
        </span>
        {usdAmount === null ? null : (
          <span translate="no" className="min-w-0 text-ink-quiet tabular-nums [overflow-wrap:anywhere]">
            {formatUsdValue(usdAmount)}
          </span>
        )}
        <StatusBadge tone={toneOf(TRANSACTION_STATUS_LABELS, status)}>
          {labelOf(TRANSACTION_STATUS_LABELS, status)}
        </StatusBadge>
        {testnet ? <StatusBadge tone="warn">Testnet</StatusBadge> : null}
      </div>
      {hash === null ? null : <IdentifierText name="hash" text={hash} />}
    </>
  );
}

function ExceptionDetails({ exception }: { readonly exception: ExceptionOfEvent }) {
  const { expected, received, currency } = exception;
  return (
    <p className="text-sm [overflow-wrap:anywhere]">
      <CurrencyAmount amount={expected} currency={currency} />{' '}
      <span className="text-ink-quiet">expected,</span>{' '}
      <CurrencyAmount amount={received} currency={currency} /> <span className="text-ink-quiet">arrived</span>
    </p>
  );
}

interface LineProps {
  readonly name: string;
  readonly text: string;
  readonly bad?: boolean;
}

function Line({ name, text, bad = false }: LineProps) {
  return (
    <p className="text-sm">
      <span className={bad ? 'text-bad' : 'text-ink-quiet'}>{`${name}:`}</span> <LongText text={text} />
    </p>
  );
}
