import { SEARCH_DEBOUNCE_MS, SEARCH_LENGTH_MAX } from '@halyard/contract/constants';
import type { UseQueryResult } from '@tanstack/react-query';
import { Banknote } from 'lucide-react';
import { EmptyListHelp } from '../../domain/getting-started/empty-list-help.tsx';
import type { ListPage } from '../../shared/list/list-page.ts';
import { SearchField } from '../../shared/ui/field/search-field.tsx';
import { ListBody } from '../../shared/ui/list/list-body.tsx';
import { ORDER_COLUMNS } from './order-columns.tsx';
import { OrderFiltersRow } from './order-filters.tsx';
import type { OrderRecord } from './order-record.ts';
import { loadOrderPanel } from './order-slide-over.tsx';
import { isNarrowed, type OrderFilters, type OrdersSearch } from './orders-search.ts';

interface OrdersListProps {
  readonly state: OrdersSearch;
  readonly result: UseQueryResult<ListPage<OrderRecord>>;
  /** With `replace`, adds no history entry. */
  readonly onChange: (state: OrdersSearch, options?: { readonly replace: boolean }) => void;
  readonly panelId: string;
}

export function OrdersList({ state, result, onChange, panelId }: OrdersListProps) {
  const { page, search, order, timeline } = state;
  const filter = (filters: OrderFilters) => onChange({ ...state, ...filters, page: undefined });
  const searchFor = (text: string) => {
    const next = { ...state, page: undefined, search: text || undefined };
    onChange(next, { replace: search !== undefined && text !== '' });
  };

  return (
    <>
      <div className="flex flex-col gap-4 px-(--gutter) pb-4">
        <SearchField
          label="Search orders"
          placeholder="Search by order id, UUID or transaction hash..."
          value={search ?? ''}
          maxLength={SEARCH_LENGTH_MAX}
          debounceMs={SEARCH_DEBOUNCE_MS}
          onSearch={searchFor}
        />
        <OrderFiltersRow
          state={state}
          listed={result.data?.rows[0]}
          onFilter={filter}
          onClear={() => onChange({ search, order, timeline })}
        />
      </div>
      <ListBody
        noun="orders"
        result={result}
        columns={ORDER_COLUMNS}
        rowKey={({ uuid }) => uuid}
        page={page}
        onPage={(next) => onChange({ ...state, page: next })}
        icon={<Banknote />}
        empty={{
          title: 'No orders yet',
          hint: 'Orders will appear here once the platform sends them',
          help: <EmptyListHelp list="orders" />,
        }}
        noMatch={
          isNarrowed(state)
            ? {
                title: 'No orders found',
                hint: 'No orders match this search and these filters',
                clearLabel: 'Show all orders',
                onClear: () => onChange({ order }),
              }
            : undefined
        }
        opening={{
          isOpen: ({ uuid }) => uuid === order,
          onOpen: ({ uuid }) => onChange({ ...state, order: uuid }, { replace: order !== undefined }),
          loadPanel: loadOrderPanel,
          panelId,
        }}
      />
    </>
  );
}
