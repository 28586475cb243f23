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
import { type Amount, amountIn } from '../amount/amount.ts';
import { parseAuditEntry } from '../audit-entry/parse-audit-entry.ts';
import { type FedTransaction, parseFedTransaction } from '../transaction/fed-transaction.ts';

type Part<Name extends keyof TimelineEvent> = NonNullable<TimelineEvent[Name]>;

export interface TransactionOfEvent extends FedTransaction {
  readonly walletId: string | null;
}

export interface ExceptionOfEvent {
  readonly kind: string;
  readonly change: string;
  readonly expected: Amount | null;
  readonly received: Amount | null;
  readonly currency: string;
}

export interface EntryOfEvent extends AuditLogEntry {
  readonly reason: string | null;
}

interface LockOfEvent {
  readonly walletId: string | null;
  readonly currency: string;
  readonly isEnded: boolean;
}

interface CreatedRecord {
  readonly type: string;
  readonly uuid: string | null;
  readonly name: string;
}

/** An event with the parts that its kind has. */
export interface TimelineEventRecord {
  readonly id: string;
  readonly at: string;
  readonly order?: { readonly uuid: string; readonly merchantOrderId: string } | undefined;
  readonly entry?: EntryOfEvent | undefined;
  readonly status?: string | undefined;
  readonly transaction?: TransactionOfEvent | undefined;
  readonly lock?: LockOfEvent | undefined;
  readonly block?: { readonly reason: string | null } | undefined;
  readonly created?: CreatedRecord | undefined;
  readonly exception?: ExceptionOfEvent | undefined;
}

/** Parses an event in which any field may be missing or malformed. */
export function parseTimelineEvent(value: unknown): TimelineEventRecord {
  const { id, at, order, entry, status, transaction, lock, block, created, exception } =
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
    created: parsed(created, createdIn),
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
  const { wallet } = fieldsOf<Part<'transaction'>>(value);
  return { ...parseFedTransaction(value), walletId: walletIdIn(wallet) };
}

function lockIn(value: unknown): LockOfEvent {
  const { wallet, currency, change } = fieldsOf<Part<'lock'>>(value);
  return {
    walletId: walletIdIn(wallet),
    currency: visibleTextIn(currency) ?? '',
    isEnded: change === 'unlocked',
  };
}

function blockIn(value: unknown) {
  return { reason: visibleTextIn(fieldsOf<Part<'block'>>(value).reason) };
}

function createdIn(value: unknown): CreatedRecord {
  const { type, uuid, name } = fieldsOf<Part<'created'>>(value);
  return { type: textIn(type) ?? '', uuid: identifierIn(uuid), name: visibleTextIn(name) ?? '' };
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
