import { expect, it } from 'vitest';
import { webLink } from './web-link.ts';

it.each([
  ['https://shop.example.com', 'https://shop.example.com/'],
  ['http://shop.example.com/a?b=c#d', 'http://shop.example.com/a?b=c#d'],
  ['HTTPS://SHOP.example.com/', 'https://shop.example.com/'],
  ['https://münchen.example/', 'https://xn--mnchen-3ya.example/'],
])('webLink turns %j into %j', (text, address) => {
  expect(webLink(text)).toBe(address);
});

it.each([
  'javascript:alert(1)',
  ' java\tscript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  '//evil.example.com',
  '/users',
  'shop.example.com',
  'http://a@b',
  'https://bank.example.com@evil.example.com/',
  'https://',
  'ftp://shop.example.com',
  'blob:https://shop.example.com/1',
  '',
])('webLink rejects %j', (text) => {
  expect(webLink(text)).toBeUndefined();
});
