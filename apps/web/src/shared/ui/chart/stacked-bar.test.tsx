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

it('StackedBar sizes each part by its value and omits parts of zero', () => {
  expect(partsOf(3, 0, 1)).toEqual(['colour-0 3', 'colour-2 1']);
});

it('StackedBar is empty without values', () => {
  expect(partsOf(0, 0)).toEqual([]);
});
