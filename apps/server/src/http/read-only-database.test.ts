import { ENDPOINTS } from '@halyard/contract/endpoints';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EnrolledAccount, startEnrolledAccount } from '../../test/enrolled-account.ts';
import { whileReadOnly } from '../../test/read-only-database.ts';
import { TEST_PASSWORD } from '../../test/test-application.ts';
import type { TestBrowser } from '../../test/test-browser.ts';

const UUID = '00000000-0000-4000-8000-000000000001';
const UNAVAILABLE = { status: 503, body: { status: 'unavailable' } };

let account: EnrolledAccount;
beforeAll(async () => {
  account = await startEnrolledAccount({ rateLimitFactor: 10 });
});
afterAll(async () => await account.test.close());

const age = async (minutes: number) =>
  await account.execute(`UPDATE sessions SET last_seen_at = now() - interval '${minutes} minutes'`);
const sinceSeen = async () => {
  const { rows } = await account.test.database.query<{ minutes: number }>({
    text: `SELECT extract(epoch FROM now() - max(last_seen_at))::float8 / 60 AS minutes FROM sessions`,
  });
  return Math.floor(rows[0]?.minutes ?? 0);
};

it('a session can read everything while the database is read-only', async () => {
  const { test } = account;
  const { cookie } = await account.openSession();
  await age(2);
  const failing: string[] = [];
  await whileReadOnly(test, async () => {
    // A new process has claimed no rate limit calls in advance.
    const browser = test.newBrowser({ on: await test.createReplica() });
    browser.cookie = cookie;
    for (const { name, method, path, access } of ENDPOINTS) {
      if (method !== 'GET' || access.kind === 'service_key') continue;
      const address = path.replace(':ticket', 'A'.repeat(43)).replace(/:\w+/, UUID);
      if ((await browser.get(address)).status >= 500) failing.push(name);
    }
    expect(await sinceSeen()).toBe(2);
  });
  // Endpoints that use up a code or a ticket.
  expect(failing.toSorted()).toEqual(['backUpWallet', 'downloadExport']);
  expect(await sinceSeen()).toBe(2);
});

const refusedWrites = async () =>
  Number(/^halyard_writes_refused_total (\d+)$/m.exec(await account.test.metrics.text())?.[1]);

it('rate limits reject calls that may write while the database is read-only', async () => {
  const { test, owner } = account;
  const signedIn = await account.openSession();
  const stranger = test.newBrowser();
  await stranger.get('/auth/csrf-cookie');
  await whileReadOnly(test, async () => {
    const on = await test.createReplica();
    const atReplica = ({ cookie, csrfToken }: TestBrowser) =>
      Object.assign(test.newBrowser({ on }), { cookie, csrfToken });
    const [browser, visitor] = [atReplica(signedIn), atReplica(stranger)];
    const before = await refusedWrites();
    expect(await browser.post('/auth/logout')).toMatchObject(UNAVAILABLE);
    expect(await refusedWrites()).toBe(before + 1);
    expect(await browser.get(`/wallets/${UUID}/backup`)).toMatchObject(UNAVAILABLE);
    const login = { email: owner.email, password: TEST_PASSWORD };
    expect(await visitor.post('/auth/login', login)).toMatchObject(UNAVAILABLE);
    expect(await visitor.get('/auth/me')).toMatchObject(UNAVAILABLE);
  });
});

it('the idle timeout runs from the last stored use while the database is read-only', async () => {
  const { test } = account;
  const browser = await account.openSession();
  await age(29);
  await whileReadOnly(test, async () => expect((await browser.get('/auth/me')).status).toBe(200));
  expect(await sinceSeen()).toBe(29);
  await age(30);
  const idle = test.newBrowser({ address: '198.51.100.7' });
  // The second call of an address claims two, so the read-only database need not be asked for the third one.
  for (let calls = 0; calls < 2; calls++) await idle.get('/auth/me');
  idle.cookie = browser.cookie;
  await whileReadOnly(test, async () => expect((await idle.get('/auth/me')).status).toBe(401));
});
