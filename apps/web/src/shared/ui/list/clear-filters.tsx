import { Button } from '../button.tsx';

interface ClearFiltersProps {
  /** Number of active filters. */
  readonly active: number;
  readonly onClear: () => void;
}

/** Each filter clears itself, so this clears two or more. */
export function ClearFilters({ active, onClear }: ClearFiltersProps) {
  return active < 2 ? null : (
    <Button variant="quiet" className="col-span-full" onClick={onClear}>
      Clear filters
    </Button>
  );
}
