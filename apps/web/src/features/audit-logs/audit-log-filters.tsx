import { SEARCH_DEBOUNCE_MS, SEARCH_LENGTH_MAX } from '@halyard/contract/constants';
import {
  ACTOR_TYPE_WORDS,
  CATEGORY_WORDS,
  RESOURCE_TYPE_WORDS,
  STATUS_WORDS,
} from '../../domain/audit-entry/audit-words.ts';
import { choiceFromUrl } from '../../shared/list/list-search.ts';
import { SearchField } from '../../shared/ui/field/search-field.tsx';
import { SelectField } from '../../shared/ui/field/select-field.tsx';
import { type AuditLogFilters, keysOf } from './audit-logs-search.ts';
import { TimeFilter } from './time-filter.tsx';

const TEXT_FILTERS = [
  { name: 'actorEmail', label: 'Actor email', placeholder: 'Actor email' },
  { name: 'action', label: 'Action', placeholder: 'Action, e.g. user.block' },
  { name: 'resourceId', label: 'Resource ID', placeholder: 'Resource ID' },
] as const;

interface AuditLogFiltersProps {
  readonly filters: AuditLogFilters;
  /** With `replace` the way back leads to what was before the filters that hold now. */
  readonly onChange: (filters: AuditLogFilters, options?: { readonly replace: boolean }) => void;
}

/** Everything that the entries can be narrowed by; what is typed is searched for a moment later. */
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
      <ChoiceFilter
        label="Action category"
        every="All categories"
        words={CATEGORY_WORDS}
        value={filters.actionCategory}
        onChange={(actionCategory) => onChange({ ...filters, actionCategory })}
      />
      <ChoiceFilter
        label="Resource type"
        every="All resources"
        words={RESOURCE_TYPE_WORDS}
        value={filters.resourceType}
        onChange={(resourceType) => onChange({ ...filters, resourceType })}
      />
      <ChoiceFilter
        label="Status"
        every="All statuses"
        words={STATUS_WORDS}
        value={filters.status}
        onChange={(status) => onChange({ ...filters, status })}
      />
      <ChoiceFilter
        label="Actor type"
        every="All actors"
        words={ACTOR_TYPE_WORDS}
        value={filters.actorType}
        onChange={(actorType) => onChange({ ...filters, actorType })}
      />
      <TimeFilter filters={filters} onChange={onChange} />
    </div>
  );
}

interface ChoiceFilterProps<Choice extends string> {
  readonly label: string;
  /** The first option, for no filter. */
  readonly every: string;
  readonly words: Readonly<Record<Choice, string>>;
  readonly value: Choice | undefined;
  readonly onChange: (value: Choice | undefined) => void;
}

function ChoiceFilter<Choice extends string>(props: ChoiceFilterProps<Choice>) {
  const { label, every, words, value, onChange } = props;
  const choices = keysOf(words);
  return (
    <SelectField
      label={label}
      value={value ?? ''}
      options={[
        { value: '', label: every },
        ...choices.map((choice) => ({ value: choice, label: words[choice] })),
      ]}
      onChange={(chosen) => onChange(choiceFromUrl(chosen, choices))}
    />
  );
}
