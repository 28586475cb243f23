// @vitest-environment node
import { expect, it } from 'vitest';
import { withoutUtilities } from './without-utilities.ts';

it('takes the classes of the utilities away and leaves the layers in their order', () => {
  const order = '@layer base,utilities.login,utilities;';
  const base = '@layer base{h1{margin:0}}';
  const unlayered = '.plain-toasts{display:grid}';
  const styles = `${order}${base}@layer utilities.login{.flex{display:flex}}@layer utilities{.grid{display:grid}}${unlayered}`;
  expect(withoutUtilities(styles)).toBe(`${order}${base}${unlayered}`);
});
