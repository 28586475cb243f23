import { useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useEffect, useId } from 'react';
import { AuditProofPlace } from '../../domain/audit-proof/audit-proof-place.tsx';
import { ExportButton } from '../../domain/list-export/export-button.tsx';
import { useApi } from '../../domain/session/use-api.ts';
import { SCREEN_HEADINGS } from '../../domain/shell/screen-headings.ts';
import { readTime } from '../../shared/format/read-time.ts';
import { ListBody } from '../../shared/ui/list/list-body.tsx';
import { ListHeader } from '../../shared/ui/list/list-header.tsx';
import { AuditFilterPlace } from './audit-filter-place.tsx';
import { AuditLogChips } from './audit-log-chips.tsx';
import { AUDIT_LOG_COLUMNS } from './audit-log-columns.tsx';
import { AuditLogFilterFields } from './audit-log-filters.tsx';
import { AuditLogSlideOver } from './audit-log-slide-over.tsx';
import { answeredEntries, auditLogsQuery, auditParameters } from './audit-logs-queries.ts';
import { type AuditLogsSearch, hasFilters } from './audit-logs-search.ts';
import { loadAuditLogPanel } from './load-audit-log-panel.ts';

interface AuditLogsPageProps {
  readonly state: AuditLogsSearch;
  /** With `replace` the way back leads to what was before the state that holds now. */
  readonly onChange: (state: AuditLogsSearch, options?: { readonly replace: boolean }) => void;
}

export function AuditLogsPage({ state, onChange }: AuditLogsPageProps) {
  const { page, entry, ...filters } = state;
  const logs = useQuery(auditLogsQuery(useApi(), state));
  const panelId = useId();
  const open = logs.data?.rows.find(({ id }) => id === entry);
  const readAt = readTime(logs);
  const total = logs.data?.totalCount;
  const known = answeredEntries(logs, state);
  const answered = known && logs.isPlaceholderData ? undefined : known;
  const isGone = entry !== undefined && open === undefined && logs.isSuccess && !logs.isPlaceholderData;

  useEffect(() => {
    if (isGone) {
      onChange({ ...state, entry: undefined }, { replace: true });
    }
  }, [isGone, state, onChange]);

  return (
    <div className={open ? 'min-[100rem]:pr-[32rem]' : ''}>
      <ListHeader
        title={SCREEN_HEADINGS['/audit-logs']}
        total={total}
        actions={
          <ExportButton
            request={{ of: 'audit-logs', format: 'csv', ...auditParameters(filters, readAt) }}
            total={total}
            narrowedBy={hasFilters(state) ? 'matching the filters' : undefined}
          />
        }
      >
        <AuditProofPlace answered={answered === undefined && logs.isError ? null : answered} />
        <AuditFilterPlace>
          <AuditLogFilterFields
            filters={filters}
            onChange={(chosen, options) => onChange({ ...chosen, entry }, options)}
          />
        </AuditFilterPlace>
        <AuditLogChips filters={filters} onChange={(chosen) => onChange({ ...chosen, entry })} />
      </ListHeader>
      <ListBody
        noun="audit logs"
        label="Audit logs"
        result={logs}
        columns={AUDIT_LOG_COLUMNS}
        rowKey={({ id }) => id}
        page={page}
        onPage={(target) => onChange({ ...state, page: target })}
        icon={<ScrollText />}
        empty={{ title: 'No audit logs yet', hint: 'Actions on the platform appear here' }}
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
          onIntent: () => void loadAuditLogPanel().catch(() => undefined),
          panelId,
        }}
      />
      <AuditLogSlideOver id={panelId} entry={open} onClose={() => onChange({ ...state, entry: undefined })} />
    </div>
  );
}
