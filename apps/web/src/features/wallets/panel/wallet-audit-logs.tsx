import type { AuditLogEntry } from '@halyard/contract/audit-logs';
import type { UseQueryResult } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { ACTOR_TYPE_LABELS, auditLabel } from '../../../domain/audit-entry/audit-labels.ts';
import { AuditStatusBadge } from '../../../domain/audit-entry/audit-status-badge.tsx';
import { auditTitle } from '../../../domain/audit-entry/audit-title.ts';
import { loadAuditEntryPanel } from '../../../domain/audit-entry/load-audit-entry-panel.ts';
import { PlatformMark } from '../../../domain/audit-entry/platform-mark.tsx';
import { formatCount } from '../../../shared/format/format-number.ts';
import { useLazyComponent } from '../../../shared/lib/use-lazy-component.ts';
import type { ListPage } from '../../../shared/list/list-page.ts';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { ProgressLine } from '../../../shared/ui/list/progress-line.tsx';
import { clickRowOpener, ROW_OPENER } from '../../../shared/ui/list/row-opener.tsx';
import { SkeletonRows } from '../../../shared/ui/list/skeleton-rows.tsx';
import { useRefetchIndicator } from '../../../shared/ui/list/use-refetch-indicator.ts';
import { LoadError } from '../../../shared/ui/load-error.tsx';
import { PanelPlaceholder } from '../../../shared/ui/overlay/panel-placeholder.tsx';
import { SlideOver } from '../../../shared/ui/overlay/slide-over.tsx';
import { WalletTime } from '../wallet-time.tsx';

interface WalletAuditLogsProps {
  readonly result: UseQueryResult<ListPage<AuditLogEntry>>;
  readonly entryId: string | undefined;
  readonly onEntry: (entryId: string | undefined) => void;
}

export function WalletAuditLogs({ result, entryId, onEntry }: WalletAuditLogsProps) {
  const { data, isError } = result;
  const refetching = useRefetchIndicator(result);
  if (isError && !data) {
    return <LoadError title="Couldn't load audit logs" read={result} />;
  }
  if (!data) {
    return <SkeletonRows count={4} height="h-12" />;
  }
  if (data.rows.length === 0) {
    return (
      <EmptyState
        icon={<History />}
        title="No audit logs yet"
        hint="Activity on this wallet will appear here"
      />
    );
  }
  return (
    <>
      <ProgressLine refetching={refetching} />
      <ol aria-label="Audit Logs" className="grid">
        {data.rows.map((entry) => (
          <li key={entry.id} className="border-line border-b">
            <EntryOpener entry={entry} open={entry.id === entryId} onOpen={() => onEntry(entry.id)} />
          </li>
        ))}
      </ol>
      {data.totalCount > data.rows.length ? (
        <p className="pt-3 text-ink-quiet text-sm">
          {`Showing the ${formatCount(data.rows.length)} most recent of ${formatCount(data.totalCount)} entries.`}
        </p>
      ) : null}
      <EntrySlideOver entry={data.rows.find(({ id }) => id === entryId)} onClose={() => onEntry(undefined)} />
    </>
  );
}

interface EntryOpenerProps {
  readonly entry: AuditLogEntry;
  readonly open: boolean;
  readonly onOpen: () => void;
}

function EntryOpener({ entry, open, onOpen }: EntryOpenerProps) {
  const { status, createdAt, actor } = entry;
  const { title, action } = auditTitle(entry);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a larger target for the pointer; its button does the same
    // biome-ignore lint/a11y/useKeyWithClickEvents: its button does the same
    <div
      className="-mx-2 grid cursor-pointer gap-1 rounded-md px-2 py-2.5 hover:bg-surface-sunken"
      onClick={clickRowOpener}
    >
      <div className="flex items-baseline justify-between gap-4">
        <button
          type="button"
          {...{ [ROW_OPENER]: '' }}
          aria-haspopup="dialog"
          aria-expanded={open}
          className="min-w-0 text-left font-medium"
          onClick={onOpen}
        >
          <bdi className="line-clamp-2 [overflow-wrap:anywhere]">{title.slice(0, 400)}</bdi>
        </button>
        <span className="text-ink-quiet text-sm">
          <WalletTime instant={createdAt} />
        </span>
      </div>
      <p className="flex min-w-0 flex-wrap items-center gap-x-3 text-ink-quiet text-sm">
        <AuditStatusBadge status={status} />
        {action === undefined ? null : (
          <bdi translate="no" className="max-w-full truncate font-mono text-xs">
            {action}
          </bdi>
        )}
        <bdi translate="no" className="line-clamp-3 min-w-0 [overflow-wrap:anywhere]">
          {actor.email ?? auditLabel(ACTOR_TYPE_LABELS, actor.type)}
        </bdi>
        <PlatformMark entry={entry} />
      </p>
    </div>
  );
}

interface EntrySlideOverProps {
  readonly entry: AuditLogEntry | undefined;
  readonly onClose: () => void;
}

function EntrySlideOver({ entry, onClose }: EntrySlideOverProps) {
  const { Component: Panel, ...awaited } = useLazyComponent(loadAuditEntryPanel, entry !== undefined);
  return (
    <SlideOver
      open={entry !== undefined}
      onClose={onClose}
      label="Audit Log Details"
      side="right"
      className="w-full backdrop:bg-transparent md:top-(--shell-header) md:h-[calc(100dvh-var(--shell-header)-var(--strip))] md:w-[32rem] md:border-line md:border-l"
    >
      {entry && Panel ? (
        <Panel entry={entry} time={<WalletTime instant={entry.createdAt} />} onClose={onClose} />
      ) : (
        <PanelPlaceholder title="Audit Log Details" onClose={onClose} {...awaited} />
      )}
    </SlideOver>
  );
}
