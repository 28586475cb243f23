import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { chooseRowDensity, followRowDensity } from '../lib/row-density.ts';
import { RowDensityButton } from './row-density-button.tsx';

let end: () => void;
beforeEach(() => {
  localStorage.clear();
  end = followRowDensity();
  chooseRowDensity('comfortable');
});
afterEach(() => end());

const shown = () => document.documentElement.dataset['rows'];

it('makes the rows lower and higher again, and that is kept', async () => {
  render(<RowDensityButton />);
  const button = screen.getByRole('button', { name: 'Compact rows', pressed: false });
  await userEvent.click(button);
  expect(shown()).toBe('compact');
  expect(localStorage.getItem('rows')).toBe('compact');
  await userEvent.click(screen.getByRole('button', { name: 'Compact rows', pressed: true }));
  expect(shown()).toBe('comfortable');
});

it('follows another tab, until the following ends', () => {
  render(<RowDensityButton />);
  const tellOfAnotherTab = (density: string) =>
    act(() => {
      localStorage.setItem('rows', density);
      window.dispatchEvent(new Event('storage'));
    });
  tellOfAnotherTab('compact');
  expect(shown()).toBe('compact');
  expect(screen.getByRole('button', { pressed: true })).toBeTruthy();
  tellOfAnotherTab('nonsense');
  expect(shown()).toBe('comfortable');
  end();
  tellOfAnotherTab('compact');
  expect(shown()).toBe('comfortable');
});
