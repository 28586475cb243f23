import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { WrappableNumber } from './wrappable-number.tsx';

it.each([
  ['$123,456,789.01', '<span translate="no">$123,<wbr>456,<wbr>789.01</span>'],
  ['$1,234,567.89', '<span translate="no" class="whitespace-nowrap">$1,234,567.89</span>'],
  ['<0.01', '<span translate="no" class="whitespace-nowrap">&lt;0.01</span>'],
])('WrappableNumber can wrap only between groups of a long number: %s', (text, markup) => {
  const { container } = render(<WrappableNumber text={text} />);
  expect(container.innerHTML).toBe(markup);
});
