import { waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { keepFocus } from './keep-focus.ts';

const at = (id: string) => {
  const element = document.getElementById(id);
  if (!element) {
    throw new Error(`unreachable: #${id} is in the page`);
  }
  return element;
};

/** Longer than the pause after which the focus moves. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 150));

beforeAll(keepFocus);
beforeEach(() => {
  document.body.innerHTML = `
    <main>
      <section id="around" tabindex="-1"><p id="plain"><button id="holder">Remove</button></p></section>
      <button id="elsewhere">Elsewhere</button>
    </main>`;
  at('holder').focus();
});

it.each([
  ['is removed', () => at('holder').remove()],
  ['is removed with what is around it', () => at('plain').remove()],
  ['is disabled', () => at('holder').setAttribute('disabled', '')],
])(
  'keepFocus moves the focus to the nearest focusable ancestor when the focused element %s',
  async (_, change) => {
    change();
    await waitFor(() => expect(document.activeElement).toBe(at('around')));
  },
);

it('keepFocus moves the focus to the page if no ancestor is left', async () => {
  at('around').remove();
  await waitFor(() => expect(document.activeElement?.localName).toBe('main'));
});

it('keepFocus keeps a focus that other code sets', async () => {
  at('holder').remove();
  at('elsewhere').focus();
  await settled();
  expect(document.activeElement).toBe(at('elsewhere'));
});

it('keepFocus keeps a focus that other code sets a task later, after a change in the previous frame', async () => {
  at('elsewhere').before('Something new');
  await Promise.resolve();
  await new Promise<void>((resolve) => {
    requestAnimationFrame(() => {
      at('holder').remove();
      setTimeout(() => {
        if (document.activeElement === document.body) {
          at('elsewhere').focus();
        }
        resolve();
      });
    });
  });
  await settled();
  expect(document.activeElement).toBe(at('elsewhere'));
});

it('keepFocus ignores an element that had already lost the focus', async () => {
  at('holder').blur();
  await settled();
  at('holder').remove();
  await settled();
  expect(document.activeElement).toBe(document.body);
});
