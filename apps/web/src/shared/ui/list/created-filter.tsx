import { useState } from 'react';
import { ANY_DAY, type CreatedDays } from '../../list/created-days.ts';
import { LazyDayFields } from '../field/lazy-day-fields.tsx';
import { FilterSelect } from './filter-select.tsx';

const OPTIONS = [{ value: 'days', label: 'Days in UTC' }] as const;

interface CreatedFilterProps {
  readonly days: CreatedDays;
  readonly onChange: (days: CreatedDays) => void;
}

/** Limits a list to days of creation. */
export function CreatedFilter({ days: { createdFrom, createdTo }, onChange }: CreatedFilterProps) {
  const [isChoosing, setIsChoosing] = useState(false);
  const isLimited = (createdFrom ?? createdTo) !== undefined;
  const hasFields = isChoosing || isLimited;

  function choose(value: 'days' | undefined) {
    setIsChoosing(value !== undefined);
    if (isLimited) {
      onChange(ANY_DAY);
    }
  }

  return (
    <>
      <FilterSelect
        label="Created"
        clearName="Created"
        allLabel="Created any time"
        options={OPTIONS}
        value={hasFields ? 'days' : undefined}
        onChange={choose}
      />
      {hasFields ? (
        <div className="flex min-h-8 w-full gap-4 max-md:grid max-md:min-h-24 max-md:gap-2">
          <LazyDayFields
            days={{ from: createdFrom, to: createdTo }}
            onChange={({ from, to }) => onChange({ createdFrom: from, createdTo: to })}
          />
        </div>
      ) : null}
    </>
  );
}
