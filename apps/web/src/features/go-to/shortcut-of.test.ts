import { afterEach, expect, it } from 'vitest';
import { shortcutOf } from './shortcut-of.ts';

afterEach(() => document.body.replaceChildren());

/** What a key comes to that is pressed in an element of the page. */
function pressed(init: KeyboardEventInit, html = '<main></main>', singleKeys = true) {
  document.body.innerHTML = html;
  let shortcut: ReturnType<typeof shortcutOf>;
  const listen = (event: KeyboardEvent) => {
    shortcut = shortcutOf(event, { singleKeys });
  };
  window.addEventListener('keydown', listen);
  document.body.firstElementChild?.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init }));
  window.removeEventListener('keydown', listen);
  return shortcut;
}

it.each([
  [{ key: 'k', ctrlKey: true }, 'go-to'],
  [{ key: 'K', metaKey: true }, 'go-to'],
  [{ key: 'k' }, undefined],
  [{ key: 'k', ctrlKey: true, shiftKey: true }, undefined],
  [{ key: 'k', ctrlKey: true, altKey: true }, undefined],
  [{ key: 'k', ctrlKey: true, repeat: true }, undefined],
  [{ key: '?', shiftKey: true }, 'shortcuts'],
  [{ key: '/' }, 'search'],
  [{ key: '/', shiftKey: true }, 'search'],
  [{ key: '/', ctrlKey: true }, undefined],
  [{ key: '?', altKey: true }, undefined],
])('%o is %s', (key, shortcut) => {
  expect(pressed(key)).toBe(shortcut);
});

it.each(['<input>', '<textarea></textarea>', '<select></select>'])(
  '%s takes single keys, but not Ctrl+K',
  (html) => {
    expect(pressed({ key: '/' }, html)).toBeUndefined();
    expect(pressed({ key: 'k', ctrlKey: true }, html)).toBe('go-to');
  },
);

it('where rich text is edited, Ctrl+K is left to it', () => {
  expect(pressed({ key: 'k', ctrlKey: true }, '<p contenteditable="true"></p>')).toBeUndefined();
});

it('single keys can be turned off', () => {
  expect(pressed({ key: '?' }, '<main></main>', false)).toBeUndefined();
  expect(pressed({ key: 'k', ctrlKey: true }, '<main></main>', false)).toBe('go-to');
});
