import { SEARCH_DEBOUNCE_MS, SEARCH_LENGTH_MAX } from '@halyard/contract/constants';
import {
  ACTOR_TYPE_LABELS,
  CATEGORY_LABELS,
  RESOURCE_TYPE_LABELS,
  STATUS_LABELS,
} from '../../domain/audit-entry/audit-labels.ts';
import { SearchField } from '../../shared/ui/field/search-field.tsx';
import { FilterSelect } from '../../shared/ui/list/filter-select.tsx';
import { type AuditLogFilters, keysOf } from './audit-logs-search.ts';
import { TimeFilter } from './time-filter.tsx';

const TEXT_FILTERS = [
  { name: 'actorEmail', label: 'Actor email', placeholder: 'Actor email' },
  { name: 'action', label: 'Action', placeholder: 'Action, e.g. user.block' },
  { name: 'resourceId', label: 'Resource ID', placeholder: 'Resource ID' },
] as const;

interface AuditLogFiltersProps {
  readonly filters: AuditLogFilters;
  /** With `replace`, adds no history entry. */
  readonly onChange: (filters: AuditLogFilters, options?: { readonly replace: boolean }) => void;
}

export function AuditLogFilterFields({ filters, onChange }: AuditLogFiltersProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      {TEXT_FILTERS.map(({ name, label, placeholder }) => (
        <div key={name} className="w-full min-[30rem]:w-58">
          <SearchField
            label={label}
            placeholder={placeholder}
            value={filters[name] ?? ''}
            maxLength={SEARCH_LENGTH_MAX}
            debounceMs={SEARCH_DEBOUNCE_MS}
            onSearch={(text) =>
              onChange(
                { ...filters, [name]: text || undefined },
                { replace: filters[name] !== undefined && text !== '' },
              )
            }
          />
        </div>
      ))}
      <FilterSelect
        label="Action category"
        allLabel="All categories"
        options={optionsOf(CATEGORY_LABELS)}
        value={filters.actionCategory}
        onChange={(actionCategory) => onChange({ ...filters, actionCategory })}
      />
      <FilterSelect
        label="Resource type"
        allLabel="All resources"
        options={optionsOf(RESOURCE_TYPE_LABELS)}
        value={filters.resourceType}
        onChange={(resourceType) => onChange({ ...filters, resourceType })}
      />
      <FilterSelect
        label="Status"
        allLabel="All statuses"
        options={optionsOf(STATUS_LABELS)}
        value={filters.status}
        onChange={(status) => onChange({ ...filters, status })}
      />
      <FilterSelect
        label="Actor type"
        allLabel="All actors"
        options={optionsOf(ACTOR_TYPE_LABELS)}
        value={filters.actorType}
        onChange={(actorType) => onChange({ ...filters, actorType })}
      />
      <TimeFilter filters={filters} onChange={onChange} />
    </div>
  );
}

function optionsOf<Choice extends string>(labels: Readonly<Record<Choice, string>>) {
  return keysOf(labels).map((value) => ({ value, label: labels[value] }));
}
