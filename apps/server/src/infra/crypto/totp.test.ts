import { describe, expect, it } from 'vitest';
import { base32Of, newTotpSecret, otpUrlOf, totpStepOf } from './totp.ts';

/** RFC 6238, appendix B, the SHA-1 column, its last six digits. */
const RFC_SECRET = Buffer.from('12345678901234567890');
const RFC_CODES = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const;

describe('TOTP', () => {
  // @spec D.22
  it.each(RFC_CODES)('finds at %i s the step of the code %s', (seconds, code) => {
    const step = Math.floor(seconds / 30);
    for (const drift of [-1, 0, 1]) {
      expect(totpStepOf(RFC_SECRET, code, (seconds + drift * 30) * 1_000)).toBe(step);
    }
    for (const drift of [-2, 2])
      expect(totpStepOf(RFC_SECRET, code, (seconds + drift * 30) * 1_000)).toBeUndefined();
  });

  it('prefers the current step if two steps share a code', () => {
    for (const step of [50_424_280, 50_424_281]) {
      expect(totpStepOf(RFC_SECRET, '070562', step * 30_000)).toBe(step);
    }
    expect(totpStepOf(RFC_SECRET, '070562', 50_424_282 * 30_000)).toBe(50_424_281);
  });

  it.each(['', '28708', '2870820', '28708２'])('finds no step for %j', (code) => {
    expect(totpStepOf(RFC_SECRET, code, 59_000)).toBeUndefined();
  });

  // @spec D.22
  it('creates unique secrets of 160 bits', () => {
    const secrets = new Set(Array.from({ length: 500 }, () => base32Of(newTotpSecret())));
    expect(secrets.size).toBe(500);
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  });

  it('encodes any issuer and account name', () => {
    const url = otpUrlOf(RFC_SECRET, 'A & B: 100%', 'ada+x@example.com');
    expect(url).toContain('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    expect(decodeURIComponent(new URL(url).pathname)).toContain('ada+x@example.com');
  });
});
