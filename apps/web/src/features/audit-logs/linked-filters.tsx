import { RemovableFilter } from '../../shared/ui/list/removable-filter.tsx';
import type { AuditLogFilters } from './audit-logs-search.ts';
import { LINKED_FILTERS } from './filters-in-use.ts';
import { utcDaysLabel } from './time-filter-labels.ts';

interface LinkedFiltersProps {
  readonly filters: AuditLogFilters;
  readonly onChange: (filters: AuditLogFilters) => void;
}

/** Filters without a field, which links set. Each is a button that removes it. */
export function LinkedFilters({ filters, onChange }: LinkedFiltersProps) {
  const given = LINKED_FILTERS.filter(({ key }) => filters[key] !== undefined);
  const utcDays = utcDaysLabel(filters);
  return given.length === 0 && utcDays === undefined ? null : (
    <div className="col-span-full flex flex-wrap gap-2">
      {utcDays === undefined ? null : (
        <RemovableFilter
          name="Time (UTC)"
          value={utcDays}
          onRemove={() => onChange({ ...filters, utcFrom: undefined, utcTo: undefined })}
        />
      )}
      {given.map(({ key, name }) => (
        <RemovableFilter
          key={key}
          name={name}
          value={filters[key] ?? ''}
          onRemove={() => onChange({ ...filters, [key]: undefined })}
        />
      ))}
    </div>
  );
}
