import { SearchX } from 'lucide-react';
import { Button } from '../button.tsx';
import { EmptyState } from '../empty-state.tsx';

interface NothingFoundProps {
  /** What was not found. */
  readonly title: string;
  readonly hint: string;
  /** Takes the search or the filters away: `Show all users`. */
  readonly clearLabel: string;
  readonly onClear: () => void;
}

/** In the place of a list that a search or filters have emptied. */
export function NothingFound({ title, hint, clearLabel, onClear }: NothingFoundProps) {
  return (
    <EmptyState
      icon={<SearchX />}
      title={title}
      hint={hint}
      action={
        <Button variant="secondary" onClick={onClear}>
          {clearLabel}
        </Button>
      }
    />
  );
}
