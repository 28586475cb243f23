import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { WrappableNumber } from './wrappable-number.tsx';

it.each([
  ['$123,456,789.01', '$123,<wbr>456,<wbr>789.01'],
  ['$1,234,567.89', '$1,234,567.89'],
  ['<0.01', '&lt;0.01'],
])('WrappableNumber can wrap only between groups of a long number: %s', (text, markup) => {
  const { container } = render(<WrappableNumber text={text} />);
  expect(container.innerHTML).toBe(`<span translate="no">${markup}</span>`);
});
