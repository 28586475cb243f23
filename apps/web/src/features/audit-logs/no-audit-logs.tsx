import { ScrollText, SearchX } from 'lucide-react';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';

interface NoAuditLogsProps {
  readonly filtered: boolean;
  readonly onClearFilters: () => void;
}

/** Why the list has no entry, and the one thing to do about it. */
export function NoAuditLogs({ filtered, onClearFilters }: NoAuditLogsProps) {
  return filtered ? (
    <EmptyState
      icon={<SearchX />}
      title="No audit logs found"
      hint="No entry matches all of the filters"
      action={
        <Button variant="secondary" onClick={onClearFilters}>
          Clear filters
        </Button>
      }
    />
  ) : (
    <EmptyState
      icon={<ScrollText />}
      title="No audit logs yet"
      hint="What is done on the platform will appear here"
    />
  );
}
