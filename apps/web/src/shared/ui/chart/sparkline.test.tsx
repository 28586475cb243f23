import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Sparkline } from './sparkline.tsx';

function drawn(values: readonly number[]) {
  render(<Sparkline description="Rain" values={values} />);
  return [...screen.getByRole('img', { name: 'Rain' }).querySelectorAll('path')].map((path) =>
    path.getAttribute('d'),
  );
}

it('draws its line to the top of its highest value', () => {
  expect(drawn([0, 5, 10])).toEqual(['M0 100L50 50L100 0L100 100L0 100Z', 'M0 100L50 50L100 0']);
});

it('lies at the bottom where there is nothing', () => {
  expect(drawn([0, 0]).at(-1)).toBe('M0 100L100 100');
});

it('is a dot where there is one value', () => {
  expect(drawn([7])).toEqual(['M50 0h0']);
});
