import type { Merchant } from '@halyard/contract/merchants';
import { ORDERS } from '@halyard/contract/runtime-settings';
import type { UseQueryResult } from '@tanstack/react-query';
import { Store } from 'lucide-react';
import { useRuntimeSettings } from '../../domain/product/use-runtime-settings.ts';
import { DetailsAndTimeline } from '../../domain/timeline/details-and-timeline.tsx';
import { SlideOverTitle } from '../../shared/ui/overlay/slide-over-title.tsx';
import { RecordLoadError } from '../../shared/ui/record-load-error.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { MerchantFacts } from './merchant-facts.tsx';
import { MerchantOrders } from './merchant-orders.tsx';
import { NewestOrders } from './newest-orders.tsx';
import type { MerchantDetailsRecord } from './parse-merchant.ts';

interface MerchantPanelProps {
  readonly uuid: string;
  readonly listed: Merchant | undefined;
  readonly read: UseQueryResult<MerchantDetailsRecord>;
  readonly timeline: string | undefined;
  readonly onTimeline: (timeline: string | undefined) => void;
  readonly onClose: () => void;
}

export function MerchantPanel(props: MerchantPanelProps) {
  const { uuid, listed, read, timeline, onTimeline, onClose } = props;
  const hasOrders = useRuntimeSettings().screens?.includes(ORDERS) ?? false;
  const details = read.data;
  const merchant = details ?? listed;
  return (
    <>
      <SlideOverTitle title="Merchant" onClose={onClose}>
        <p className="min-h-5 truncate text-ink-quiet text-sm">
          <bdi translate="no" title={merchant?.name}>
            {merchant?.name}
          </bdi>
        </p>
      </SlideOverTitle>
      <DetailsAndTimeline
        label="Merchant"
        owner={{ type: 'merchants', uuid }}
        shown={timeline}
        onShow={onTimeline}
      >
        {merchant ? <MerchantFacts merchant={merchant} details={details} /> : null}
        {details === undefined ? (
          <RestOfMerchant read={read} />
        ) : (
          <>
            <MerchantOrders uuid={uuid} orders={details.orders} isLinked={hasOrders} />
            {hasOrders ? <NewestOrders merchantUuid={uuid} /> : null}
          </>
        )}
      </DetailsAndTimeline>
    </>
  );
}

function RestOfMerchant({ read }: Pick<MerchantPanelProps, 'read'>) {
  return read.isError ? (
    <RecordLoadError noun="merchant" icon={<Store />} read={read} />
  ) : (
    <Skeleton className="h-44 w-full" />
  );
}
