import { EXCEPTION_KIND_LABELS } from '../../../domain/exceptions/exception-labels.ts';
import { labelOf } from '../../../domain/transaction/transaction-labels.ts';
import { StatusBadge } from '../../../shared/ui/status-badge.tsx';

/** The kinds of an order's open exceptions. */
export function ExceptionBadges({ kinds }: { readonly kinds: readonly string[] }) {
  return kinds.map((kind) => (
    <StatusBadge key={kind} tone="bad">
      {labelOf(EXCEPTION_KIND_LABELS, kind)}
    </StatusBadge>
  ));
}
