import { RECENT_TIME_LABELS, RECENT_TIMES } from '../../shared/format/recent-time.ts';
import { Button } from '../../shared/ui/button.tsx';
import type { TransactionFilters, TransactionsSearch } from './transactions-search.ts';

interface QuickFilter {
  readonly label: string;
  readonly filters: TransactionFilters;
  readonly none: TransactionFilters;
}

const QUICK_FILTERS: readonly QuickFilter[] = [
  { label: 'Payouts', filters: { type: 'payout' }, none: { type: undefined } },
  { label: 'Refunds', filters: { type: 'refund' }, none: { type: undefined } },
  { label: 'Over $1,000', filters: { minUsd: '1000' }, none: { minUsd: undefined } },
  ...RECENT_TIMES.map((last) => ({
    label: RECENT_TIME_LABELS[last],
    filters: { last, from: undefined, to: undefined },
    none: { last: undefined },
  })),
];

interface QuickFiltersProps {
  readonly state: TransactionsSearch;
  readonly onFilter: (filters: TransactionFilters) => void;
}

/** Common filters, each one click away. */
export function QuickFilters({ state, onFilter }: QuickFiltersProps) {
  return (
    <fieldset className="flex flex-wrap gap-2 print:hidden">
      <legend className="sr-only">Common filters</legend>
      {QUICK_FILTERS.map(({ label, filters, none }) => {
        const isOn = Object.entries(filters).every(
          ([name, value]) => state[name as keyof TransactionFilters] === value,
        );
        return (
          <Button
            key={label}
            variant="secondary"
            aria-pressed={isOn}
            className="aria-pressed:border-accent aria-pressed:bg-accent-soft"
            onClick={() => onFilter(isOn ? none : filters)}
          >
            {label}
          </Button>
        );
      })}
    </fieldset>
  );
}
