import { SEARCH_DEBOUNCE_MS, SEARCH_LENGTH_MAX } from '@halyard/contract/constants';
import { MERCHANT } from '@halyard/contract/runtime-settings';
import { useQuery } from '@tanstack/react-query';
import { Store } from 'lucide-react';
import { useId } from 'react';
import { EmptyListHelp } from '../../domain/getting-started/empty-list-help.tsx';
import { ExportButton } from '../../domain/list-export/export-button.tsx';
import { useRuntimeSettings } from '../../domain/product/use-runtime-settings.ts';
import { useApi } from '../../domain/session/use-api.ts';
import { SCREEN_HEADINGS } from '../../domain/shell/screen-headings.ts';
import { creationSorting } from '../../shared/list/sorting.ts';
import { SearchField } from '../../shared/ui/field/search-field.tsx';
import { ListBody } from '../../shared/ui/list/list-body.tsx';
import { ListHeader } from '../../shared/ui/list/list-header.tsx';
import { PrintedFilters } from '../../shared/ui/list/printed-filters.tsx';
import { MERCHANT_COLUMNS } from './merchant-columns.tsx';
import { loadMerchantPanel, MerchantSlideOver } from './merchant-slide-over.tsx';
import { merchantsQuery } from './merchants-queries.ts';
import type { MerchantsSearch } from './merchants-search.ts';

interface MerchantsPageProps {
  readonly state: MerchantsSearch;
  /** With `replace`, adds no history entry. */
  readonly onChange: (state: MerchantsSearch, options?: { readonly replace: boolean }) => void;
}

export function MerchantsPage({ state, onChange }: MerchantsPageProps) {
  const { search, sort, page } = state;
  const hasPanel = useRuntimeSettings().screens?.includes(MERCHANT) ?? false;
  const open = hasPanel ? state.merchant : undefined;
  const panelId = useId();
  const merchants = useQuery(merchantsQuery(useApi(), state));
  const total = merchants.data?.totalCount;
  const searchFor = (text: string) =>
    onChange(
      { ...state, page: undefined, search: text || undefined },
      { replace: search !== undefined && text !== '' },
    );

  return (
    <div>
      <ListHeader
        title={SCREEN_HEADINGS['/merchants']}
        total={total}
        actions={
          <ExportButton
            request={{ of: 'merchants', search: search ?? '', includeDeleted: false }}
            total={total}
            narrowedBy={search && `whose name or creator email contains “${search}”`}
          />
        }
      >
        <SearchField
          label="Search merchants"
          placeholder="Search by merchant name or creator email..."
          value={search ?? ''}
          maxLength={SEARCH_LENGTH_MAX}
          debounceMs={SEARCH_DEBOUNCE_MS}
          onSearch={searchFor}
        />
        <PrintedFilters filters={{ Search: search }} />
      </ListHeader>
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
          search
            ? {
                title: 'No merchants found',
                hint: 'Try adjusting your search query',
                clearLabel: 'Show all merchants',
                onClear: () => searchFor(''),
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
