import {
  ACTOR_TYPE_LABELS,
  CATEGORY_LABELS,
  RESOURCE_TYPE_LABELS,
  STATUS_LABELS,
} from '../../domain/audit-entry/audit-labels.ts';
import { Button } from '../../shared/ui/button.tsx';
import { FilterChip } from '../../shared/ui/list/filter-chip.tsx';
import type { AuditLogFilters } from './audit-logs-search.ts';
import { timeLabel } from './time-filter-labels.ts';

interface AuditLogChipsProps {
  readonly filters: AuditLogFilters;
  readonly onChange: (filters: AuditLogFilters) => void;
}

export function AuditLogChips({ filters, onChange }: AuditLogChipsProps) {
  const chips = chipsOf(filters);
  if (chips.length === 0) {
    return null;
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      {chips.map(({ name, value, without }) => (
        <FilterChip
          key={name}
          name={name}
          value={value}
          onRemove={() => onChange({ ...filters, ...without })}
        />
      ))}
      {chips.length > 1 ? (
        <Button variant="quiet" onClick={() => onChange({})}>
          Clear filters
        </Button>
      ) : null}
    </div>
  );
}

interface Chip {
  readonly name: string;
  readonly value: string;
  readonly without: AuditLogFilters;
}

function chipsOf(filters: AuditLogFilters): readonly Chip[] {
  const { actorEmail, action, resourceId, actionCategory, resourceType, status, actorType } = filters;
  const chips = [
    { name: 'Actor email', value: actorEmail, without: { actorEmail: undefined } },
    { name: 'Action', value: action, without: { action: undefined } },
    { name: 'Resource ID', value: resourceId, without: { resourceId: undefined } },
    {
      name: 'Category',
      value: actionCategory && CATEGORY_LABELS[actionCategory],
      without: { actionCategory: undefined },
    },
    {
      name: 'Resource',
      value: resourceType && RESOURCE_TYPE_LABELS[resourceType],
      without: { resourceType: undefined },
    },
    { name: 'Status', value: status && STATUS_LABELS[status], without: { status: undefined } },
    {
      name: 'Actor type',
      value: actorType && ACTOR_TYPE_LABELS[actorType],
      without: { actorType: undefined },
    },
    {
      name: 'Time',
      value: timeLabel(filters),
      without: { last: undefined, from: undefined, to: undefined },
    },
  ];
  return chips.flatMap(({ value, ...chip }) => (value === undefined ? [] : { ...chip, value }));
}
