import { expect, it } from 'vitest';
import { cutText } from './cut-text.ts';

it.each([
  ['abcdef', 3, 'abc'],
  ['ab', 3, 'ab'],
  ['ab🐎d', 3, 'ab'],
  ['ab🐎d', 4, 'ab🐎'],
  ['', 3, ''],
])('cutText(%j, %i) returns %j', (text, length, expected) => {
  expect(cutText(text, length)).toBe(expected);
});
