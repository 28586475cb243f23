import { SEARCH_DEBOUNCE_MS } from '@halyard/contract/constants';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../domain/session/use-api.ts';
import { formatCount } from '../../shared/format/format-number.ts';
import { formatUsd } from '../../shared/format/format-usd.ts';
import { useDebounced } from '../../shared/list/use-debounced.ts';
import { percentOf } from './percent-of.ts';
import { feePreviewQuery } from './user-queries.ts';

interface FeePreviewNoteProps {
  readonly uuid: string;
  /** Undefined if the server has none. */
  readonly savedRate: number | undefined;
  /** The unsaved rate; undefined if it is unchanged or invalid. */
  readonly rate: number | undefined;
}

export function FeePreviewNote({ uuid, savedRate, rate }: FeePreviewNoteProps) {
  const settledRate = useDebounced(rate, SEARCH_DEBOUNCE_MS);
  const { data } = useQuery(
    feePreviewQuery(useApi(), uuid, settledRate === undefined ? undefined : String(settledRate)),
  );
  return (
    <output className="text-sm empty:hidden">
      {data && rate !== undefined && rate === settledRate ? (
        <span className="block rounded-md bg-surface-sunken px-3 py-2">
          {data.paidOrders === 0 ? (
            `No paid orders in the last ${data.days} days to compare.`
          ) : (
            <>
              <span>
                {`At ${percentOf(rate)}, the ${data.paidOrders === 1 ? 'order' : `${formatCount(data.paidOrders)} orders`} paid in the last ${data.days} days would have earned `}
              </span>
              <span translate="no" className="font-medium tabular-nums">
                {formatUsd(data.wouldHaveEarnedUsd)}
              </span>{' '}
              instead of{' '}
              <span translate="no" className="tabular-nums">
                {formatUsd(data.earnedUsd)}
              </span>
              <span>{savedRate === undefined ? '.' : ` (current rate: ${percentOf(savedRate)}).`}</span>
            </>
          )}
        </span>
      ) : null}
    </output>
  );
}
