import { AuditProofLine, VERIFYING } from './audit-proof-line.tsx';
import type { AnsweredEntries } from './audit-proof-query.ts';

interface AuditProofPlaceProps {
  /** Undefined while loading; null if the load failed or the server has no proofs. */
  readonly answered: AnsweredEntries | undefined | null;
}

/**
 * Shows below the heading of the audit log whether its entries are proved. Reserves its space, so that the list does
 * not move when the result arrives; only an alarm takes more.
 */
export function AuditProofPlace({ answered }: AuditProofPlaceProps) {
  return (
    <div className="-mt-2 flex min-h-5 flex-col max-md:-mt-1 max-md:min-h-10">
      {answered === undefined ? VERIFYING : null}
      {answered ? <AuditProofLine answered={answered} /> : null}
    </div>
  );
}
