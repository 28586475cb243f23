import { USER_STATUSES, type UserStatus } from '@halyard/contract/user-status';
import { FilterSelect } from '../../shared/ui/list/filter-select.tsx';

const OPTIONS = USER_STATUSES.map((value) => ({ value, label: statusLabel(value) }));

interface UserStatusFilterProps {
  readonly status: UserStatus | undefined;
  readonly onChange: (status: UserStatus | undefined) => void;
}

export function UserStatusFilter({ status, onChange }: UserStatusFilterProps) {
  return (
    <FilterSelect
      label="Status"
      clearName="Status"
      allLabel="Not deleted"
      options={OPTIONS}
      value={status}
      onChange={onChange}
    />
  );
}

export function statusLabel(status: UserStatus): string {
  return `${status.charAt(0).toUpperCase()}${status.slice(1)}`;
}
