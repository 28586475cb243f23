import { listAuditLogs } from '@halyard/contract/audit-logs';
import { readAuditProof, readAuditSeal } from '@halyard/contract/audit-proof';
import { feedAuditLogs } from '@halyard/contract/platform-feed-audit-logs';
import type { Mount } from '../../http/mount.ts';
import type { AuditFeedService } from './audit-feed-service.ts';
import { presentAuditLogPage } from './audit-logs-presenter.ts';
import type { AuditLogsService } from './audit-logs-service.ts';
import type { AuditProofService } from './audit-proof-service.ts';

export function mountAuditLogs(
  mount: Mount,
  {
    logs,
    proof,
    feed,
  }: {
    readonly logs: AuditLogsService;
    readonly proof: AuditProofService;
    readonly feed: AuditFeedService;
  },
): void {
  mount(listAuditLogs, async ({ query }) => presentAuditLogPage(await logs.list(query)));

  mount(readAuditSeal, async () => await proof.seal());

  mount(readAuditProof, async ({ query }) => await proof.prove(query.ids?.split(',') ?? [], query.since));

  mount(feedAuditLogs, async ({ body, serviceKey }) => await feed.keep(body.entries, serviceKey));
}
