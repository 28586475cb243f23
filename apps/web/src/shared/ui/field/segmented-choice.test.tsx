import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { SegmentedChoice } from './segmented-choice.tsx';

const OPTIONS = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
];

it('SegmentedChoice marks the current option and changes it by keyboard', async () => {
  const onChange = vi.fn();
  render(<SegmentedChoice label="Span" value="day" options={OPTIONS} onChange={onChange} />);
  expect(screen.getByRole('group', { name: 'Span' })).toBeTruthy();
  const [day, week] = screen.getAllByRole<HTMLInputElement>('radio');
  expect([day?.checked, week?.checked]).toEqual([true, false]);
  await userEvent.tab();
  expect(document.activeElement).toBe(day);
  await userEvent.keyboard('{ArrowRight}');
  expect(onChange).toHaveBeenCalledWith('week');
});
