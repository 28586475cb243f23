import type { AuditLogEntry } from '@halyard/contract/audit-logs';
import { formatCount } from '../../shared/format/format-number.ts';
import { LongText } from '../../shared/ui/long-text.tsx';
import { Timestamp } from '../../shared/ui/timestamp.tsx';
import { auditChanges, auditValue } from './audit-change.ts';
import { AuditChangeList } from './audit-change-list.tsx';
import { ACTOR_TYPE_LABELS, auditLabel } from './audit-labels.ts';
import { AuditStatusBadge } from './audit-status-badge.tsx';
import { auditTitle } from './audit-title.ts';
import { PlatformMark } from './platform-mark.tsx';

interface AuditTimelineProps {
  readonly label: string;
  /** Newest first. */
  readonly entries: readonly AuditLogEntry[];
}

export function AuditTimeline({ label, entries }: AuditTimelineProps) {
  return (
    <ol aria-label={label} className="grid">
      {entries.map((entry) => (
        <TimelineEntry key={entry.id} entry={entry} />
      ))}
    </ol>
  );
}

interface TimelineEntryProps {
  readonly entry: AuditLogEntry;
}

function TimelineEntry({ entry }: TimelineEntryProps) {
  const { status, createdAt, actor, metadata } = entry;
  const { title, action } = auditTitle(entry);
  const reason = metadata?.['reason'];
  const error = entry.errorMessage ?? metadata?.['error'];
  const changes = auditChanges(entry.changes);
  return (
    <li className="relative grid gap-1 border-line border-l pb-6 pl-5 last:pb-0">
      <span
        aria-hidden="true"
        className="absolute top-1.5 -left-1 size-2 rounded-full bg-line-strong ring-4 ring-surface-raised"
      />
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="min-w-0 font-medium [overflow-wrap:anywhere]">
          <LongText text={title} />
        </span>
        <span className="text-ink-quiet text-sm">
          <Timestamp instant={createdAt} aged />
        </span>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 text-ink-quiet text-sm">
        <AuditStatusBadge status={status} />
        {action === undefined ? null : (
          <span translate="no" className="font-mono text-xs [overflow-wrap:anywhere]">
            {action}
          </span>
        )}
        <bdi translate="no" className="min-w-0 [overflow-wrap:anywhere]">
          {actor.email ?? auditLabel(ACTOR_TYPE_LABELS, actor.type)}
        </bdi>
        <PlatformMark entry={entry} />
      </div>
      {hasValue(reason) ? <Line name="Reason" text={auditValue(reason)} /> : null}
      {hasValue(error) ? <Line name="Error" text={auditValue(error)} bad /> : null}
      {changes.length > 0 ? (
        <details className="text-sm">
          <summary className="w-fit cursor-pointer rounded-sm text-ink-quiet hover:text-ink max-md:py-3">
            {`View changes (${formatCount(changes.length)})`}
          </summary>
          <div className="mt-2">
            <AuditChangeList changes={changes} />
          </div>
        </details>
      ) : null}
    </li>
  );
}

function hasValue(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

interface LineProps {
  readonly name: string;
  readonly text: string;
  readonly bad?: boolean;
}

function Line({ name, text, bad = false }: LineProps) {
  return (
    <p className="text-sm">
      <span className={bad ? 'text-bad' : 'text-ink-quiet'}>{`${name}:`}</span> <LongText text={text} />
    </p>
  );
}
