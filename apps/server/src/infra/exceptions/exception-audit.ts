import type { ExceptionKind, ExceptionState } from '@halyard/contract/exception-kinds';
import type { AuditEntry } from '../audit/append-audit.ts';

/** Decimals as text. */
export interface AuditedException {
  readonly id: string;
  readonly kind: ExceptionKind;
  readonly order_id: string | null;
  readonly merchant_id: string | null;
  readonly merchant_name: string | null;
  readonly transaction_id: string | null;
  readonly wallet_id: number | null;
  readonly currency: string;
  readonly expected: string;
  readonly received: string;
  readonly amount_usd: string | null;
}

interface Change {
  readonly state: { readonly before: ExceptionState; readonly after: ExceptionState };
  readonly reason: { readonly before: string | null; readonly after: string | null };
}

/** Returns the fields that all entries about an exception share. The resource is the order's merchant, or the wallet. */
export function exceptionEntry(
  exception: AuditedException,
  { state, reason }: Change,
): Pick<AuditEntry, 'category' | 'status' | 'resource' | 'changes'> & Required<Pick<AuditEntry, 'metadata'>> {
  const { id, kind, order_id, transaction_id, merchant_id, wallet_id } = exception;
  const { currency, expected, received, amount_usd } = exception;
  return {
    category: merchant_id === null ? 'wallet_operation' : 'merchant_management',
    status: 'success',
    resource:
      merchant_id === null
        ? { type: 'wallet', id: String(wallet_id) }
        : { type: 'merchant', id: merchant_id, identifier: exception.merchant_name ?? '' },
    metadata: {
      exception: id,
      kind,
      order: order_id,
      transaction: transaction_id,
      currency,
      expected,
      received,
      amount_usd,
    },
    changes: { state, reason },
  };
}

/** An exception that opened again by itself, because its money changed after an administrator had resolved it. */
export interface ReopenedException extends AuditedException {
  readonly ended_resolution: { readonly state: ExceptionState; readonly reason: string };
}

export function reopenedByItself(exception: ReopenedException): AuditEntry {
  const { state, reason } = exception.ended_resolution;
  const change = {
    state: { before: state, after: 'open' },
    reason: { before: reason, after: null },
  } as const;
  return {
    ...exceptionEntry(exception, change),
    action: 'exception.reopen',
    description: 'Exception opened again because the money changed',
    actor: { type: 'system' },
  };
}
