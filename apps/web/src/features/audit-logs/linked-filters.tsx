import { X } from 'lucide-react';
import { Button } from '../../shared/ui/button.tsx';
import { type AuditLogFilters, LINKED_FILTERS } from './audit-logs-search.ts';

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
        <Button
          key={key}
          variant="secondary"
          className="max-w-full"
          onClick={() => onChange({ ...filters, [key]: undefined })}
        >
          <span className="sr-only">Remove filter</span>
          <span className="shrink-0 text-ink-quiet">{name}</span>
          <bdi translate="no" className="min-w-0 truncate">
            {filters[key]}
          </bdi>
          <X aria-hidden="true" className="size-3.5 shrink-0" />
        </Button>
      ))}
    </div>
  );
}
