import { useId } from 'react';
import { type DayRange, isReversed } from '../../format/calendar-day.ts';
import { DayField } from './day-field.tsx';

export interface DayFieldsProps {
  readonly days: DayRange;
  readonly onChange: (days: DayRange) => void;
}

/** The first and last day of a filter. A last day before the first one is marked, with what to do. */
export function DayFields({ days: { from, to }, onChange }: DayFieldsProps) {
  const errorId = useId();
  const error = isReversed({ from, to }) ? errorId : undefined;
  return (
    <>
      <DayField label="From" value={from} onChange={(day) => onChange({ from: day, to })} />
      <DayField label="To" value={to} errorId={error} onChange={(day) => onChange({ from, to: day })} />
      {error === undefined ? null : (
        <p id={error} role="alert" className="col-span-full self-center text-bad text-sm">
          “To” is before “From”. Choose a later day.
        </p>
      )}
    </>
  );
}
