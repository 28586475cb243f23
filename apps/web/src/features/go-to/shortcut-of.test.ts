import { afterEach, expect, it } from 'vitest';
import { shortcutOf } from './shortcut-of.ts';

afterEach(() => document.body.replaceChildren());

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
  [{ key: 'л', code: 'KeyK', ctrlKey: true }, 'go-to'],
  [{ key: 'κ', code: 'KeyK', metaKey: true }, 'go-to'],
  [{ key: 'ن', code: 'KeyK', ctrlKey: true }, 'go-to'],
  [{ key: 'ל', code: 'KeyK', ctrlKey: true }, 'go-to'],
  [{ key: 'ㅏ', code: 'KeyK', ctrlKey: true }, 'go-to'],
  [{ key: 'Process', code: 'KeyK', ctrlKey: true }, 'go-to'],
  [{ key: 't', code: 'KeyK', ctrlKey: true }, undefined],
  [{ key: 'k', code: 'KeyV', ctrlKey: true }, 'go-to'],
  [{ key: 'л', code: 'KeyK' }, undefined],
  [{ key: 'ظ', code: 'Slash' }, 'search'],
  [{ key: '؟', code: 'Slash', shiftKey: true }, 'shortcuts'],
  [{ key: 'Ж', code: 'Slash', shiftKey: true }, 'shortcuts'],
  [{ key: '.', code: 'Slash' }, undefined],
  [{ key: '-', code: 'Slash' }, undefined],
])('shortcutOf reads %o as %s', (key, shortcut) => {
  expect(pressed(key)).toBe(shortcut);
});

it.each(['<input>', '<textarea></textarea>', '<select></select>'])(
  'shortcutOf ignores single keys in %s, but not Ctrl+K',
  (html) => {
    expect(pressed({ key: '/' }, html)).toBeUndefined();
    expect(pressed({ key: 'k', ctrlKey: true }, html)).toBe('go-to');
  },
);

it('shortcutOf ignores Ctrl+K in rich text editors', () => {
  expect(pressed({ key: 'k', ctrlKey: true }, '<p contenteditable="true"></p>')).toBeUndefined();
});

it('shortcutOf ignores single keys if they are turned off', () => {
  expect(pressed({ key: '?' }, '<main></main>', false)).toBeUndefined();
  expect(pressed({ key: 'k', ctrlKey: true }, '<main></main>', false)).toBe('go-to');
});
