import { hash } from 'node:crypto';
import { checkPage, type PageVerdict, type SeenLog } from '@halyard/audit-proof/check-page';
import type { PageProof } from '@halyard/audit-proof/page-proof';
import { verifyEd25519 } from '@halyard/audit-proof/verify-ed25519';
import { auditLogPage } from '@halyard/contract/audit-logs';
import { auditPageProof } from '@halyard/contract/audit-proof';
import type { TestBrowser } from './test-browser.ts';

const PAGE = 20;

/** Checks pages of the audit log as the dashboard does, from API responses only. */
export interface AuditReader {
  /** Reads the unfiltered page that shows this entry, and remembers what it saw if the page is verified. */
  readonly readPageOf: (sequence: number) => Promise<PageVerdict>;
  readonly forget: () => void;
  readonly seen: () => SeenLog | undefined;
}

export function createAuditReader(browser: TestBrowser): AuditReader {
  let seen: SeenLog | undefined;
  const ask = async (path: string) => (await browser.get(path)).body as unknown;

  return {
    readPageOf: async (sequence) => {
      const { totalCount } = auditLogPage.parse(await ask('/audit-logs?limit=1'));
      const offset = Math.max(0, Math.floor((totalCount - sequence) / PAGE) * PAGE);
      const { logs, ...page } = auditLogPage.parse(await ask(`/audit-logs?limit=${PAGE}&offset=${offset}`));
      const ids = logs.map(({ id }) => id).join(',');
      const proof: PageProof = auditPageProof.parse(
        await ask(`/audit-logs/proof?${ids && `ids=${ids}&`}since=${seen?.size ?? 0}`),
      );
      const newest = page.totalCount - offset + proof.oldest - 1;
      const verdict = await checkPage(
        {
          entries: logs,
          numbers: { newest, count: Math.min(PAGE, page.totalCount - offset) },
          proof,
          seen,
          now: Date.now(),
        },
        { sha256: (data) => hash('sha256', data, 'buffer'), verify: verifyEd25519 },
      );
      if (verdict.kind === 'verified') seen = verdict.seen;
      return verdict;
    },
    forget: () => {
      seen = undefined;
    },
    seen: () => seen,
  };
}
