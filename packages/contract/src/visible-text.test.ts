import { expect, it } from 'vitest';
import { fromFirstVisible, visibleText } from './visible-text.ts';

it.each([
  ['evil\u202Eeman', 'evileman'],
  ['\u2066Ada\u2069 \u200Elovelace\u200F', 'Ada lovelace'],
  ['\u200B\uFEFFAd\u00ADa\u2060', 'Ada'],
  ['A\u200Dd\u200Ca', 'Ada'],
  ['\u3164\u115F', ''],
  ['Ada\r\n\tLovelace\u2028', 'Ada Lovelace'],
  ['A\u0000\u001B[2Jda', 'A[2Jda'],
  ['A\u{E0041}da', 'Ada'],
  ['\u2800', ''],
])('visibleText turns %j into %j', (text, visible) => {
  expect(visibleText(text)).toBe(visible);
});

it.each([
  'Bjørg Tøndel',
  'Nguye\u0302\u0303n',
  'على\u200Cرضا',
  'क्\u200Dष',
  '👨‍👩‍👧 🏳️‍🌈 👩🏽‍💻 ❤️ 1️⃣',
  'שלום עולם',
  '山田 さくら',
])('visibleText keeps %j, in which every character counts', (text) => {
  expect(visibleText(text)).toBe(text);
});

it('fromFirstVisible leaves only the start out', () => {
  expect(fromFirstVisible('\u202E \u200Ba\u200Bb')).toBe('a\u200Bb');
});
