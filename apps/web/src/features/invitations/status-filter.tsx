import type { InvitationStatus } from '@halyard/contract/invitations';
import { choiceFromUrl } from '../../shared/list/list-search.ts';
import { SelectField } from '../../shared/ui/field/select-field.tsx';
import { FilterChip } from '../../shared/ui/list/filter-chip.tsx';
import { INVITATION_LABELS } from './invitation-labels.ts';
import { INVITATION_STATUSES } from './invitations-search.ts';

const OPTIONS = [
  { value: '', label: 'All statuses' },
  ...Object.entries(INVITATION_LABELS).map(([value, { label }]) => ({ value, label })),
];

interface StatusFilterProps {
  readonly status: InvitationStatus | undefined;
  readonly onChange: (status: InvitationStatus | undefined) => void;
}

export function StatusFilter({ status, onChange }: StatusFilterProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SelectField
        label="Status"
        value={status ?? ''}
        options={OPTIONS}
        onChange={(value) => onChange(choiceFromUrl(value, INVITATION_STATUSES))}
      />
      {status === undefined ? null : (
        <FilterChip
          name="Status"
          value={INVITATION_LABELS[status].label}
          onRemove={() => onChange(undefined)}
        />
      )}
    </div>
  );
}
