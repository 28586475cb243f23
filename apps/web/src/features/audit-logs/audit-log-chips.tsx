import {
  ACTOR_TYPE_WORDS,
  CATEGORY_WORDS,
  RESOURCE_TYPE_WORDS,
  STATUS_WORDS,
} from '../../domain/audit-entry/audit-words.ts';
import { Button } from '../../shared/ui/button.tsx';
import { FilterChip } from '../../shared/ui/list/filter-chip.tsx';
import type { AuditLogFilters } from './audit-logs-search.ts';
import { timeWords } from './audit-time-words.ts';

interface AuditLogChipsProps {
  readonly filters: AuditLogFilters;
  readonly onChange: (filters: AuditLogFilters) => void;
}

/** The filters that hold, each to be taken away; nothing where none does. */
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
      value: actionCategory && CATEGORY_WORDS[actionCategory],
      without: { actionCategory: undefined },
    },
    {
      name: 'Resource',
      value: resourceType && RESOURCE_TYPE_WORDS[resourceType],
      without: { resourceType: undefined },
    },
    { name: 'Status', value: status && STATUS_WORDS[status], without: { status: undefined } },
    {
      name: 'Actor type',
      value: actorType && ACTOR_TYPE_WORDS[actorType],
      without: { actorType: undefined },
    },
    {
      name: 'Time',
      value: timeWords(filters),
      without: { last: undefined, from: undefined, to: undefined },
    },
  ];
  return chips.flatMap(({ value, ...chip }) => (value === undefined ? [] : { ...chip, value }));
}
