import type { SeriesRange } from '@halyard/contract/overview';
import { SegmentedChoice } from '../../shared/ui/field/segmented-choice.tsx';
import { RANGE_LABELS } from './series-labels.ts';

/** Repeats the contract's values, because importing them would load Zod. */
const RANGES: readonly SeriesRange[] = ['30d', '12m', 'all'];
const OPTIONS = RANGES.map((range) => ({ value: range, label: RANGE_LABELS[range].label }));

interface RangeChoiceProps {
  readonly range: SeriesRange;
  readonly onChange: (range: SeriesRange) => void;
}

/** Selects the period of the trends. */
export function RangeChoice({ range, onChange }: RangeChoiceProps) {
  return (
    <div>
      <SegmentedChoice label="Range" value={range} options={OPTIONS} onChange={onChange} />
    </div>
  );
}
