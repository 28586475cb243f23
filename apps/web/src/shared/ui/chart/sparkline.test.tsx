import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Sparkline } from './sparkline.tsx';

function drawn(values: readonly number[]) {
  render(<Sparkline description="Rain" values={values} />);
  return [...screen.getByRole('img', { name: 'Rain' }).querySelectorAll('path')].map((path) =>
    path.getAttribute('d'),
  );
}

it('Sparkline scales its highest value to the top', () => {
  expect(drawn([0, 5, 10])).toEqual(['M0 100L50 50L100 0L100 100L0 100Z', 'M0 100L50 50L100 0']);
});

it('Sparkline is flat at the bottom without values', () => {
  expect(drawn([0, 0]).at(-1)).toBe('M0 100L100 100');
});

it('Sparkline is a dot for a single value', () => {
  expect(drawn([7])).toEqual(['M50 0h0']);
});
