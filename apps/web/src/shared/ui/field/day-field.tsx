import { Calendar } from 'lucide-react';
import { type ChangeEvent, useState } from 'react';
import { dayFromUrl, FIRST_DAY, LAST_DAY } from '../../format/calendar-day.ts';

/** Earliest year applied during typing. On the way to 2026, browsers report the years 0002, 0020 and 0202. */
const EARLIEST_LIKELY_YEAR = 2000;

interface DayFieldProps {
  readonly label: string;
  readonly value: string | undefined;
  /** Id of the element that says why the day is wrong. */
  readonly errorId?: string | undefined;
  readonly onChange: (day: string | undefined) => void;
}

/** A date field that applies a complete date at once and an incomplete one on blur. */
export function DayField({ label, value, errorId, onChange }: DayFieldProps) {
  const [draft, setDraft] = useState<{ readonly text: string; readonly replaces: string | undefined }>();
  if (draft !== undefined && draft.replaces !== value) {
    setDraft(undefined);
  }

  function choose(text: string) {
    const day = dayFromUrl(text);
    if (day === value) {
      setDraft(undefined);
    } else {
      onChange(day);
    }
  }

  function change({ target }: ChangeEvent<HTMLInputElement>) {
    setDraft({ text: target.value, replaces: value });
    if (!isIncomplete(target)) {
      choose(target.value);
    }
  }

  return (
    <label className="flex items-center gap-2.5 text-ink-quiet text-sm">
      <span className="max-md:min-w-8 max-md:text-end">{label}</span>
      <span className="relative flex min-w-0 flex-1 items-center">
        <input
          type="date"
          min={FIRST_DAY}
          max={LAST_DAY}
          value={draft?.text ?? value ?? ''}
          aria-invalid={errorId !== undefined}
          aria-describedby={errorId}
          onChange={change}
          onBlur={() => draft && choose(draft.text)}
          className={`h-8 w-full min-w-0 rounded-md border bg-surface-raised px-2.5 text-ink text-lg aria-invalid:border-bad max-md:h-11 md:text-base [&::-webkit-calendar-picker-indicator]:opacity-0 ${value === undefined ? 'border-line-strong' : 'border-accent'}`}
        />
        <Calendar
          aria-hidden="true"
          className="pointer-events-none absolute right-2.5 hidden size-4 text-ink-quiet supports-[selector(::-webkit-calendar-picker-indicator)]:block"
        />
      </span>
    </label>
  );
}

/** An incomplete date has an empty value and bad input. */
function isIncomplete({ value, validity }: HTMLInputElement): boolean {
  if (value === '') {
    return validity.badInput;
  }
  const day = dayFromUrl(value);
  return day === undefined || Number(day.slice(0, 4)) < EARLIEST_LIKELY_YEAR;
}
