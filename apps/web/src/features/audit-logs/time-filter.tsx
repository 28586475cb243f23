import { useState } from 'react';
import { choiceFromUrl } from '../../shared/list/list-search.ts';
import { SelectField } from '../../shared/ui/field/select-field.tsx';
import { type AuditLogFilters, RECENT_TIMES } from './audit-logs-search.ts';
import { RECENT_WORDS } from './audit-time-words.ts';
import { DayField } from './day-field.tsx';

const BY_DAYS = 'days';

interface TimeFilterProps {
  readonly filters: AuditLogFilters;
  readonly onChange: (filters: AuditLogFilters) => void;
}

/** Of late, or from one day to another. */
export function TimeFilter({ filters, onChange }: TimeFilterProps) {
  const { last, from, to } = filters;
  const [choosing, setChoosing] = useState(false);
  const byDays = from !== undefined || to !== undefined || (choosing && last === undefined);

  function choose(value: string) {
    setChoosing(value === BY_DAYS);
    if (value !== BY_DAYS || last !== undefined) {
      onChange({ ...filters, last: choiceFromUrl(value, RECENT_TIMES), from: undefined, to: undefined });
    }
  }

  return (
    <>
      <SelectField
        label="Time"
        value={last ?? (byDays ? BY_DAYS : '')}
        options={[
          { value: '', label: 'Any time' },
          ...RECENT_TIMES.map((time) => ({ value: time, label: RECENT_WORDS[time] })),
          { value: BY_DAYS, label: 'Custom dates' },
        ]}
        onChange={choose}
      />
      {byDays ? (
        <>
          <DayField label="From" value={from} onChange={(day) => onChange({ ...filters, from: day })} />
          <DayField label="To" value={to} onChange={(day) => onChange({ ...filters, to: day })} />
        </>
      ) : null}
    </>
  );
}
