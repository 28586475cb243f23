import { CREATED_DAYS, MERCHANT } from '@halyard/contract/runtime-settings';
import { useQuery } from '@tanstack/react-query';
import { Store } from 'lucide-react';
import { useId } from 'react';
import { EmptyListHelp } from '../../domain/getting-started/empty-list-help.tsx';
import { useRuntimeSettings } from '../../domain/product/use-runtime-settings.ts';
import { useApi } from '../../domain/session/use-api.ts';
import { creationSorting } from '../../shared/list/sorting.ts';
import { ListBody } from '../../shared/ui/list/list-body.tsx';
import { hasAddedFilters, withoutAddedFilters } from './added-filters.ts';
import { MERCHANT_COLUMNS } from './merchant-columns.tsx';
import { loadMerchantPanel, MerchantSlideOver } from './merchant-slide-over.tsx';
import { MerchantsHeader } from './merchants-header.tsx';
import { merchantsQuery } from './merchants-queries.ts';
import type { MerchantsSearch } from './merchants-search.ts';

interface MerchantsPageProps {
  readonly state: MerchantsSearch;
  /** With `replace`, adds no history entry. */
  readonly onChange: (state: MerchantsSearch, options?: { readonly replace: boolean }) => void;
}

export function MerchantsPage({ state, onChange }: MerchantsPageProps) {
  const { screens } = useRuntimeSettings();
  const hasPanel = screens?.includes(MERCHANT) ?? false;
  const hasDays = screens?.includes(CREATED_DAYS) ?? false;
  const listed = hasDays ? state : withoutAddedFilters(state);
  const { search, sort, page } = listed;
  const isFiltered = hasAddedFilters(listed);
  const open = hasPanel ? state.merchant : undefined;
  const panelId = useId();
  const merchants = useQuery({
    ...merchantsQuery(useApi(), listed),
    // Whether the server has the filters is not known yet.
    enabled: screens !== undefined || !hasAddedFilters(state),
  });
  const filter = (filters: MerchantsSearch, options?: { readonly replace: boolean }) =>
    onChange({ ...state, ...filters, page: undefined }, options);

  return (
    <div>
      <MerchantsHeader
        state={listed}
        total={merchants.data?.totalCount}
        hasDays={hasDays}
        onFilter={filter}
      />
      <ListBody
        noun="merchants"
        result={merchants}
        columns={MERCHANT_COLUMNS}
        sorting={creationSorting(sort, (order) => onChange({ ...state, page: undefined, sort: order }))}
        rowKey={({ uuid }) => uuid}
        page={page}
        onPage={(target) => onChange({ ...state, page: target })}
        icon={<Store />}
        empty={{
          title: 'No merchants yet',
          hint: 'Merchants will appear here once users create them',
          help: <EmptyListHelp list="merchants" />,
        }}
        noMatch={
          search || isFiltered
            ? {
                title: 'No merchants found',
                hint: isFiltered ? 'No merchants match these filters' : 'Try adjusting your search query',
                clearLabel: 'Show all merchants',
                onClear: () => filter(withoutAddedFilters({ search: undefined })),
              }
            : undefined
        }
        opening={
          hasPanel
            ? {
                isOpen: ({ uuid }) => uuid === open,
                onOpen: ({ uuid }) => onChange({ ...state, merchant: uuid }, { replace: open !== undefined }),
                loadPanel: loadMerchantPanel,
                panelId,
              }
            : undefined
        }
      />
      <MerchantSlideOver
        id={panelId}
        uuid={open}
        listed={merchants.data?.rows.find(({ uuid }) => uuid === open)}
        timeline={state.timeline}
        onTimeline={(timeline) => onChange({ ...state, timeline }, { replace: true })}
        onClose={() => onChange({ ...state, merchant: undefined, timeline: undefined })}
      />
    </div>
  );
}
