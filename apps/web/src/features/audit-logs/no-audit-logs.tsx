import { ScrollText } from 'lucide-react';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { NothingFound } from '../../shared/ui/list/nothing-found.tsx';

interface NoAuditLogsProps {
  readonly filtered: boolean;
  readonly onClearFilters: () => void;
}

/** Why the list has no entry, and the one thing to do about it. */
export function NoAuditLogs({ filtered, onClearFilters }: NoAuditLogsProps) {
  return filtered ? (
    <NothingFound
      title="No audit logs found"
      hint="No entry matches all of the filters"
      clearLabel="Clear filters"
      onClear={onClearFilters}
    />
  ) : (
    <EmptyState
      icon={<ScrollText />}
      title="No audit logs yet"
      hint="What is done on the platform will appear here"
    />
  );
}
