import { describe, expect, it } from 'vitest';
import { profileImageUrl } from './profile-image-url.ts';

describe('profileImageUrl with all origins allowed', () => {
  it.each([
    ['https://img.example.com/a.png', 'https://img.example.com/a.png'],
    ['http://img.example.com/a.png', 'http://img.example.com/a.png'],
    ['javascript:alert(1)', undefined],
    [' java\tscript:alert(1)', undefined],
    ['data:image/svg+xml,<svg/>', undefined],
    ['//img.example.com/a.png', undefined],
    ['not a url', undefined],
    ['', undefined],
    [null, undefined],
  ])('returns %j as %j', (address, expected) => {
    expect(profileImageUrl(address, null)).toBe(expected);
  });
});

describe('profileImageUrl with allowed origins', () => {
  const origins = ['https://img.example.com'];

  it('accepts only these origins', () => {
    expect(profileImageUrl('https://img.example.com/a.png', origins)).toBe('https://img.example.com/a.png');
    expect(profileImageUrl('http://img.example.com/a.png', origins)).toBeUndefined();
    expect(profileImageUrl('https://img.example.com.evil.test/a.png', origins)).toBeUndefined();
    expect(profileImageUrl('https://img.example.com/a.png', [])).toBeUndefined();
  });
});
