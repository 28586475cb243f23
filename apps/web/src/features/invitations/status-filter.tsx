import type { InvitationStatus } from '@halyard/contract/invitations';
import { FilterSelect } from '../../shared/ui/list/filter-select.tsx';
import { PrintedFilters } from '../../shared/ui/list/printed-filters.tsx';
import { INVITATION_LABELS } from './invitation-labels.ts';
import { INVITATION_STATUSES } from './invitations-search.ts';

const OPTIONS = INVITATION_STATUSES.map((value) => ({ value, label: INVITATION_LABELS[value].label }));

interface StatusFilterProps {
  readonly status: InvitationStatus | undefined;
  readonly onChange: (status: InvitationStatus | undefined) => void;
}

export function StatusFilter({ status, onChange }: StatusFilterProps) {
  return (
    <>
      <FilterSelect
        label="Status"
        clearName="Status"
        allLabel="All statuses"
        options={OPTIONS}
        value={status}
        onChange={onChange}
      />
      <PrintedFilters filters={{ Status: status && INVITATION_LABELS[status].label }} />
    </>
  );
}
