import { expect, it } from 'vitest';
import { isEmailAddress } from './email-address.ts';

it.each(['user+tag@host.example', "o'neil_x-1.2/3=4%5!#$&*?^`{|}~@mail.host.example", 'jürgen@käse.example'])(
  'isEmailAddress accepts %j',
  (text) => {
    expect(isEmailAddress(text)).toBe(true);
  },
);

it.each([
  'x:bob@corp.example',
  'bob@corp.example:25',
  '(x)bob@corp.example',
  'bob(x)@corp.example',
  'bob@[192.0.2.1]',
  'a[b]@corp.example',
  'a\\b@corp.example',
  'bob@corp.example\\',
  '"bob"@corp.example',
  'a@b@corp.example',
  'a@x.example,b@x.example',
  'bob@corp',
  'bob\u202E@corp.example',
  '\u2066bob@corp.example',
  'bo\u200Bb@corp.example',
  'bob@co\u00ADrp.example',
  'bob@corp.example\u2060',
  'bo\u3164b@corp.example',
  'bo\uFE0Fb@corp.example',
  'bo\u0007b@corp.example',
  'bo\u{E0041}b@corp.example',
])('isEmailAddress rejects %j', (text) => {
  expect(isEmailAddress(text)).toBe(false);
});
