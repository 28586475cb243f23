import { useState } from 'react';
import { RECENT_TIME_LABELS, RECENT_TIMES } from '../../shared/format/recent-time.ts';
import { serverNow } from '../../shared/lib/server-time.ts';
import { choiceFromUrl } from '../../shared/list/list-search.ts';
import { LazyDayFields } from '../../shared/ui/field/lazy-day-fields.tsx';
import { SelectField } from '../../shared/ui/field/select-field.tsx';
import type { AuditLogFilters } from './audit-logs-search.ts';
import { timeLabel } from './time-filter-labels.ts';
import { yesterday } from './yesterday.ts';

const CUSTOM = 'days';
const YESTERDAY = 'yesterday';

interface TimeFilterProps {
  readonly filters: AuditLogFilters;
  readonly onChange: (filters: AuditLogFilters) => void;
}

export function TimeFilter({ filters, onChange }: TimeFilterProps) {
  const { last, from, to } = filters;
  const [choosing, setChoosing] = useState(false);
  const isCustom = from !== undefined || to !== undefined || (choosing && last === undefined);

  function choose(value: string) {
    setChoosing(value === CUSTOM);
    if (value === YESTERDAY) {
      const day = yesterday(serverNow());
      onChange({ ...filters, last: undefined, from: day, to: day });
      return;
    }
    if (value !== CUSTOM || last !== undefined) {
      onChange({ ...filters, last: choiceFromUrl(value, RECENT_TIMES), from: undefined, to: undefined });
    }
  }

  const chosen = timeLabel(filters);
  return (
    <>
      <SelectField
        label="Time"
        value={last ?? (isCustom ? CUSTOM : '')}
        options={[
          { value: '', label: 'Any time' },
          ...RECENT_TIMES.map((time) => ({ value: time, label: RECENT_TIME_LABELS[time] })),
          { value: YESTERDAY, label: 'Yesterday' },
          { value: CUSTOM, label: 'Custom dates' },
        ]}
        onChange={choose}
        clearLabel={chosen && `Remove filter Time: ${chosen}`}
        onClear={() => choose('')}
      />
      {isCustom ? (
        <div className="col-span-full grid min-h-8 grid-cols-2 gap-2 max-md:min-h-11 @2xl:flex @2xl:justify-end @2xl:gap-4">
          <LazyDayFields days={{ from, to }} onChange={(days) => onChange({ ...filters, ...days })} />
        </div>
      ) : null}
    </>
  );
}
