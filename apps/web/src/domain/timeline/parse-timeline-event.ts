import type { AuditLogEntry } from '@halyard/contract/audit-logs';
import type { TimelineEvent } from '@halyard/contract/timeline';
import {
  fieldsOf,
  identifierIn,
  instantIn,
  isRecord,
  textIn,
  visibleTextIn,
} from '../../shared/api/answer-fields.ts';
import { parseAuditEntry } from '../audit-entry/parse-audit-entry.ts';

type Part<Name extends keyof TimelineEvent> = NonNullable<TimelineEvent[Name]>;
type Amount = string | number | null;

export interface TransactionOfEvent {
  readonly direction: string;
  readonly type: string;
  readonly status: string;
  readonly testnet: boolean;
  readonly hash: string | null;
  readonly amount: Amount;
  readonly currency: string;
  readonly usdAmount: Amount;
  readonly walletId: string | null;
}

export interface ExceptionOfEvent {
  readonly kind: string;
  readonly change: string;
  readonly expected: Amount;
  readonly received: Amount;
  readonly currency: string;
}

export interface EntryOfEvent extends AuditLogEntry {
  readonly reason: string | null;
}

/** An event with the parts that its kind has. */
export interface TimelineEventRecord {
  readonly id: string;
  readonly at: string;
  readonly order?: { readonly uuid: string; readonly merchantOrderId: string } | undefined;
  readonly entry?: EntryOfEvent | undefined;
  readonly status?: string | undefined;
  readonly transaction?: TransactionOfEvent | undefined;
  readonly lock?: { readonly walletId: string | null; readonly currency: string } | undefined;
  readonly block?: { readonly reason: string | null } | undefined;
  readonly exception?: ExceptionOfEvent | undefined;
}

/** Parses an event in which any field may be missing or malformed. */
export function parseTimelineEvent(value: unknown): TimelineEventRecord {
  const { id, at, order, entry, status, transaction, lock, block, exception } =
    fieldsOf<TimelineEvent>(value);
  return {
    id: identifierIn(id) ?? '',
    at: instantIn(at) ?? '',
    order: parsed(order, orderIn),
    entry: parsed(entry, entryIn),
    status: textIn(status) ?? undefined,
    transaction: parsed(transaction, transactionIn),
    lock: parsed(lock, lockIn),
    block: parsed(block, blockIn),
    exception: parsed(exception, exceptionIn),
  };
}

function parsed<Read>(value: unknown, parse: (value: unknown) => Read): Read | undefined {
  return isRecord(value) ? parse(value) : undefined;
}

function orderIn(value: unknown) {
  const { uuid, merchantOrderId } = fieldsOf<Part<'order'>>(value);
  return { uuid: identifierIn(uuid) ?? '', merchantOrderId: visibleTextIn(merchantOrderId) ?? '' };
}

function entryIn(value: unknown): EntryOfEvent {
  const { reason, errorMessage } = fieldsOf<Part<'entry'>>(value);
  return {
    ...parseAuditEntry(value),
    reason: visibleTextIn(reason),
    errorMessage: visibleTextIn(errorMessage),
  };
}

function transactionIn(value: unknown): TransactionOfEvent {
  const transaction = fieldsOf<Part<'transaction'>>(value);
  return {
    direction: textIn(transaction.direction) ?? '',
    type: textIn(transaction.type) ?? '',
    status: textIn(transaction.status) ?? '',
    testnet: transaction.testnet === true,
    hash: textIn(transaction.hash),
    amount: amountIn(transaction.amount),
    currency: visibleTextIn(transaction.currency) ?? '',
    usdAmount: amountIn(transaction.usdAmount),
    walletId: walletIdIn(transaction.wallet),
  };
}

function lockIn(value: unknown) {
  const { wallet, currency } = fieldsOf<Part<'lock'>>(value);
  return { walletId: walletIdIn(wallet), currency: visibleTextIn(currency) ?? '' };
}

function blockIn(value: unknown) {
  return { reason: visibleTextIn(fieldsOf<Part<'block'>>(value).reason) };
}

function exceptionIn(value: unknown): ExceptionOfEvent {
  const exception = fieldsOf<Part<'exception'>>(value);
  return {
    kind: textIn(exception.kind) ?? '',
    change: textIn(exception.change) ?? '',
    expected: amountIn(exception.expected),
    received: amountIn(exception.received),
    currency: visibleTextIn(exception.currency) ?? '',
  };
}

function walletIdIn(wallet: unknown): string | null {
  return identifierIn(fieldsOf<{ readonly id: string }>(wallet).id);
}

function amountIn(value: unknown): Amount {
  return typeof value === 'number' ? value : textIn(value);
}
