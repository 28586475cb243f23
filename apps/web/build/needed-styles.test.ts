// @vitest-environment node
import { expect, it } from 'vitest';
import { neededStyles } from './needed-styles.ts';

it('keeps the rules of what the page holds, whatever its classes are written with, and no others', async () => {
  const styles = [
    '.aria-\\[current\\=page\\]\\:text-ink[aria-current=page]{color:red}',
    '@media (height>=24rem){.\\[\\@media\\(height\\>\\=24rem\\)\\]\\:sticky{position:sticky}}',
    '.dark .kept{color:white}',
    '.gone{color:green}',
  ];
  const html =
    '<a aria-current="page" class="kept aria-[current=page]:text-ink [@media(height&gt;=24rem)]:sticky">gone?</a>';
  expect(await neededStyles(styles.join(''), html)).toBe(styles.slice(0, -1).join(''));
});

it('keeps of custom properties those that a rule reads', async () => {
  const property = (name: string) => `@property ${name}{syntax:"*";inherits:false}`;
  const rule = '.kept{transform:rotate(var(--tw-rotate,0deg))}';
  const styles = `${rule}${property('--tw-rotate')}${property('--tw-rotate-x')}`;
  expect(await neededStyles(styles, '<p class="kept">')).toBe(`${rule}${property('--tw-rotate')}`);
});
