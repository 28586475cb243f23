import type { PageVerdict } from '@halyard/audit-proof/check-page';
import type { PageProof } from '@halyard/audit-proof/page-proof';
import type { AuditLogEntry } from '@halyard/contract/audit-logs';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { serverNow } from '../../shared/lib/server-time.ts';
import { NO_SUCH_CALL } from '../../shared/query/read-failures.ts';
import { checkInWorker, startChecker } from './check-in-worker.ts';
import { rememberLog, seenLog } from './seen-log.ts';

export interface LoadedEntries {
  readonly entries: readonly AuditLogEntry[];
  /** Position in the unfiltered log; undefined if a filter is active. */
  readonly position:
    | { readonly totalCount: number; readonly offset: number; readonly limit: number }
    | undefined;
  readonly loadedAt: number;
}

export type AuditProof = PageVerdict | { readonly kind: 'absent' };

/** Loads and checks a proof of the entries. Returns `absent` if the server has no proofs. */
export function auditProofQuery(api: ApiClient, { entries, position, loadedAt }: LoadedEntries) {
  const ids = entries.map(({ id }) => id).join(',');
  return queryOptions({
    queryKey: ['audit-proof', { ids, position, loadedAt }],
    queryFn: async ({ signal }): Promise<AuditProof> => {
      const seen = seenLog();
      const query = { ids: ids || undefined, since: seen?.size };
      startChecker();
      const proof = await api
        .get('/audit-logs/proof', { query, signal, unasked: true })
        .catch((error: unknown) => {
          if (error instanceof ApiError && NO_SUCH_CALL.includes(error.httpStatus)) {
            return undefined;
          }
          throw error;
        });
      if (proof === undefined) {
        return { kind: 'absent' };
      }
      const verdict = await checkInWorker({
        entries,
        numbers: position && numbersOf(position, proof),
        proof,
        seen,
        now: serverNow().getTime(),
      });
      if (verdict.kind === 'verified') {
        rememberLog(verdict.seen);
      }
      return verdict;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });
}

/** Returns the range of entry numbers that an unfiltered page must show. */
function numbersOf({ totalCount, offset, limit }: NonNullable<LoadedEntries['position']>, proof: PageProof) {
  const newest = totalCount - offset + proof.oldest - 1;
  return { newest, count: Math.max(0, Math.min(limit, totalCount - offset)) };
}
