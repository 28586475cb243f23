import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { AreaChart } from './area-chart.tsx';

const points = [
  { label: 'Jan', value: 0 },
  { label: 'Feb', value: 30 },
  { label: 'Mar', value: 40 },
];

function renderChart() {
  const onInspect = vi.fn();
  render(
    <AreaChart
      description="Rain by month"
      points={points}
      formatTick={(value) => `${value} mm`}
      onInspect={onInspect}
    />,
  );
  return { onInspect, plot: screen.getByRole('img', { name: 'Rain by month' }) };
}

it('AreaChart renders a line through its points', () => {
  const { plot } = renderChart();
  expect(plot.querySelectorAll('path')[1]?.getAttribute('d')).toBe('M0 100L50 25L100 0');
});

it('AreaChart dashes the line to a point that can still change', () => {
  render(
    <AreaChart
      description="Rain"
      points={points}
      lastIsOpen
      formatTick={String}
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
  for (const label of ['40 mm', '20 mm', '0 mm', 'Jan', 'Feb', 'Mar']) {
    expect(screen.getAllByText(label).length).toBeGreaterThan(0);
  }
});

it('AreaChart reports the point nearest to the pointer, and when the pointer leaves', () => {
  const { onInspect, plot } = renderChart();
  const ground = plot.parentElement as HTMLElement;
  ground.getBoundingClientRect = () => new DOMRect(100, 0, 200, 50);
  fireEvent.pointerMove(ground, { clientX: 210, clientY: 10 });
  fireEvent.pointerMove(ground, { clientX: 290, clientY: 10 });
  fireEvent.pointerLeave(ground);
  expect(onInspect.mock.calls).toEqual([[1], [2], [undefined]]);
});
