import { setTimeout as sleep } from 'node:timers/promises';
import { Secret, TOTP } from 'otpauth';

const STEP_MS = 30_000;
/** A code that expires sooner than this may arrive too late. */
const MARGIN_MS = 8_000;
/** The server's clock may be this much behind. */
const CLOCK_MS = 1_000;

/** Authenticator app that never returns the same code twice. */
export class Authenticator {
  readonly #totp: TOTP;
  #lastStep = 0;

  /** @param secret in base32, as shown during setup */
  constructor(secret: string) {
    this.#totp = new TOTP({ secret: Secret.fromBase32(secret) });
  }

  /** Returns an unused code. The server tolerates one step in both directions. */
  async nextCode(): Promise<string> {
    const now = Date.now();
    const current = Math.floor(now / STEP_MS);
    const earliest = (current + 1) * STEP_MS - now > MARGIN_MS ? current - 1 : current;
    this.#lastStep = Math.max(this.#lastStep + 1, earliest);
    await sleep(Math.max(0, (this.#lastStep - 1) * STEP_MS + CLOCK_MS - now));
    return this.#codeOf(this.#lastStep);
  }

  wrongCode(): string {
    const current = Math.floor(Date.now() / STEP_MS);
    const right = new Set([-2, -1, 0, 1, 2].map((offset) => this.#codeOf(current + offset)));
    const guesses = Array.from({ length: right.size + 1 }, (_, guess) => String(guess).padStart(6, '0'));
    const wrong = guesses.find((guess) => !right.has(guess));
    if (wrong === undefined) throw new Error('unreachable: there are more guesses than valid codes');
    return wrong;
  }

  #codeOf(step: number): string {
    return this.#totp.generate({ timestamp: step * STEP_MS });
  }
}
