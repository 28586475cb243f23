import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { StackedBar } from './stacked-bar.tsx';

function partsOf(...values: number[]): string[] {
  const segments = values.map((value, index) => ({ key: `${index}`, value, className: `colour-${index}` }));
  const { container } = render(<StackedBar segments={segments} />);
  return Array.from(
    container.firstElementChild?.children ?? [],
    (part) => `${part.className.split(' ').at(-1)} ${(part as HTMLElement).style.flexGrow}`,
  );
}

it('gives each part its share, and nothing to what is nothing', () => {
  expect(partsOf(3, 0, 1)).toEqual(['colour-0 3', 'colour-2 1']);
});

it('is empty where there is nothing at all', () => {
  expect(partsOf(0, 0)).toEqual([]);
});
