import { type DayRange, withDay } from '../../format/calendar-day.ts';
import { DayField } from './day-field.tsx';

export interface DayFieldsProps {
  readonly days: DayRange;
  readonly onChange: (days: DayRange) => void;
}

/** Fields for the first and the last day of a range. */
export function DayFields({ days: { from, to }, onChange }: DayFieldsProps) {
  const change = (day: DayRange) => onChange(withDay({ from, to }, day));
  return (
    <>
      <DayField label="From" value={from} onChange={(day) => change({ from: day })} />
      <DayField label="To" value={to} onChange={(day) => change({ to: day })} />
    </>
  );
}
