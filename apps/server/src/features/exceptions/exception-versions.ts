import type { NewerChange } from '@halyard/contract/error-body';
import { etagsIn } from '../../http/if-match.ts';

/** The amounts of an exception, as decimal text. */
export interface ExceptionAmounts {
  readonly currency: string;
  readonly expected: string;
  readonly received: string;
  readonly amount_usd: string | null;
}

const FIELDS = ['currency', 'expected', 'received'] as const;

/** Returns an ETag that contains the values, so that a conflict can name those that the caller saw. */
export function exceptionEtag({ currency, expected, received }: ExceptionAmounts): string {
  return `"${currency}/${expected}/${received}"`;
}

/**
 * Returns the amounts that differ from the version in an If-Match header. `before` is null if the header has none, and always
 * for the USD amount, which is not part of the ETag.
 */
export function amountsSince(ifMatch: string, current: ExceptionAmounts): NewerChange {
  const seen = /^"(\w+)\/(-?[\d.]+)\/(-?[\d.]+)"$/.exec(etagsIn(ifMatch)[0] ?? '')?.slice(1) ?? [];
  const changed = FIELDS.flatMap((field, at) => {
    const before = seen[at] ?? null;
    return before === current[field] ? [] : [[field, { before, after: current[field] }] as const];
  });
  return {
    changedBy: null,
    changedAt: null,
    changes: { ...Object.fromEntries(changed), amountUsd: { before: null, after: current.amount_usd } },
    etag: exceptionEtag(current),
  };
}
