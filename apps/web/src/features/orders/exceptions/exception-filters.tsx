import type { ExceptionKind } from '@halyard/contract/exception-kinds';
import { formatUsdValue } from '../../../domain/amount/format-usd-value.ts';
import { WrappableNumber } from '../../../domain/amount/wrappable-number.tsx';
import { EXCEPTION_KIND_LABELS } from '../../../domain/exceptions/exception-labels.ts';
import { labelOf } from '../../../domain/transaction/transaction-labels.ts';
import { formatCount } from '../../../shared/format/format-number.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ClearFilters } from '../../../shared/ui/list/clear-filters.tsx';
import { CollapsibleFilters } from '../../../shared/ui/list/collapsible-filters.tsx';
import { FilterSelect } from '../../../shared/ui/list/filter-select.tsx';
import { PrintedFilters } from '../../../shared/ui/list/printed-filters.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { OwnerFilterButtons, ownersOf, printedOwners } from '../owner-filters.tsx';
import type { ExceptionRecord, OpenExceptions } from './exception-record.ts';
import type { ExceptionFilters, ExceptionsSearch } from './exceptions-search.ts';

const STATE_OPTIONS = [
  { value: 'resolved', label: 'Resolved' },
  { value: 'closed', label: 'Closed' },
  { value: 'all', label: 'All states' },
] as const;
const SORT_OPTIONS = [
  { value: 'oldest', label: 'Oldest first' },
  { value: 'amount', label: 'Most at stake' },
] as const;

interface ExceptionFiltersProps {
  readonly state: ExceptionsSearch;
  /** An exception of the list, which names the records that the list is limited to. */
  readonly listed: ExceptionRecord | undefined;
  readonly onFilter: (filters: ExceptionFilters & Pick<ExceptionsSearch, 'sort'>) => void;
  /** Removes all filters. */
  readonly onClear: () => void;
}

export function ExceptionFiltersRow({ state, listed, onFilter, onClear }: ExceptionFiltersProps) {
  const { kind, sort } = state;
  const owners = ownersOf(state, {
    order: listed?.merchantOrderId ?? null,
    merchant: listed?.merchant?.name ?? '',
  });
  const active = [kind, state.state, ...owners].filter((filter) => filter !== undefined).length;
  return (
    <CollapsibleFilters active={active}>
      <div className="flex flex-wrap items-center gap-2">
        <FilterSelect
          label="Kind"
          clearName="Kind"
          allLabel="All kinds"
          options={EXCEPTION_KIND_LABELS}
          value={kind}
          onChange={(chosen) => onFilter({ kind: chosen })}
        />
        <FilterSelect
          label="State"
          clearName="State"
          allLabel="Open"
          options={STATE_OPTIONS}
          value={state.state}
          onChange={(chosen) => onFilter({ state: chosen })}
        />
        <FilterSelect
          label="Sort by"
          allLabel="Newest first"
          options={SORT_OPTIONS}
          value={sort}
          onChange={(chosen) => onFilter({ sort: chosen })}
        />
        <OwnerFilterButtons owners={owners} onRemove={onFilter} />
        <ClearFilters active={active} onClear={onClear} />
      </div>
      <PrintedFilters
        filters={{
          Kind: kind && labelOf(EXCEPTION_KIND_LABELS, kind),
          State: labelOf(STATE_OPTIONS, state.state ?? 'Open'),
          ...printedOwners(owners),
        }}
      />
    </CollapsibleFilters>
  );
}

/** As high as one row while the counts load. */
const KINDS_ROW = 'flex min-h-8 flex-wrap gap-2 max-md:min-h-11 print:hidden';

interface OpenKindsProps {
  readonly open: OpenExceptions | undefined;
  readonly failed: boolean;
  readonly kind: ExceptionKind | undefined;
  readonly onKind: (kind: ExceptionKind | undefined) => void;
}

/** Counts of open exceptions by kind. Each kind is a filter for its open exceptions. */
export function OpenKinds({ open, failed, kind, onKind }: OpenKindsProps) {
  if (open === undefined) {
    return failed ? null : <OpenKindsSkeleton />;
  }
  const kinds = EXCEPTION_KIND_LABELS.filter(({ value }) => open.openByKind.has(value) || value === kind);
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-ink-quiet tabular-nums">
        <span translate="no" className="font-medium text-ink">
          {formatCount(open.total)}
        </span>{' '}
        open
        {open.openUsd === null || open.total === 0 ? null : (
          <>
            , with{' '}
            <span className="font-medium text-ink">
              <WrappableNumber text={formatUsdValue(open.openUsd)} />
            </span>{' '}
            at stake
          </>
        )}
      </p>
      <div className={KINDS_ROW}>
        {kinds.map(({ value, label }) => (
          <Button
            key={value}
            variant="secondary"
            aria-pressed={value === kind}
            className="aria-pressed:border-accent aria-pressed:bg-accent-soft"
            onClick={() => onKind(value === kind ? undefined : value)}
          >
            {label}
            <span translate="no" className="text-ink-quiet tabular-nums">
              {formatCount(open.openByKind.get(value) ?? 0)}
            </span>
            <span className="sr-only"> open</span>
          </Button>
        ))}
      </div>
    </div>
  );
}

/** As high as the counts in one row, which then do not shift the list. */
function OpenKindsSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex h-5 items-center">
        <Skeleton className="h-4 w-64 max-w-full" />
      </div>
      <div className={KINDS_ROW}>
        <Skeleton className="w-64 max-w-full" />
      </div>
    </div>
  );
}
