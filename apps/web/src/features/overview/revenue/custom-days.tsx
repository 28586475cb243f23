import { type FormEvent, useState } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import { TextField } from '../../../shared/ui/field/text-field.tsx';
import { dayProblems, type RevenueDays } from './revenue-period.ts';

interface CustomDaysProps {
  readonly days: RevenueDays;
  /** In UTC. */
  readonly today: string;
  readonly onChange: (days: RevenueDays) => void;
}

/** Form for a custom period. Errors are shown next to their field. */
export function CustomDays({ days, today, onChange }: CustomDaysProps) {
  const [draft, setDraft] = useState(days);
  // Empty fields are not wrong until they are submitted.
  const [checked, setChecked] = useState(days.from === '' && days.to === '' ? undefined : days);
  const problems = checked === undefined ? {} : dayProblems(checked, today);

  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(draft);
    if (Object.keys(dayProblems(draft, today)).length === 0) {
      onChange(draft);
    }
  }

  return (
    <form
      noValidate
      aria-label="Custom period"
      onSubmit={submit}
      className="flex flex-wrap items-start gap-3"
    >
      <div className="w-44 max-md:w-full">
        <TextField
          label="First day (UTC)"
          type="date"
          max={today}
          value={draft.from}
          error={problems.from}
          onChange={({ target }) => setDraft({ ...draft, from: target.value })}
        />
      </div>
      <div className="w-44 max-md:w-full">
        <TextField
          label="Last day (UTC)"
          type="date"
          max={today}
          value={draft.to}
          error={problems.to}
          onChange={({ target }) => setDraft({ ...draft, to: target.value })}
        />
      </div>
      <Button type="submit" variant="secondary" size="lg" className="mt-6.5 max-md:mt-0">
        Show period
      </Button>
    </form>
  );
}
