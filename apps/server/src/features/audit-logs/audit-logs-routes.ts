import { listAuditLogs, readAuditLog } from '@halyard/contract/audit-logs';
import { readAuditProof, readAuditSeal } from '@halyard/contract/audit-proof';
import type { Mount } from '../../http/mount.ts';
import { presentAuditEntry } from '../../infra/audit/entry/present-audit-entry.ts';
import { presentAuditLogPage } from './audit-logs-presenter.ts';
import type { AuditLogsService } from './audit-logs-service.ts';
import type { AuditProofService } from './audit-proof-service.ts';

export function mountAuditLogs(
  mount: Mount,
  {
    logs,
    proof,
  }: {
    readonly logs: AuditLogsService;
    readonly proof: AuditProofService;
  },
): void {
  mount(listAuditLogs, async ({ query }) => presentAuditLogPage(await logs.list(query)));

  mount(readAuditLog, async ({ params }) => presentAuditEntry(await logs.find(params.id)));

  mount(readAuditSeal, async () => await proof.seal());

  mount(readAuditProof, async ({ query }) => await proof.prove(query.ids?.split(',') ?? [], query.since));
}
