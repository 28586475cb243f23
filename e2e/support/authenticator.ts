import { setTimeout as sleep } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';

const STEP_MS = 30_000;
/** A code this close to the end of its tolerance may be too old when it arrives. */
const MARGIN_MS = 8_000;

/** The app on the administrator's phone, which also remembers what it has shown: no code is taken twice. */
export class Authenticator {
  readonly #totp: TOTP;
  #lastStep = 0;

  /** @param secret in base32, as the set-up screen shows it */
  constructor(secret: string) {
    this.#totp = new TOTP({ secret: Secret.fromBase32(secret) });
  }

  /** A code that the server takes and that was not used before; the server tolerates one step either side. */
  async nextCode(): Promise<string> {
    const now = Date.now();
    const current = Math.floor(now / STEP_MS);
    const earliest = (current + 1) * STEP_MS - now > MARGIN_MS ? current - 1 : current;
    this.#lastStep = Math.max(this.#lastStep + 1, earliest);
    await sleep(Math.max(0, (this.#lastStep - 1) * STEP_MS - now));
    return this.#codeOf(this.#lastStep);
  }

  /** A code that is none of those around now. */
  wrongCode(): string {
    const current = Math.floor(Date.now() / STEP_MS);
    const right = new Set([-2, -1, 0, 1, 2].map((offset) => this.#codeOf(current + offset)));
    const guesses = Array.from({ length: right.size + 1 }, (_, guess) => String(guess).padStart(6, '0'));
    const wrong = guesses.find((guess) => !right.has(guess));
    if (wrong === undefined) throw new Error('unreachable: there are more guesses than right codes');
    return wrong;
  }

  #codeOf(step: number): string {
    return this.#totp.generate({ timestamp: step * STEP_MS });
  }
}
