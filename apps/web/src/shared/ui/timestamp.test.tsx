import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { Timestamp } from './timestamp.tsx';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

it('Timestamp has a machine-readable date', () => {
  render(<Timestamp instant="2026-03-03T12:04:05.678Z" />);
  const time = screen.getByText(/^2026-03-0\d$/);
  expect(time.getAttribute('datetime')).toBe('2026-03-03T12:04:05.678Z');
});

it('Timestamp shows the exact local and UTC time on focus', async () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  render(<Timestamp instant="2026-03-03T12:04:05.678Z" />);
  await userEvent.tab();
  const lines = [...(screen.getByRole('tooltip').firstElementChild?.children ?? [])];
  expect(lines.map((line) => line.textContent)).toEqual([
    '2026-03-03 13:04:05 UTC+01:00',
    '2026-03-03 12:04:05 UTC',
  ]);
});

it('Timestamp shows the exact time only once where the local time is UTC', async () => {
  vi.stubEnv('TZ', 'UTC');
  render(<Timestamp instant="2026-03-03T12:04:05.678Z" />);
  await userEvent.tab();
  expect(screen.getByRole('tooltip').textContent).toBe('2026-03-03 12:04:05 UTC');
});

it('Timestamp shows a dash without an instant', () => {
  render(<Timestamp instant="soon" />);
  expect(screen.getByText('—')).toBeTruthy();
});

it.each([
  ['2026-03-03T12:59:05.678Z', '55m ago'],
  ['2026-01-03T12:04:05.678Z', '2026-01-03'],
])('Timestamp with ages shows %j as %j', (instant, text) => {
  vi.useFakeTimers({ now: new Date('2026-03-03T13:54:10Z') });
  render(<Timestamp instant={instant} aged />);
  expect(screen.getByText(text).closest('time')?.getAttribute('datetime')).toBe(instant);
});

// @spec 9.28
it('Timestamp updates the age over time', async () => {
  vi.useFakeTimers({ now: new Date('2026-03-03T12:04:40Z') });
  render(<Timestamp instant="2026-03-03T12:04:05.678Z" aged />);
  expect(screen.getByText('Just now')).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(screen.getByText('1m ago')).toBeTruthy();
});
