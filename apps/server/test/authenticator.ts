import type { TestApplication } from './test-application.ts';
import { TEST_PASSWORD } from './test-application.ts';
import type { TestBrowser } from './test-browser.ts';
import { codeAt } from './totp-codes.ts';

const STEP_MS = 30_000;

export interface Enrolled {
  readonly id: string;
  readonly email: string;
  readonly secret: string;
  readonly backupCodes: readonly string[];
  /** Fully signed in. */
  readonly browser: TestBrowser;
}

/** Creates an administrator and enrols them through the API. Moves the clock to a step with an unused code. */
export async function enrolAdministrator(test: TestApplication, email: string): Promise<Enrolled> {
  const { id } = await test.createAdministrator(email);
  const browser = test.newBrowser();
  await browser.signIn(email, TEST_PASSWORD);
  const { body } = await browser.post('/auth/2fa/setup');
  const { secret, backupCodes } = body;
  const code = codeAt(secret, test.clock.now);
  const answer = await browser.post('/auth/2fa/enable', { code, secret, backupCodes });
  if (answer.status !== 204) throw new Error(`enrolment failed: ${JSON.stringify(answer.body)}`);
  test.clock.now += 2 * STEP_MS;
  return { id, email, secret, backupCodes, browser };
}

/** Signs an enrolled administrator in with the authenticator, in a new browser by default. Moves the clock on. */
export async function signInWhole(test: TestApplication, who: Enrolled, browser = test.newBrowser()) {
  await browser.signIn(who.email, TEST_PASSWORD);
  const answer = await browser.post('/auth/2fa/verify', { code: codeAt(who.secret, test.clock.now) });
  if (answer.status !== 204) throw new Error(`sign-in failed: ${JSON.stringify(answer.body)}`);
  test.clock.now += 2 * STEP_MS;
  return browser;
}
