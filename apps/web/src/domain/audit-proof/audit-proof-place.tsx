import { AuditProofLine } from './audit-proof-line.tsx';
import type { AnsweredEntries } from './audit-proof-query.ts';

interface AuditProofPlaceProps {
  /** Undefined while there are none; null of a server that has no proofs. */
  readonly answered: AnsweredEntries | undefined | null;
}

/** The line above a list of entries that says whether they are proved, and its room until there are some. */
export function AuditProofPlace({ answered }: AuditProofPlaceProps) {
  if (answered === null) {
    return null;
  }
  return (
    <div className="flex min-h-7 flex-col justify-center px-(--gutter) pb-2">
      {answered ? <AuditProofLine answered={answered} /> : null}
    </div>
  );
}
