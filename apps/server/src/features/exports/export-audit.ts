import type { Json } from '@halyard/audit-proof/canonical-json';
import type { AuditCategory } from '@halyard/contract/audit-logs';
import type { ExportRequest } from '@halyard/contract/exports';
import type { AuditEntry } from '../../infra/audit/append-audit.ts';
import type { RequestOrigin } from '../../infra/request-origin.ts';

const CATEGORIES: Readonly<Record<ExportRequest['of'], AuditCategory>> = {
  users: 'user_management',
  merchants: 'merchant_management',
  invitations: 'invitation_management',
  orders: 'system_operation',
  transactions: 'wallet_operation',
  exceptions: 'system_operation',
  wallets: 'wallet_operation',
  'audit-logs': 'system_operation',
};

export interface Exporter {
  readonly administrator: { readonly id: string; readonly email: string };
  /** Undefined if the request has already ended. */
  readonly origin?: RequestOrigin;
}

interface Export {
  readonly id: string;
  readonly request: ExportRequest;
}

function entryOf(
  { id, request }: Export,
  { administrator, origin }: Exporter,
  rest: Pick<AuditEntry, 'action' | 'description' | 'status'> & Partial<AuditEntry>,
): AuditEntry {
  return {
    category: CATEGORIES[request.of],
    actor: { type: 'admin', id: administrator.id, email: administrator.email },
    resource: { type: 'system', id, identifier: request.of },
    origin,
    ...rest,
  };
}

export function exportStarted(started: Export, exporter: Exporter): AuditEntry {
  const { of, ...filters } = started.request;
  return entryOf(started, exporter, {
    action: 'export.start',
    description: `${nounOf(of)} export started`,
    status: 'success',
    metadata: { of, ...definedOf(filters) },
  });
}

export function exportFinished(
  finished: Export,
  exporter: Exporter,
  { rows, failure }: { readonly rows: number; readonly failure: string | undefined },
): AuditEntry {
  const { of } = finished.request;
  return entryOf(finished, exporter, {
    action: 'export.finish',
    description: failure === undefined ? `${nounOf(of)} export finished` : `${nounOf(of)} export interrupted`,
    status: failure === undefined ? 'success' : 'partial',
    metadata: { of, rows },
    ...(failure !== undefined && { errorMessage: failure }),
  });
}

/** Returns for example "Audit logs". */
function nounOf(of: ExportRequest['of']): string {
  return `${of.charAt(0).toUpperCase()}${of.slice(1).replace('-', ' ')}`;
}

function definedOf(filters: Readonly<Record<string, Json | undefined>>): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
