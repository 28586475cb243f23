import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useEffect, useId } from 'react';
import { AuditProofStatus } from '../../domain/audit-proof/audit-proof-status.tsx';
import { ExportButton } from '../../domain/list-export/export-button.tsx';
import { useApi } from '../../domain/session/use-api.ts';
import { SCREEN_HEADINGS } from '../../domain/shell/screen-headings.ts';
import { readTime } from '../../shared/format/read-time.ts';
import { ListBody } from '../../shared/ui/list/list-body.tsx';
import { ListHeader } from '../../shared/ui/list/list-header.tsx';
import { AuditLogChips } from './audit-log-chips.tsx';
import { AUDIT_LOG_COLUMNS } from './audit-log-columns.tsx';
import { AuditLogFilterFields } from './audit-log-filters.tsx';
import { AuditLogSlideOver, loadAuditLogPanel } from './audit-log-slide-over.tsx';
import { type AuditLogList, auditLogsQuery, auditParameters, loadedEntries } from './audit-logs-queries.ts';
import { type AuditLogsSearch, hasFilters } from './audit-logs-search.ts';
import { CollapsibleFilters } from './collapsible-filters.tsx';

interface AuditLogsPageProps {
  readonly state: AuditLogsSearch;
  readonly onChange: (state: AuditLogsSearch, options?: { readonly replace: boolean }) => void;
}

export function AuditLogsPage({ state, onChange }: AuditLogsPageProps) {
  const { page, entry } = state;
  const logs = useQuery(auditLogsQuery(useApi(), state));
  const panelId = useId();
  const openEntry = logs.data?.rows.find(({ id }) => id === entry);
  const isGone = entry !== undefined && openEntry === undefined && logs.isSuccess && !logs.isPlaceholderData;

  useEffect(() => {
    if (isGone) {
      onChange({ ...state, entry: undefined }, { replace: true });
    }
  }, [isGone, state, onChange]);

  return (
    <div className={openEntry ? 'min-[100rem]:pr-[32rem]' : ''}>
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
          hasFilters(state)
            ? {
                title: 'No audit logs found',
                hint: 'No entries match these filters',
                clearLabel: 'Clear filters',
                onClear: () => onChange({}),
              }
            : undefined
        }
        opening={{
          isOpen: ({ id }) => id === entry,
          onOpen: ({ id }) => onChange({ ...state, entry: id }, { replace: entry !== undefined }),
          loadPanel: loadAuditLogPanel,
          panelId,
        }}
      />
      <AuditLogSlideOver
        id={panelId}
        entry={openEntry}
        onClose={() => onChange({ ...state, entry: undefined })}
      />
    </div>
  );
}

interface AuditLogsHeaderProps extends AuditLogsPageProps {
  readonly logs: UseQueryResult<AuditLogList>;
}

function AuditLogsHeader({ state, onChange, logs }: AuditLogsHeaderProps) {
  const { page: _page, entry, ...filters } = state;
  const total = logs.data?.totalCount;
  const known = loadedEntries(logs, state);
  const loaded = known && logs.isPlaceholderData ? undefined : known;
  return (
    <ListHeader
      title={SCREEN_HEADINGS['/audit-logs']}
      total={total}
      actions={
        <ExportButton
          request={{ of: 'audit-logs', format: 'csv', ...auditParameters(filters, readTime(logs)) }}
          total={total}
          narrowedBy={hasFilters(state) ? 'matching the filters' : undefined}
        />
      }
    >
      <AuditProofStatus loaded={loaded === undefined && logs.isError ? null : loaded} />
      <CollapsibleFilters>
        <AuditLogFilterFields
          filters={filters}
          onChange={(chosen, options) => onChange({ ...chosen, entry }, options)}
        />
      </CollapsibleFilters>
      <AuditLogChips filters={filters} onChange={(chosen) => onChange({ ...chosen, entry })} />
    </ListHeader>
  );
}
