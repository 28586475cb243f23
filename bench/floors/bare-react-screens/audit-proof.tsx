import type { PageVerdict } from '@halyard/audit-proof/check-page';
import type { PageProof } from '@halyard/audit-proof/page-proof';
import type { AuditLogPage } from '@halyard/contract/audit-logs';
import { useEffect, useState } from 'react';
import { verifiedLabel } from '../../../apps/web/src/domain/audit-proof/audit-proof-labels.ts';
import { checkInWorker } from '../../../apps/web/src/domain/audit-proof/check-in-worker.ts';

/** Verifies the entries with the product's own code. */
export function AuditProof({ answer }: { readonly answer: AuditLogPage }) {
  const [verdict, setVerdict] = useState<PageVerdict>();
  useEffect(() => {
    const prove = async () => {
      const ids = answer.logs.map(({ id }) => id).join(',');
      const response = await fetch(`/api/admin/v1/audit-logs/proof?ids=${encodeURIComponent(ids)}`);
      const proof: PageProof = await response.json();
      setVerdict(await checkInWorker({ entries: answer.logs, proof, seen: undefined, now: Date.now() }));
    };
    void prove();
  }, [answer]);
  return verdict?.kind === 'verified' ? <output>{verifiedLabel(verdict)}</output> : null;
}
