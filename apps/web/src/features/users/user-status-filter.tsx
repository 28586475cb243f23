import { FilterSelect } from '../../shared/ui/list/filter-select.tsx';
import type { UsersSearch } from './users-search.ts';

type Status = UsersSearch['status'];

const OPTIONS = [
  { value: 'active', label: 'Active' },
  { value: 'blocked', label: 'Blocked' },
  { value: 'deleted', label: 'Deleted' },
  { value: 'all', label: 'All, with deleted' },
] as const;

interface UserStatusFilterProps {
  readonly status: Status;
  readonly onChange: (status: Status) => void;
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

export function statusLabel(status: Status): string | undefined {
  return OPTIONS.find(({ value }) => value === status)?.label;
}
