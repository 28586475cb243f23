import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import type { DayRange } from '../../format/calendar-day.ts';
import { DayFields } from './day-fields.tsx';

let days: DayRange;

function Range({ initial }: { readonly initial: DayRange }) {
  const [range, setRange] = useState(initial);
  days = range;
  return <DayFields days={range} onChange={setRange} />;
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const choose = (label: string, day: string) => fireEvent.change(field(label), { target: { value: day } });

it('DayFields marks a last day before the first one, and keeps both', () => {
  render(<Range initial={{ from: '2026-03-05', to: '2026-03-10' }} />);
  choose('From', '2026-03-11');
  const error = screen.getByRole('alert');
  expect(error.textContent).toBe('“To” is before “From”. Choose a later day.');
  expect(field('To').getAttribute('aria-invalid')).toBe('true');
  expect(field('To').getAttribute('aria-describedby')).toBe(error.id);
  expect(days).toEqual({ from: '2026-03-11', to: '2026-03-10' });
  choose('To', '2026-03-11');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(field('To').getAttribute('aria-invalid')).toBe('false');
  expect(days).toEqual({ from: '2026-03-11', to: '2026-03-11' });
});

it('DayFields accepts a single day', () => {
  render(<Range initial={{}} />);
  choose('To', '2026-03-10');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(days).toEqual({ from: undefined, to: '2026-03-10' });
});
