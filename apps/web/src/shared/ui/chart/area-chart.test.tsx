import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { AreaChart } from './area-chart.tsx';

const points = [
  { label: 'Jan', value: 0, text: 'Jan: 0 mm' },
  { label: 'Feb', value: 30, text: 'Feb: 30 mm' },
  { label: 'Mar', value: 40, text: 'Mar: 40 mm' },
];

function renderChart() {
  const onInspect = vi.fn();
  const onOpen = vi.fn();
  render(
    <AreaChart
      name="Rain"
      description="Rain by month"
      points={points}
      formatTick={(value) => `${value} mm`}
      zone="UTC"
      onInspect={onInspect}
      onOpen={onOpen}
    />,
  );
  return { onInspect, onOpen, plot: screen.getByRole('img', { name: 'Rain by month' }) };
}

it('AreaChart renders a line through its points', () => {
  const { plot } = renderChart();
  expect(plot.querySelectorAll('path')[1]?.getAttribute('d')).toBe('M0 100L50 25L100 0');
});

it('AreaChart dashes the line to a point that can still change', () => {
  render(
    <AreaChart
      name="Rain"
      description="Rain"
      points={points}
      lastIsOpen
      formatTick={String}
      zone="UTC"
      onInspect={() => undefined}
    />,
  );
  const lines = [...screen.getByRole('img', { name: 'Rain' }).querySelectorAll('path')].slice(1);
  expect(lines.map((line) => [line.getAttribute('d'), line.getAttribute('stroke-dasharray')])).toEqual([
    ['M0 100L50 25', null],
    ['M50 25L100 0', '3 3'],
  ]);
});

it('AreaChart labels both axes', () => {
  renderChart();
  for (const label of ['40 mm', '20 mm', '0 mm', 'UTC', 'Jan', 'Feb', 'Mar']) {
    expect(screen.getAllByText(label).length).toBeGreaterThan(0);
  }
});

it('AreaChart reports the point nearest to the pointer, and when the pointer leaves', () => {
  const { onInspect } = renderChart();
  const ground = screen.getByRole('slider', { name: 'Rain' });
  ground.getBoundingClientRect = () => new DOMRect(100, 0, 200, 50);
  fireEvent.pointerMove(ground, { clientX: 210, clientY: 10 });
  fireEvent.pointerMove(ground, { clientX: 290, clientY: 10 });
  fireEvent.pointerLeave(ground);
  expect(onInspect.mock.calls).toEqual([[1], [2], [undefined]]);
});

it.each([
  ['mouse', 1],
  ['pen', 1],
  ['touch', 0],
])('AreaChart opens the inspected point by a click with %s: %i', (pointerType, times) => {
  const { onOpen } = renderChart();
  const slider = screen.getByRole('slider', { name: 'Rain' });
  fireEvent.pointerDown(slider, { pointerType });
  fireEvent.click(slider);
  expect(onOpen).toHaveBeenCalledTimes(times);
});

it('AreaChart reports the point chosen by key, and when the focus leaves', () => {
  const { onInspect } = renderChart();
  const slider = screen.getByRole('slider', { name: 'Rain' });
  const press = (key: string) => fireEvent.keyDown(slider, { key });
  expect(slider.getAttribute('aria-valuetext')).toBe('Mar: 40 mm');
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowRight', 'End', 'ArrowRight', 'Home', 'a']) {
    press(key);
  }
  fireEvent.blur(slider);
  expect(onInspect.mock.calls).toEqual([[1], [0], [0], [1], [2], [2], [0], [undefined]]);
});
