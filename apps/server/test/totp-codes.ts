import { Secret, TOTP } from 'otpauth';

const STEP_MS = 30_000;
/** The product treats codes of 20 steps around now as mistimed, not as wrong. */
const STEPS_AROUND = 21;

/** Returns the code for a base32 secret at a time in milliseconds since 1970. */
export function codeAt(secret: string, at: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });
}

/** Returns a six-digit code that was not right in the last ten minutes, and won't be in the next ten. */
export function wrongCode(secret: string, at: number): string {
  const steps = Array.from({ length: 2 * STEPS_AROUND + 1 }, (_, index) => index - STEPS_AROUND);
  const right = new Set(steps.map((step) => codeAt(secret, at + step * STEP_MS)));
  for (let guess = 0; ; guess++) {
    const code = String(guess).padStart(6, '0');
    if (!right.has(code)) return code;
  }
}
