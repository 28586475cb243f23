import { AuditProofLine } from './audit-proof-line.tsx';
import type { AnsweredEntries } from './audit-proof-query.ts';

interface AuditProofPlaceProps {
  /** Undefined while there are none; null of a server that has no proofs. */
  readonly answered: AnsweredEntries | undefined | null;
}

/**
 * The line above a list of entries that says whether they are proved. Its room is there from the beginning, so that
 * the list stays where it is, whatever comes.
 */
export function AuditProofPlace({ answered }: AuditProofPlaceProps) {
  return (
    <div className="flex min-h-7 flex-col max-md:min-h-12 justify-center px-(--gutter) pb-2">
      {answered ? <AuditProofLine answered={answered} /> : null}
    </div>
  );
}
