import type { AuditLogEntry } from '@halyard/contract/audit-logs';
import {
  ACTOR_TYPE_LABELS,
  auditLabel,
  RESOURCE_TYPE_LABELS,
} from '../../domain/audit-entry/audit-labels.ts';
import { AuditStatusBadge } from '../../domain/audit-entry/audit-status-badge.tsx';
import { auditTitle } from '../../domain/audit-entry/audit-title.ts';
import { PlatformMark } from '../../domain/audit-entry/platform-mark.tsx';
import { shortenIdentifier } from '../../domain/audit-entry/shorten-identifier.ts';
import type { Column } from '../../shared/ui/list/column.ts';
import { Timestamp } from '../../shared/ui/timestamp.tsx';

export const AUDIT_LOG_COLUMNS: readonly Column<AuditLogEntry>[] = [
  {
    header: 'Action',
    cell: action,
    skeletonWidth: 'w-52',
    narrow: 'first-line',
  },
  {
    header: 'Actor',
    cell: actor,
    width: '@2xl:w-[21%]',
    skeletonWidth: 'w-44',
    narrow: 'second-line',
  },
  {
    header: 'Resource',
    cell: resource,
    width: '@2xl:w-[18%]',
    skeletonWidth: 'w-40',
    narrow: 'whole-third-line',
  },
  {
    header: 'Status',
    cell: ({ status }) => <AuditStatusBadge status={status} />,
    width: '@2xl:w-28',
    skeletonWidth: 'w-16',
    narrow: 'first-line-end',
  },
  {
    header: 'Time',
    cell: ({ createdAt }) => <Timestamp instant={createdAt} aged />,
    width: '@2xl:w-30',
    skeletonWidth: 'w-16',
    align: 'end',
    narrow: 'second-line-end',
  },
];

function action(entry: AuditLogEntry) {
  const { title, action: name } = auditTitle(entry);
  return (
    <>
      <bdi className="block truncate font-medium leading-4" title={title}>
        {title}
      </bdi>
      {name === undefined ? null : (
        <bdi translate="no" className="block truncate font-mono text-ink-quiet text-xs leading-4">
          {name}
        </bdi>
      )}
    </>
  );
}

function actor(entry: AuditLogEntry) {
  const { type, id, email } = entry.actor;
  const name = (
    <bdi translate="no" className="block truncate text-ink-quiet" title={email ?? id ?? undefined}>
      {email ?? auditLabel(ACTOR_TYPE_LABELS, type)}
    </bdi>
  );
  if (entry.serviceKeyId === undefined) {
    return name;
  }
  return (
    <span className="flex min-w-0 items-center gap-2">
      {name}
      <PlatformMark entry={entry} />
    </span>
  );
}

function resource({ resource: { type, id, identifier } }: AuditLogEntry) {
  const shown = identifier ?? id;
  return (
    <span className="flex min-w-0 items-baseline gap-2 whitespace-nowrap">
      {auditLabel(RESOURCE_TYPE_LABELS, type)}
      {shown === null ? null : (
        <bdi translate="no" className="truncate font-mono text-ink-quiet text-sm" title={shown.slice(0, 400)}>
          {shortenIdentifier(shown)}
        </bdi>
      )}
    </span>
  );
}
