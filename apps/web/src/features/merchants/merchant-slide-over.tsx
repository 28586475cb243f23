import type { Merchant } from '@halyard/contract/merchants';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../domain/session/use-api.ts';
import { RecordSlideOver } from '../../shared/ui/overlay/record-slide-over.tsx';
import { merchantQuery } from './merchants-queries.ts';

export const loadMerchantPanel = () =>
  import('./merchant-panel.tsx').then(({ MerchantPanel }) => MerchantPanel);

interface MerchantSlideOverProps {
  readonly id: string;
  readonly uuid: string | undefined;
  /** The merchant's row in the list, shown until the merchant has loaded. */
  readonly listed: Merchant | undefined;
  readonly timeline: string | undefined;
  readonly onTimeline: (timeline: string | undefined) => void;
  readonly onClose: () => void;
}

export function MerchantSlideOver({ id, uuid, onClose, ...rest }: MerchantSlideOverProps) {
  const read = useQuery({ ...merchantQuery(useApi(), uuid ?? ''), enabled: uuid !== undefined });
  return (
    <RecordSlideOver id={id} label="Merchant" record={uuid} load={loadMerchantPanel} onClose={onClose}>
      {(Panel, shown) => <Panel key={shown} uuid={shown} read={read} onClose={onClose} {...rest} />}
    </RecordSlideOver>
  );
}
