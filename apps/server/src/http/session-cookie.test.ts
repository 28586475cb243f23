import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApplication, TEST_PASSWORD, type TestApplication } from '../../test/test-application.ts';

const EMAIL = 'ada@example.com';

let one: TestApplication;
let other: FastifyInstance;
let otherTest: TestApplication;

beforeAll(async () => {
  one = await startTestApplication();
  otherTest = await startTestApplication();
  // Test databases are copies of one installation.
  await otherTest.database.query({
    text: `UPDATE installation_marks SET name = 'installation.other' WHERE name LIKE 'installation.%'`,
  });
  other = await otherTest.createReplica();
  for (const test of [one, otherTest]) await test.createAdministrator(EMAIL);
});
afterAll(async () => {
  await one.close();
  await otherTest.close();
});

/** Cookies by name, as a browser keeps them for all ports of a host. */
function openJar() {
  const jar = new Map<string, string>();
  return async (app: FastifyInstance, method: 'GET' | 'POST', path: string, payload?: object, csrf = '') => {
    const answer = await app.inject({
      method,
      url: `/api/admin/v1${path}`,
      headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; '), 'x-csrf-token': csrf },
      ...(payload && { payload }),
    });
    for (const { name, value } of answer.cookies) jar.set(name, value);
    return answer;
  };
}

it('two installations on one host do not end each other’s sessions', async () => {
  const send = openJar();
  const signIn = async (app: FastifyInstance) => {
    const csrf = String((await send(app, 'GET', '/auth/csrf-cookie')).headers['x-csrf-token']);
    const { statusCode } = await send(
      app,
      'POST',
      '/auth/login',
      { email: EMAIL, password: TEST_PASSWORD },
      csrf,
    );
    return statusCode;
  };
  const statusAt = async (app: FastifyInstance) => (await send(app, 'GET', '/auth/2fa/status')).statusCode;
  expect(await signIn(one.app)).toBe(200);
  await send(other, 'GET', '/auth/csrf-cookie');
  expect(await statusAt(one.app)).toBe(200);
  expect(await signIn(other)).toBe(200);
  expect([await statusAt(one.app), await statusAt(other)]).toEqual([200, 200]);
});

it('replicas of one installation share the cookie', async () => {
  const browser = one.newBrowser();
  await browser.signIn(EMAIL, TEST_PASSWORD);
  const elsewhere = one.newBrowser({ on: await one.createReplica() });
  elsewhere.cookie = browser.cookie;
  expect((await elsewhere.get('/auth/2fa/status')).status).toBe(200);
});
