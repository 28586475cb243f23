import { SEARCH_DEBOUNCE_MS } from '@halyard/contract/constants';
import type { FeePreview } from '@halyard/contract/users';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../domain/session/use-api.ts';
import { formatCount } from '../../shared/format/format-number.ts';
import { formatUsd } from '../../shared/format/format-usd.ts';
import { useDebounced } from '../../shared/list/use-debounced.ts';
import { percentOf } from './percent-of.ts';
import { feePreviewQuery } from './user-panel-queries.ts';

interface FeePreviewNoteProps {
  readonly uuid: string;
  /** The unsaved rate; undefined if it is unchanged or invalid. */
  readonly rate: number | undefined;
}

/** Shows what an unsaved rate would have earned, beside the save button: two lines as high as the button. */
export function FeePreviewNote({ uuid, rate }: FeePreviewNoteProps) {
  const settledRate = useDebounced(rate, SEARCH_DEBOUNCE_MS);
  const { data } = useQuery(
    feePreviewQuery(useApi(), uuid, settledRate === undefined ? undefined : String(settledRate)),
  );
  const isCurrent = data && rate !== undefined && rate === settledRate;
  return (
    <output className="min-w-0 flex-1 text-ink-quiet text-xs leading-4 empty:hidden max-md:basis-full">
      {isCurrent ? <Comparison rate={rate} preview={data} /> : null}
    </output>
  );
}

interface ComparisonProps {
  readonly rate: number;
  readonly preview: FeePreview;
}

function Comparison({ rate, preview }: ComparisonProps) {
  const { days, paidOrders, earnedUsd, wouldHaveEarnedUsd } = preview;
  if (paidOrders === 0) {
    return `No paid mainnet orders in the last ${days} days to compare.`;
  }
  return (
    <>
      <span>{`${percentOf(rate)} would have earned `}</span>
      <span translate="no" className="font-medium text-ink tabular-nums">
        {formatUsd(wouldHaveEarnedUsd)}
      </span>
      <span>, not </span>
      <span translate="no" className="tabular-nums">
        {formatUsd(earnedUsd)}
      </span>
      <span>{` (${paidOrders === 1 ? '1 order' : `${formatCount(paidOrders)} orders`}, last ${days} days).`}</span>
    </>
  );
}
