import { ENDPOINTS } from '@halyard/contract/endpoints';
import { openApiDocument } from '@halyard/contract/openapi-document';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { enrolAdministrator } from '../../test/authenticator.ts';
import { startTestApplication, TEST_PASSWORD, type TestApplication } from '../../test/test-application.ts';
import type { TestAnswer, TestBrowser } from '../../test/test-browser.ts';
import { connectPlatform, testUser, uuidOf } from '../../test/test-platform.ts';

let test: TestApplication;
let full: TestBrowser;

beforeAll(async () => {
  test = await startTestApplication({ rateLimitFactor: 1 });
  ({ browser: full } = await enrolAdministrator(test, 'full@example.com'));
  const platform = await connectPlatform(test);
  await platform.feed({ users: [testUser(1)] });
});
afterAll(async () => await test.close());

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, { readonly headers: Readonly<Record<string, unknown>> }>>;
}

const { paths } = openApiDocument('Halyard', ENDPOINTS) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

/** The headers of the API reference that an answer lacks. */
function missingHeaders(operationId: string, { status, headers }: TestAnswer): string[] {
  const operation = Object.values(paths)
    .flatMap((byMethod) => Object.values(byMethod))
    .find((each) => each.operationId === operationId);
  const documented = operation?.responses[status]?.headers ?? { [`status ${status}`]: {} };
  return Object.keys(documented).filter((name) => headers[name.toLowerCase()] === undefined);
}

it('sends the documented headers when a sign-in starts and ends', async () => {
  const browser = test.newBrowser();
  expect(missingHeaders('csrfCookie', await browser.get('/auth/csrf-cookie'))).toEqual([]);
  const login = { email: 'full@example.com', password: TEST_PASSWORD };
  expect(missingHeaders('login', await browser.post('/auth/login', login))).toEqual([]);
  expect(missingHeaders('logout', await browser.post('/auth/logout'))).toEqual([]);
});

it('sends the documented headers with versions, files and errors', async () => {
  expect(missingHeaders('readUserSettings', await full.get(`/users/${uuidOf(1)}/settings`))).toEqual([]);
  const ticket = await full.post('/exports', { of: 'users' });
  expect(missingHeaders('startExport', ticket)).toEqual([]);
  expect(missingHeaders('downloadExport', await full.get(ticket.body.address))).toEqual([]);
  const unknown = await full.get(`/users/${uuidOf(2)}`);
  expect([unknown.status, missingHeaders('readUser', unknown)]).toEqual([404, []]);
});

it('sends the documented headers when a limit is reached', async () => {
  const browser = test.newBrowser();
  await browser.get('/auth/csrf-cookie');
  const answers = await Promise.all(
    Array.from({ length: 21 }, () => browser.post('/auth/password/reset/validate', { token: 'x' })),
  );
  const limited = answers.filter(({ status }) => status === 429);
  expect(limited).toHaveLength(1);
  expect(limited.flatMap((answer) => missingHeaders('validatePasswordReset', answer))).toEqual([]);
});
