import { describe, expect, it } from 'vitest';
import { deviceNameOf } from './device-name.ts';

describe('deviceNameOf', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
      'Safari on macOS',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
      'Microsoft Edge on Windows',
    ],
    ['curl/8.5.0', 'an unknown device'],
    ['', 'an unknown device'],
    ['   ', 'an unknown device'],
  ])('names the device of %j as %j', (userAgent, name) => {
    expect(deviceNameOf(userAgent)).toBe(name);
  });

  it.each(['http://evil.example/now x', '<b>Eve</b>/1 x', 'x\r\nBcc: eve@evil.example', '(((('])(
    'keeps no unsafe character of %j',
    (userAgent) => {
      expect(deviceNameOf(userAgent)).toMatch(/^[A-Za-z0-9 _+-]{1,90}$/);
    },
  );

  it('handles user agents of any length', () => {
    expect(deviceNameOf('Mozilla/5.0 ('.repeat(50_000)).length).toBeLessThan(100);
  });
});
