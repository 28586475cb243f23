import { Secret, TOTP } from 'otpauth';

const STEP_MS = 30_000;

/** Returns the code for a base32 secret at a time in milliseconds since 1970. */
export function codeAt(secret: string, at: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });
}

/** Returns a six-digit code that differs from the five codes around now. */
export function wrongCode(secret: string, at: number): string {
  const right = new Set([-2, -1, 0, 1, 2].map((step) => codeAt(secret, at + step * STEP_MS)));
  for (let guess = 0; ; guess++) {
    const code = String(guess).padStart(6, '0');
    if (!right.has(code)) return code;
  }
}
