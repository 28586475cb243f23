import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { DayField } from './day-field.tsx';

const onChange = vi.fn<(day: string | undefined) => void>();

function Field({ initial }: { readonly initial: string | undefined }) {
  const [day, set] = useState(initial);
  return (
    <>
      <DayField
        label="From"
        value={day}
        onChange={(chosen) => {
          onChange(chosen);
          set(chosen);
        }}
      />
      <button type="button" onClick={() => set('2026-01-31')}>
        From elsewhere
      </button>
    </>
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>('From');
/** Events that browsers dispatch after a key press or click in the field. */
const change = (value: string) => fireEvent.change(field(), { target: { value } });

beforeEach(() => onChange.mockClear());

it('DayField waits until the year is complete', () => {
  render(<Field initial={undefined} />);
  for (const typed of ['0002-03-01', '0020-03-01', '0202-03-01']) {
    change(typed);
    expect(field().value).toBe(typed);
  }
  expect(onChange).not.toHaveBeenCalled();
  change('2026-03-01');
  expect(onChange.mock.calls).toEqual([['2026-03-01']]);
  expect(field().value).toBe('2026-03-01');
});

it('DayField applies a picked or cleared date at once', () => {
  render(<Field initial="2026-03-01" />);
  change('2026-03-02');
  change('');
  expect(onChange.mock.calls).toEqual([['2026-03-02'], [undefined]]);
  fireEvent.blur(field());
  expect(onChange).toHaveBeenCalledTimes(2);
});

it('DayField applies an early year on blur', () => {
  render(<Field initial={undefined} />);
  change('1999-03-01');
  expect(onChange).not.toHaveBeenCalled();
  fireEvent.blur(field());
  expect(onChange.mock.calls).toEqual([['1999-03-01']]);
});

it('DayField clears an incomplete date only on blur', () => {
  render(<Field initial="2026-03-01" />);
  const badInput = vi.spyOn(field().validity, 'badInput', 'get').mockReturnValue(true);
  Object.defineProperty(field(), 'validity', { value: field().validity });
  change('');
  expect(onChange).not.toHaveBeenCalled();
  badInput.mockRestore();
  fireEvent.blur(field());
  expect(onChange.mock.calls).toEqual([[undefined]]);
});

it('DayField replaces the typed date when its value changes', () => {
  render(<Field initial="2026-03-01" />);
  change('0002-03-01');
  fireEvent.click(screen.getByRole('button', { name: 'From elsewhere' }));
  expect(field().value).toBe('2026-01-31');
  change('2026-02-28');
  fireEvent.click(screen.getByRole('button', { name: 'From elsewhere' }));
  expect(field().value).toBe('2026-01-31');
  fireEvent.blur(field());
  expect(onChange.mock.calls).toEqual([['2026-02-28']]);
});

it('DayField shows its value again after the user typed the same date', () => {
  render(<Field initial="2026-03-01" />);
  change('0002-03-01');
  change('2026-03-01');
  expect(field().value).toBe('2026-03-01');
  expect(onChange).not.toHaveBeenCalled();
});
