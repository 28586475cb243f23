import { type ChangeEvent, useState } from 'react';
import { dayFromUrl } from './calendar-day.ts';

/** A year on its way to 2026 is 0002, 0020 and 0202, each a date to the browser. */
const EARLIEST_LIKELY_YEAR = 2000;

interface DayFieldProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (day: string | undefined) => void;
}

/** A day that is chosen at once, but for what looks half typed: that waits until it is whole or the field is left. */
export function DayField({ label, value, onChange }: DayFieldProps) {
  const [draft, setDraft] = useState<{ readonly text: string; readonly over: string | undefined }>();
  // What was chosen has come back, or another day has come from elsewhere.
  if (draft !== undefined && draft.over !== value) {
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
    setDraft({ text: target.value, over: value });
    if (!isHalfTyped(target)) {
      choose(target.value);
    }
  }

  return (
    <label className="inline-flex items-center gap-1.5 text-ink-quiet text-sm">
      {label}
      <input
        type="date"
        value={draft?.text ?? value ?? ''}
        onChange={change}
        onBlur={() => draft && choose(draft.text)}
        className="h-8 rounded-md border border-line-strong bg-surface-raised px-2 text-ink text-lg max-md:h-11 md:text-base"
      />
    </label>
  );
}

/** Without a value it is either empty, or has a part that is. */
function isHalfTyped({ value, validity }: HTMLInputElement): boolean {
  if (value === '') {
    return validity.badInput;
  }
  const day = dayFromUrl(value);
  return day === undefined || Number(day.slice(0, 4)) < EARLIEST_LIKELY_YEAR;
}
