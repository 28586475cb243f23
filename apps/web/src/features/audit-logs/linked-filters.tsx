import { RemovableFilter } from '../../shared/ui/list/removable-filter.tsx';
import type { AuditLogFilters } from './audit-logs-search.ts';
import { LINKED_FILTERS } from './filters-in-use.ts';

interface LinkedFiltersProps {
  readonly filters: AuditLogFilters;
  readonly onChange: (filters: AuditLogFilters) => void;
}

/** Filters without a field, which links set. Each is a button that removes it. */
export function LinkedFilters({ filters, onChange }: LinkedFiltersProps) {
  const given = LINKED_FILTERS.filter(({ key }) => filters[key] !== undefined);
  return given.length === 0 ? null : (
    <div className="col-span-full flex flex-wrap gap-2">
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
