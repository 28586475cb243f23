import { SEARCH_DEBOUNCE_MS, SEARCH_LENGTH_MAX } from '@halyard/contract/constants';
import { useQuery } from '@tanstack/react-query';
import { Banknote } from 'lucide-react';
import { useId } from 'react';
import { EmptyListHelp } from '../../domain/getting-started/empty-list-help.tsx';
import { ExportButton } from '../../domain/list-export/export-button.tsx';
import { useApi } from '../../domain/session/use-api.ts';
import { SCREEN_HEADINGS } from '../../domain/shell/screen-headings.ts';
import { SearchField } from '../../shared/ui/field/search-field.tsx';
import { ListBody } from '../../shared/ui/list/list-body.tsx';
import { ListHeader } from '../../shared/ui/list/list-header.tsx';
import { ORDER_COLUMNS } from './order-columns.tsx';
import { OrderFiltersRow } from './order-filters.tsx';
import { loadOrderPanel, OrderSlideOver } from './order-slide-over.tsx';
import { orderParameters, ordersQuery } from './orders-queries.ts';
import { isNarrowed, type OrderFilters, type OrdersSearch } from './orders-search.ts';

interface OrdersPageProps {
  readonly state: OrdersSearch;
  /** With `replace`, adds no history entry. */
  readonly onChange: (state: OrdersSearch, options?: { readonly replace: boolean }) => void;
}

export function OrdersPage({ state, onChange }: OrdersPageProps) {
  const { page, search, order } = state;
  const orders = useQuery(ordersQuery(useApi(), state));
  const panelId = useId();
  const rows = orders.data?.rows ?? [];
  const filter = (filters: OrderFilters) => onChange({ ...state, ...filters, page: undefined });
  const searchFor = (text: string) => {
    const next = { ...state, page: undefined, search: text || undefined };
    onChange(next, { replace: search !== undefined && text !== '' });
  };

  return (
    <div>
      <ListHeader
        title={SCREEN_HEADINGS['/orders']}
        total={orders.data?.totalCount}
        actions={
          <ExportButton
            request={{ of: 'orders', ...orderParameters(state), search: search ?? '' }}
            total={orders.data?.totalCount}
            narrowedBy={isNarrowed(state) ? 'matching the search and the filters' : undefined}
          />
        }
      >
        <SearchField
          label="Search orders"
          placeholder="Search by order id, UUID or transaction hash..."
          value={search ?? ''}
          maxLength={SEARCH_LENGTH_MAX}
          debounceMs={SEARCH_DEBOUNCE_MS}
          onSearch={searchFor}
        />
        <OrderFiltersRow state={state} listed={rows[0]} onFilter={filter} />
      </ListHeader>
      <ListBody
        noun="orders"
        result={orders}
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
      <OrderSlideOver
        id={panelId}
        uuid={order}
        listed={rows.find(({ uuid }) => uuid === order)}
        onClose={() => onChange({ ...state, order: undefined })}
      />
    </div>
  );
}
