import type { NewerChange } from '@halyard/contract/error-body';
import type { Exception, ExceptionPage } from '@halyard/contract/exceptions';
import { type Amount, amountIn } from '../../../domain/amount/amount.ts';
import { networkOf } from '../../../domain/network/network.ts';
import {
  countIn,
  fieldsOf,
  identifierIn,
  instantIn,
  textIn,
  visibleTextIn,
} from '../../../shared/api/answer-fields.ts';

/** An exception with defaults for missing fields. Unknown values are null. */
export interface ExceptionRecord {
  readonly id: string;
  /** A kind of the contract, or any other text. */
  readonly kind: string;
  readonly state: string;
  readonly openedAt: string;
  readonly closedAt: string | null;
  readonly resolvedAt: string | null;
  readonly reason: string | null;
  readonly orderUuid: string | null;
  readonly merchantOrderId: string | null;
  readonly merchant: { readonly uuid: string; readonly name: string } | null;
  readonly walletId: string | null;
  readonly network: string | null;
  readonly currency: string;
  readonly expected: Amount | null;
  readonly received: Amount | null;
  readonly amountUsd: Amount | null;
  /** Version of the amounts. Missing on older servers. */
  readonly etag: string | null;
  /** Payments that are on their way to a stuck order. */
  readonly unconfirmed: { readonly payments: number; readonly amount: Amount } | null;
}

/** Open exceptions of all kinds, of the records that the list is limited to. */
export interface OpenExceptions {
  /** Kinds without one are missing. */
  readonly openByKind: ReadonlyMap<string, number>;
  readonly total: number;
  readonly openUsd: Amount | null;
}

export function isException(value: unknown): boolean {
  return identifierIn(fieldsOf<Exception>(value).id) !== null;
}

export function parseException(value: unknown): ExceptionRecord {
  const exception = fieldsOf<Exception>(value);
  const merchant = fieldsOf<NonNullable<Exception['merchant']>>(exception.merchant);
  const merchantUuid = identifierIn(merchant.uuid);
  return {
    id: identifierIn(exception.id) ?? '',
    kind: visibleTextIn(exception.kind) ?? 'unknown',
    state: visibleTextIn(exception.state) ?? 'unknown',
    openedAt: instantIn(exception.openedAt) ?? '',
    closedAt: instantIn(exception.closedAt),
    resolvedAt: instantIn(exception.resolvedAt),
    reason: visibleTextIn(exception.reason),
    orderUuid: identifierIn(exception.orderUuid),
    merchantOrderId: visibleTextIn(exception.merchantOrderId),
    merchant: merchantUuid === null ? null : { uuid: merchantUuid, name: visibleTextIn(merchant.name) ?? '' },
    walletId: identifierIn(exception.walletId),
    network: networkOf(exception.network) ?? textIn(exception.network),
    currency: visibleTextIn(exception.currency) ?? '',
    expected: amountIn(exception.expected),
    received: amountIn(exception.received),
    amountUsd: amountIn(exception.amountUsd),
    etag: textIn(exception.etag),
    unconfirmed: unconfirmedIn(exception.unconfirmed),
  };
}

/** Returns the exception with the new amounts of a `changed_meanwhile` response, which may include payments that were on their way. */
export function withNewAmounts(exception: ExceptionRecord, change: unknown): ExceptionRecord {
  const { changes, etag } = fieldsOf<NewerChange>(change);
  const { currency, expected, received, amountUsd } = fieldsOf<Record<string, unknown>>(changes);
  const after = (field: unknown) => fieldsOf<{ readonly after: unknown }>(field).after;
  return {
    ...exception,
    currency: visibleTextIn(after(currency)) ?? exception.currency,
    expected: amountIn(after(expected)) ?? exception.expected,
    received: amountIn(after(received)) ?? exception.received,
    amountUsd: amountIn(after(amountUsd)),
    etag: textIn(etag),
    unconfirmed: null,
  };
}

function unconfirmedIn(value: unknown): ExceptionRecord['unconfirmed'] {
  const unconfirmed = fieldsOf<NonNullable<Exception['unconfirmed']>>(value);
  const [payments, amount] = [countIn(unconfirmed.payments), amountIn(unconfirmed.amount)];
  return payments && amount !== null ? { payments, amount } : null;
}

export function parseOpenExceptions(value: unknown): OpenExceptions {
  const { openByKind, openUsd } = fieldsOf<ExceptionPage>(value);
  const counts = Object.entries(fieldsOf(openByKind)).flatMap(([kind, found]) => {
    const count = countIn(found);
    return count ? [[kind, count] as const] : [];
  });
  return {
    openByKind: new Map(counts),
    total: counts.reduce((sum, [, count]) => sum + count, 0),
    openUsd: amountIn(openUsd),
  };
}
