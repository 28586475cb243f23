import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { WrappableNumber } from './wrappable-number.tsx';

it.each([
  ['$1,234,567.89', '$1,<wbr>234,<wbr>567.89'],
  ['<0.01', '&lt;0.01'],
])('WrappableNumber can wrap only between groups: %s', (text, markup) => {
  const { container } = render(<WrappableNumber text={text} />);
  expect(container.innerHTML).toBe(markup);
});
