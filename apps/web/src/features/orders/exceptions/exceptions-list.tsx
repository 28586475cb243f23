import type { UseQueryResult } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { useMemo, useState } from 'react';
import { FoundCount } from '../../../shared/ui/list/found-count.tsx';
import { ListBody } from '../../../shared/ui/list/list-body.tsx';
import { useLazyDialog } from '../../../shared/ui/overlay/use-lazy-dialog.ts';
import { exceptionColumns } from './exception-columns.tsx';
import { ExceptionFiltersRow, OpenKinds } from './exception-filters.tsx';
import type { ExceptionRecord } from './exception-record.ts';
import type { ExceptionsPage } from './exceptions-queries.ts';
import type { ExceptionsSearch } from './exceptions-search.ts';

const loadDialog = () => import('./decision-dialog.tsx').then(({ DecisionDialog }) => DecisionDialog);

interface ExceptionsListProps {
  readonly state: ExceptionsSearch;
  readonly result: UseQueryResult<ExceptionsPage>;
  readonly onChange: (state: ExceptionsSearch) => void;
}

export function ExceptionsList({ state, result, onChange }: ExceptionsListProps) {
  const { page, kind, sort, order, timeline } = state;
  const dialog = useLazyDialog(loadDialog);
  const [decided, setDecided] = useState<ExceptionRecord>();
  const { open } = dialog;
  // A new array would rerender every row.
  const columns = useMemo(
    () =>
      exceptionColumns((exception) => {
        setDecided(exception);
        open();
      }),
    [open],
  );
  const filter = (filters: Partial<ExceptionsSearch>) => onChange({ ...state, ...filters, page: undefined });

  return (
    <>
      <div className="grid grid-cols-1 gap-4 px-(--gutter) pt-5 pb-4">
        <OpenKinds
          open={result.data?.open}
          failed={result.isError}
          kind={kind}
          onKind={(chosen) => filter({ kind: chosen, state: undefined })}
        />
        <ExceptionFiltersRow
          state={state}
          listed={result.data?.rows[0]}
          onFilter={filter}
          onClear={() => onChange({ tab: 'exceptions', sort, order, timeline })}
        />
      </div>
      <FoundCount count={result.data?.totalCount} noun="exception" />
      <ListBody
        noun="exceptions"
        result={result}
        columns={columns}
        rowKey={({ id }) => id}
        page={page}
        onPage={(next) => onChange({ ...state, page: next })}
        icon={<Scale />}
        empty={{
          title: 'No open exceptions',
          hint: 'An exception is an order or wallet that disagrees with the money: paid too little, too much or too late, money without an order, or a balance that its transactions do not explain.',
        }}
        isOpen={({ orderUuid }) => order !== undefined && orderUuid === order}
        noMatch={
          isNarrowed(state)
            ? {
                title: 'No exceptions found',
                hint: 'No exceptions match these filters',
                clearLabel: 'Show all open exceptions',
                onClear: () => onChange({ tab: 'exceptions', order }),
              }
            : undefined
        }
      />
      {decided && dialog.Dialog ? (
        <dialog.Dialog key={decided.id} exception={decided} onClose={dialog.close} />
      ) : null}
    </>
  );
}

function isNarrowed({
  tab: _tab,
  page: _page,
  sort: _sort,
  order: _order,
  timeline: _timeline,
  ...filters
}: ExceptionsSearch) {
  return Object.values(filters).some((value) => value !== undefined);
}
