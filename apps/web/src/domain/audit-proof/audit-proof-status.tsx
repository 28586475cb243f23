import { AuditProofLine, VERIFYING } from './audit-proof-line.tsx';
import type { LoadedEntries } from './audit-proof-query.ts';

interface AuditProofStatusProps {
  /** Undefined while loading; null if the load failed or the server has no proofs. */
  readonly loaded: LoadedEntries | undefined | null;
}

/** Shows whether the audit log's entries are proved. Reserves its space so that the result does not shift the list. */
export function AuditProofStatus({ loaded }: AuditProofStatusProps) {
  return (
    <div className="-mt-2 flex min-h-5 flex-col justify-center max-md:-my-1.5 max-md:min-h-11">
      {loaded === undefined ? VERIFYING : null}
      {loaded ? <AuditProofLine loaded={loaded} /> : null}
    </div>
  );
}
