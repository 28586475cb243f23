import { SEARCH_DEBOUNCE_MS, SEARCH_LENGTH_MAX } from '@halyard/contract/constants';
import {
  ACTOR_TYPE_LABELS,
  CATEGORY_LABELS,
  RESOURCE_TYPE_LABELS,
  STATUS_LABELS,
} from '../../domain/audit-entry/audit-labels.ts';
import { useIsNarrow } from '../../shared/lib/use-is-narrow.ts';
import { SearchField } from '../../shared/ui/field/search-field.tsx';
import { ClearFilters } from '../../shared/ui/list/clear-filters.tsx';
import { FilterSelect } from '../../shared/ui/list/filter-select.tsx';
import { type AuditLogFilters, keysOf } from './audit-logs-search.ts';
import { countFilters } from './filters-in-use.ts';
import { LinkedFilters } from './linked-filters.tsx';
import { TimeFilter } from './time-filter.tsx';

const TEXT_FILTERS = [
  { name: 'actorEmail', label: 'Actor email', placeholder: 'Actor' },
  { name: 'action', label: 'Action', placeholder: 'Action' },
  { name: 'resourceId', label: 'Resource ID', placeholder: 'Resource' },
] as const;

interface AuditLogFiltersProps {
  readonly filters: AuditLogFilters;
  /** With `replace`, adds no history entry. */
  readonly onChange: (filters: AuditLogFilters, options?: { readonly replace: boolean }) => void;
}

export function AuditLogFilterFields({ filters, onChange }: AuditLogFiltersProps) {
  const isNarrow = useIsNarrow();
  return (
    <div className="@container">
      <div className="grid grid-cols-2 items-center gap-2 @2xl:grid-cols-4 [&>*]:max-w-none">
        {TEXT_FILTERS.map(({ name, label, placeholder }) => (
          <SearchField
            key={name}
            label={label}
            placeholder={placeholder}
            value={filters[name] ?? ''}
            maxLength={SEARCH_LENGTH_MAX}
            debounceMs={SEARCH_DEBOUNCE_MS}
            clearLabel={`Remove filter ${label}: ${filters[name]}`}
            onSearch={(text) =>
              onChange(
                { ...filters, [name]: text || undefined },
                { replace: filters[name] !== undefined && text !== '' },
              )
            }
          />
        ))}
        <FilterSelect
          label="Action category"
          clearName="Category"
          allLabel="All categories"
          options={optionsOf(CATEGORY_LABELS)}
          value={filters.actionCategory}
          onChange={(actionCategory) => onChange({ ...filters, actionCategory })}
        />
        <FilterSelect
          label="Resource type"
          clearName="Resource"
          allLabel="All resources"
          options={optionsOf(RESOURCE_TYPE_LABELS)}
          value={filters.resourceType}
          onChange={(resourceType) => onChange({ ...filters, resourceType })}
        />
        <FilterSelect
          label="Status"
          clearName="Status"
          allLabel="All statuses"
          options={optionsOf(STATUS_LABELS)}
          value={filters.status}
          onChange={(status) => onChange({ ...filters, status })}
        />
        <FilterSelect
          label="Actor type"
          clearName="Actor type"
          allLabel="All actors"
          options={optionsOf(ACTOR_TYPE_LABELS)}
          value={filters.actorType}
          onChange={(actorType) => onChange({ ...filters, actorType })}
        />
        <TimeFilter filters={filters} onChange={onChange} />
        <LinkedFilters filters={filters} onChange={onChange} />
        {isNarrow ? <ClearFilters active={countFilters(filters)} onClear={() => onChange({})} /> : null}
      </div>
    </div>
  );
}

function optionsOf<Choice extends string>(labels: Readonly<Record<Choice, string>>) {
  return keysOf(labels).map((value) => ({ value, label: labels[value] }));
}
