import { timingSafeEqual } from 'node:crypto';
import { TOTP_CODE_LENGTH } from '@halyard/contract/constants';
import { HOTP, Secret, TOTP } from 'otpauth';

const SECRET_BYTES = 20;
const STEP_SECONDS = 30;
const ALGORITHM = 'SHA1';

export function newTotpSecret(): Buffer {
  return Buffer.from(new Secret({ size: SECRET_BYTES }).bytes);
}

export function base32Of(secret: Buffer): string {
  return new Secret({ buffer: bufferOf(secret) }).base32;
}

export function otpUrlOf(secret: Buffer, issuer: string, label: string): string {
  return new TOTP({
    issuer,
    label,
    algorithm: ALGORITHM,
    digits: TOTP_CODE_LENGTH,
    period: STEP_SECONDS,
    secret: new Secret({ buffer: bufferOf(secret) }),
  }).toString();
}

/** Finds the 30 s step of a code, nearest to now (RFC 6238). The caller must reject used steps. */
export function totpStepOf(secret: Buffer, code: string, now: number, stepsAway = 1): number | undefined {
  const current = Math.floor(now / 1000 / STEP_SECONDS);
  const key = new Secret({ buffer: bufferOf(secret) });
  const given = Buffer.from(code);
  let found: number | undefined;
  for (let away = stepsAway; away >= 0; away--) {
    for (const step of [current + away, current - away]) {
      const expected = Buffer.from(
        HOTP.generate({ secret: key, counter: step, digits: TOTP_CODE_LENGTH, algorithm: ALGORITHM }),
      );
      if (expected.length === given.length && timingSafeEqual(expected, given)) found = step;
    }
  }
  return found;
}

function bufferOf(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
