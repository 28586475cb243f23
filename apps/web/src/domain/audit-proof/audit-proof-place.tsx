import { useLateComponent } from '../../shared/lib/use-late-component.ts';
import type { AnsweredEntries } from './audit-proof-query.ts';
import { loadAuditProofLine } from './load-audit-proof-line.ts';

interface AuditProofPlaceProps {
  /** Undefined while there are none; null of a server that has no proofs. */
  readonly answered: AnsweredEntries | undefined | null;
}

/** The line above a list of entries that says whether they are proved. Its code comes after the rows. */
export function AuditProofPlace({ answered }: AuditProofPlaceProps) {
  const Line = useLateComponent(loadAuditProofLine, Boolean(answered));
  if (answered === null) {
    return null;
  }
  return (
    <div className="flex min-h-7 flex-col justify-center px-(--gutter) pb-2">
      {Line && answered ? <Line answered={answered} /> : null}
    </div>
  );
}
