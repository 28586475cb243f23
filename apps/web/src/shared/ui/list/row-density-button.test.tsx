import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { chooseRowDensity, followRowDensity } from '../../list/row-density.ts';
import { RowDensityButton } from './row-density-button.tsx';

let end: () => void;
beforeEach(() => {
  localStorage.clear();
  end = followRowDensity();
  chooseRowDensity('comfortable');
});
afterEach(() => end());

const expectShown = (density: string) =>
  waitFor(() => expect(document.documentElement.dataset['rows']).toBe(density));
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

it('RowDensityButton toggles compact rows and stores the choice', async () => {
  render(<RowDensityButton />);
  const button = screen.getByRole('button', { name: 'Compact rows', pressed: false });
  await userEvent.click(button);
  await expectShown('compact');
  expect(localStorage.getItem('rows')).toBe('compact');
  await userEvent.click(screen.getByRole('button', { name: 'Compact rows', pressed: true }));
  await expectShown('comfortable');
});

it('followRowDensity applies the choice of another tab until it is stopped', async () => {
  render(<RowDensityButton />);
  const tellOfAnotherTab = (density: string) =>
    act(() => {
      localStorage.setItem('rows', density);
      window.dispatchEvent(new Event('storage'));
    });
  tellOfAnotherTab('compact');
  await expectShown('compact');
  expect(screen.getByRole('button', { pressed: true })).toBeTruthy();
  tellOfAnotherTab('nonsense');
  await expectShown('comfortable');
  end();
  tellOfAnotherTab('compact');
  await nextFrame();
  await expectShown('comfortable');
});
