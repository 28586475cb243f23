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
/** What the browser tells after each key or press in the field. */
const change = (value: string) => fireEvent.change(field(), { target: { value } });

beforeEach(() => onChange.mockClear());

it('waits until a year is typed to its end', () => {
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

it('is chosen at once by the picker, and cleared at once', () => {
  render(<Field initial="2026-03-01" />);
  change('2026-03-02');
  change('');
  expect(onChange.mock.calls).toEqual([['2026-03-02'], [undefined]]);
  fireEvent.blur(field());
  expect(onChange).toHaveBeenCalledTimes(2);
});

it('takes an early year when the field is left', () => {
  render(<Field initial={undefined} />);
  change('1999-03-01');
  expect(onChange).not.toHaveBeenCalled();
  fireEvent.blur(field());
  expect(onChange.mock.calls).toEqual([['1999-03-01']]);
});

it('is not cleared while only a part of it is, until the field is left', () => {
  render(<Field initial="2026-03-01" />);
  const badInput = vi.spyOn(field().validity, 'badInput', 'get').mockReturnValue(true);
  Object.defineProperty(field(), 'validity', { value: field().validity });
  change('');
  expect(onChange).not.toHaveBeenCalled();
  badInput.mockRestore();
  fireEvent.blur(field());
  expect(onChange.mock.calls).toEqual([[undefined]]);
});

it('shows the day that comes from elsewhere in place of what was half typed, and after what was chosen', () => {
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

it('shows again the day that holds where what was typed is the same', () => {
  render(<Field initial="2026-03-01" />);
  change('0002-03-01');
  change('2026-03-01');
  expect(field().value).toBe('2026-03-01');
  expect(onChange).not.toHaveBeenCalled();
});
