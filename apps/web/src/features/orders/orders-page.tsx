import { EXCEPTIONS } from '@halyard/contract/runtime-settings';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ExportButton } from '../../domain/list-export/export-button.tsx';
import { useRuntimeSettings } from '../../domain/product/use-runtime-settings.ts';
import { useApi } from '../../domain/session/use-api.ts';
import { SCREEN_HEADINGS } from '../../domain/shell/screen-headings.ts';
import { ListHeader } from '../../shared/ui/list/list-header.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { ExceptionsList } from './exceptions/exceptions-list.tsx';
import { exceptionParameters, exceptionsQuery } from './exceptions/exceptions-queries.ts';
import type { ExceptionsSearch } from './exceptions/exceptions-search.ts';
import { OrderSlideOver } from './order-slide-over.tsx';
import { OrdersList } from './orders-list.tsx';
import { orderParameters, ordersQuery } from './orders-queries.ts';
import { isNarrowed, type OrdersScreenSearch, type OrdersSearch } from './orders-search.ts';

const OPEN_EXCEPTIONS: ExceptionsSearch = { tab: 'exceptions' };

interface OrdersPageProps {
  readonly state: OrdersScreenSearch;
  /** With `replace`, adds no history entry. */
  readonly onChange: (state: OrdersScreenSearch, options?: { readonly replace: boolean }) => void;
}

/** Without the announcement of exceptions, there are no tabs. */
export function OrdersPage({ state, onChange }: OrdersPageProps) {
  const hasTabs = useRuntimeSettings().screens?.includes(EXCEPTIONS) === true;
  const showsExceptions = hasTabs && state.tab === 'exceptions';
  const [lastOrders, setLastOrders] = useState<OrdersSearch>({});
  if (state.tab === undefined && state !== lastOrders) {
    setLastOrders(state);
  }
  const ordersState: OrdersSearch =
    state.tab === undefined ? state : { ...lastOrders, order: state.order, timeline: undefined };
  const exceptionsState = state.tab === undefined ? OPEN_EXCEPTIONS : state;
  const api = useApi();
  const orders = useQuery({ ...ordersQuery(api, ordersState), enabled: !showsExceptions });
  // On the other tab, only its count is shown, so it waits for the orders.
  const exceptions = useQuery({
    ...exceptionsQuery(api, exceptionsState),
    enabled: showsExceptions || (hasTabs && orders.data !== undefined),
  });
  const panelId = useId();
  const list = <OrdersList state={ordersState} result={orders} onChange={onChange} panelId={panelId} />;

  return (
    <div>
      <ListHeader
        title={SCREEN_HEADINGS['/orders']}
        total={showsExceptions ? undefined : orders.data?.totalCount}
        actions={
          showsExceptions ? (
            <ExportButton
              request={{ of: 'exceptions', ...exceptionParameters(exceptionsState) }}
              total={exceptions.data?.totalCount}
              narrowedBy={exceptionsState.state === 'all' ? undefined : 'matching the filters'}
            />
          ) : (
            <ExportButton
              request={{ of: 'orders', ...orderParameters(ordersState), search: ordersState.search ?? '' }}
              total={orders.data?.totalCount}
              narrowedBy={isNarrowed(ordersState) ? 'matching the search and the filters' : undefined}
            />
          )
        }
      />
      {hasTabs ? (
        <Tabs
          label="Orders"
          inPage
          value={showsExceptions ? 'exceptions' : 'orders'}
          onChange={(tab) =>
            onChange(
              tab === 'exceptions' ? { tab } : { ...ordersState, order: undefined, timeline: undefined },
            )
          }
          tabs={[
            { value: 'orders', label: 'Orders', content: <div className="pt-5">{list}</div> },
            {
              value: 'exceptions',
              label: 'Exceptions',
              count: exceptions.data?.open.total ?? 'unknown',
              content: <ExceptionsList state={exceptionsState} result={exceptions} onChange={onChange} />,
            },
          ]}
        />
      ) : (
        list
      )}
      <OrderSlideOver
        id={panelId}
        uuid={state.order}
        listed={orders.data?.rows.find(({ uuid }) => uuid === state.order)}
        timeline={state.timeline}
        onTimeline={(timeline) => onChange({ ...state, timeline }, { replace: true })}
        onClose={() => onChange({ ...state, order: undefined, timeline: undefined })}
      />
    </div>
  );
}
