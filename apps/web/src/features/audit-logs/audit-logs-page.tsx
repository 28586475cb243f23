import { AUDIT_FILTERS } from '@halyard/contract/runtime-settings';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useEffect, useId } from 'react';
import { loadAuditEntryPanel } from '../../domain/audit-entry/load-audit-entry-panel.ts';
import { AuditProofStatus } from '../../domain/audit-proof/audit-proof-status.tsx';
import { ExportButton } from '../../domain/list-export/export-button.tsx';
import { useRuntimeSettings } from '../../domain/product/use-runtime-settings.ts';
import { useApi } from '../../domain/session/use-api.ts';
import { SCREEN_HEADINGS } from '../../domain/shell/screen-headings.ts';
import { readTime } from '../../shared/format/read-time.ts';
import { useIsNarrow } from '../../shared/lib/use-is-narrow.ts';
import { useStore } from '../../shared/lib/use-store.ts';
import { ClearFilters } from '../../shared/ui/list/clear-filters.tsx';
import { CollapsibleFilters } from '../../shared/ui/list/collapsible-filters.tsx';
import { ListBody } from '../../shared/ui/list/list-body.tsx';
import { ListHeader } from '../../shared/ui/list/list-header.tsx';
import { PrintedFilters } from '../../shared/ui/list/printed-filters.tsx';
import { AUDIT_LOG_COLUMNS } from './audit-log-columns.tsx';
import { AuditLogFilterFields } from './audit-log-filters.tsx';
import { AuditLogSlideOver } from './audit-log-slide-over.tsx';
import { type AuditLogList, auditLogsQuery, auditParameters, loadedEntries } from './audit-logs-queries.ts';
import type { AuditLogsSearch } from './audit-logs-search.ts';
import { countFilters, hasFilters, hasLinkedFilters, withoutLinkedFilters } from './filters-in-use.ts';
import { PlatformFeedButton } from './platform-feed-button.tsx';
import { chooseFeed, feedChoiceStore, withFeedChoice } from './platform-feed-choice.ts';
import { printedFilters } from './printed-filters.ts';
import { useOpenEntry } from './use-open-entry.ts';

interface AuditLogsPageProps {
  readonly state: AuditLogsSearch;
  readonly onChange: (state: AuditLogsSearch, options?: { readonly replace: boolean }) => void;
}

export function AuditLogsPage({ state: requested, onChange }: AuditLogsPageProps) {
  const { screens } = useRuntimeSettings();
  const state = screens?.includes(AUDIT_FILTERS) ? requested : withoutLinkedFilters(requested);
  const { page, entry } = state;
  useStore(feedChoiceStore);
  const listed = withFeedChoice(state);
  const logs = useQuery({
    ...auditLogsQuery(useApi(), listed),
    // Whether the server has these filters is not known yet.
    enabled: screens !== undefined || !hasLinkedFilters(requested),
  });
  const panelId = useId();
  const { entry: openEntry, isLinked, isGone } = useOpenEntry(entry, logs);

  useEffect(() => {
    if (isGone) {
      onChange({ ...state, entry: undefined }, { replace: true });
    }
  }, [isGone, state, onChange]);

  return (
    <div>
      <AuditLogsHeader state={state} onChange={onChange} logs={logs} />
      <ListBody
        noun="audit logs"
        result={logs}
        columns={AUDIT_LOG_COLUMNS}
        rowKey={({ id }) => id}
        page={page}
        onPage={(target) => onChange({ ...state, page: target })}
        icon={<ScrollText />}
        empty={{ title: 'No audit logs yet', hint: 'Platform activity will appear here' }}
        noMatch={
          hasFilters(listed)
            ? {
                title: 'No audit logs found',
                hint: 'No entries match these filters',
                clearLabel: 'Clear filters',
                onClear: () => {
                  if (listed.platformFeed === 'hide') {
                    chooseFeed('shown');
                  }
                  onChange({});
                },
              }
            : undefined
        }
        opening={{
          isOpen: ({ id }) => id === entry,
          onOpen: ({ id }) => onChange({ ...state, entry: id }, { replace: entry !== undefined }),
          loadPanel: loadAuditEntryPanel,
          panelId,
        }}
      />
      <AuditLogSlideOver
        id={panelId}
        entry={openEntry}
        isLinked={isLinked}
        onClose={() => onChange({ ...state, entry: undefined })}
      />
    </div>
  );
}

interface AuditLogsHeaderProps extends AuditLogsPageProps {
  readonly logs: UseQueryResult<AuditLogList>;
}

function AuditLogsHeader({ state, onChange, logs }: AuditLogsHeaderProps) {
  const { entry } = state;
  const filters = filtersOf(state);
  const active = countFilters(filters);
  const listed = withFeedChoice(state);
  const isNarrow = useIsNarrow();
  const change = (chosen: AuditLogsSearch, options?: { readonly replace: boolean }) =>
    onChange({ ...chosen, entry }, options);
  const total = logs.data?.totalCount;
  const known = loadedEntries(logs, listed);
  const loaded = known && logs.isPlaceholderData ? undefined : known;
  return (
    <ListHeader
      title={SCREEN_HEADINGS['/audit-logs']}
      total={total}
      actions={
        <>
          {isNarrow ? null : <ClearFilters active={active} onClear={() => change({})} />}
          <PlatformFeedButton
            isHidden={listed.platformFeed === 'hide'}
            onChange={() => change({ ...filters, platformFeed: undefined })}
          />
          <ExportButton
            request={{
              of: 'audit-logs',
              format: 'csv',
              ...auditParameters(filtersOf(listed), readTime(logs)),
            }}
            total={total}
            narrowedBy={hasFilters(listed) ? 'matching the filters' : undefined}
          />
        </>
      }
    >
      <AuditProofStatus loaded={loaded === undefined && logs.isError ? null : loaded} />
      <CollapsibleFilters active={active}>
        <AuditLogFilterFields filters={filters} onChange={change} />
      </CollapsibleFilters>
      <PrintedFilters filters={printedFilters(listed)} />
    </ListHeader>
  );
}

function filtersOf<Search extends AuditLogsSearch>({ page: _page, entry: _entry, ...filters }: Search) {
  return filters;
}
