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

/** Long enough for whatever was to happen in the tasks that wait already. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

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
])('what has the focus and %s hands it to the nearest part that can have it', async (_, change) => {
  change();
  await waitFor(() => expect(document.activeElement).toBe(at('around')));
});

it('goes to the page where nothing around is left', async () => {
  at('around').remove();
  await waitFor(() => expect(document.activeElement?.localName).toBe('main'));
});

it('leaves the focus to whoever gives it elsewhere', async () => {
  at('holder').remove();
  at('elsewhere').focus();
  await settled();
  expect(document.activeElement).toBe(at('elsewhere'));
});

it('leaves it to them a task later too, where the page has changed a frame before', async () => {
  at('elsewhere').before('Something new');
  await Promise.resolve();
  requestAnimationFrame(() => {
    at('holder').remove();
    setTimeout(() => {
      if (document.activeElement === document.body) {
        at('elsewhere').focus();
      }
    });
  });
  await settled();
  expect(document.activeElement).toBe(at('elsewhere'));
});

it('takes no focus that was given up before', async () => {
  at('holder').blur();
  await settled();
  at('holder').remove();
  await settled();
  expect(document.activeElement).toBe(document.body);
});
