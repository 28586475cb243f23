import { enrolAdministrator } from './authenticator.ts';
import { TEST_PASSWORD, type TestApplication } from './test-application.ts';
import type { TestBrowser } from './test-browser.ts';

/** Opens a browser for each stage of sign-in, with a CSRF token. */
export async function browsersAtEveryStage(
  test: TestApplication,
): Promise<Record<'none' | 'verify' | 'enrol' | 'full', TestBrowser>> {
  const { email, browser: full } = await enrolAdministrator(test, 'full@example.com');
  await test.createAdministrator('enrol@example.com');
  const none = test.newBrowser();
  await none.get('/auth/csrf-cookie');
  const verify = test.newBrowser();
  await verify.signIn(email, TEST_PASSWORD);
  const enrol = test.newBrowser();
  await enrol.signIn('enrol@example.com', TEST_PASSWORD);
  return { none, verify, enrol, full };
}
