import { ADMIN_API, CSRF_HEADER } from '@halyard/contract/constants';
import { expect } from '@playwright/test';
import { createPasswordHasher } from '../../apps/server/src/infra/crypto/password-hasher.ts';
import { attack } from './support/attack.ts';
import { startForBrowser } from './support/browser-process.ts';
import { inShort } from './support/caller.ts';
import { changedTables } from './support/changed-tables.ts';
import { sendExactly } from './support/exact-call.ts';
import { newUser } from './support/new-user.ts';
import type { Person } from './support/people.ts';
import { accountHash, failedSignIns } from './support/sign-in-records.ts';
import type { Stage } from './support/stage.ts';
import { newVisitor } from './support/staged-callers.ts';
import { common, countWanted } from './support/tally.ts';

async function newWithPassword({ newAdministrator, write }: Stage, password: string): Promise<Person> {
  const person = await newAdministrator('password');
  const hash = await createPasswordHasher().hash(password);
  await write('UPDATE administrators SET password_hash = $2 WHERE id = $1', [person.id, hash]);
  return { ...person, password };
}

attack(
  'A07',
  'passwords that are too long, cut, or almost right',
  'too long: 400, 400, 413, none checked; 200 characters: 200, cut to 72 and 127: 401; unusual characters: 200, almost equal ones: 401 for 5 of 5 passwords; NUL: 400',
  async (stage) => {
    const { newCaller, newAdministrator, database } = stage;
    const signIn = async (email: string, password: string) =>
      (await newCaller().signIn({ email, password })).status;
    const { email } = await newAdministrator();
    const tooLong: number[] = [];
    for (const length of [257, 4_097, 1_000_000]) tooLong.push(await signIn(email, 'x'.repeat(length)));
    const { rows: counted } = await database.query({
      text: 'SELECT FROM sign_in_failures WHERE account_hash = $1',
      values: [accountHash(email)],
    });
    const checked = counted.length + (await failedSignIns(stage, email)).length;

    const long = await newWithPassword(stage, `${'Ab1-'.repeat(50)}`);
    const whole = await signIn(long.email, long.password);
    const cut: number[] = [];
    for (const length of [72, 127]) cut.push(await signIn(long.email, long.password.slice(0, length)));

    const unusual = await newWithPassword(stage, 'Pässwörd-🔑-12 ');
    const { password } = unusual;
    const exact = await signIn(unusual.email, password);
    const almost: [string, number][] = [];
    for (const [name, other] of [
      ['without the space at its end', password.trim()],
      ['decomposed', password.normalize('NFD')],
      ['another key', password.replace('🔑', '🗝')],
      ['without accents', password.normalize('NFD').replace(/\p{M}/gu, '')],
      ['lower case', password.toLowerCase()],
    ] as const) {
      almost.push([name, await signIn(unusual.email, other)]);
    }
    const nul = await signIn(unusual.email, `${password}\0`);
    return `too long: ${tooLong.join(', ')}, ${checked === 0 ? 'none' : checked} checked; 200 characters: ${whole}, cut to 72 and 127: ${common(cut)}; unusual characters: ${exact}, almost equal ones: 401 for ${countWanted(401, almost)} passwords; NUL: ${nul}`;
  },
);

const ODD_VALUES: readonly unknown[] = [
  [],
  ['x'],
  [['x']],
  {},
  { $ne: null },
  { toString: 'x' },
  0,
  123,
  true,
  false,
  null,
  '',
];

attack(
  'A08',
  'emails and passwords of other types',
  '400 validation_error for 38 of 38 bodies, none checked',
  async (stage) => {
    const { email, password } = await stage.newAdministrator();
    const right = { email, password };
    const bodies: readonly [string, string][] = [
      ...ODD_VALUES.flatMap((value) => [
        { ...right, email: value },
        { ...right, password: value },
      ]),
      { ...right, email: [email] },
      { ...right, password: [password] },
      { email },
      { password },
      {},
      { ...right, isAdmin: true },
      { ...right, id: 1 },
      { ...right, requires2FA: false },
      { ...right, Email: email },
      [right],
      [],
      'x',
      null,
      7,
    ].map((body) => [JSON.stringify(body), JSON.stringify(body)]);
    const results: [string, string][] = [];
    for (const [name, raw] of bodies) {
      const caller = await newVisitor(stage);
      const answer = await caller.post('/auth/login', undefined, {
        raw,
        headers: { 'content-type': 'application/json' },
      });
      results.push([name, inShort(answer)]);
    }
    const checked = (await failedSignIns(stage, email)).length;
    return `400 validation_error for ${countWanted('400 validation_error', results)} bodies, ${checked === 0 ? 'none' : checked} checked`;
  },
);

attack(
  'A09',
  'a sign-in that another site starts in a victim’s browser',
  '403 for 7 of 7 requests without a new cookie; nothing changed; with token and origin of its own: 200',
  async (stage) => {
    const { newAdministrator, newCaller } = stage;
    const { email, password } = await newAdministrator();
    const other = await newVisitor(stage);
    const results: [string, unknown][] = [];
    const refuse = async (name: string, headers: Record<string, string>) => {
      const caller = await newVisitor(stage);
      const { status, setCookie } = await caller.post('/auth/login', { email, password }, { headers });
      results.push([name, setCookie.length === 0 ? status : `${status} with a cookie`]);
    };
    const changed = await changedTables(stage, async () => {
      await refuse('no token', { [CSRF_HEADER]: '' });
      await refuse('token of another browser', { [CSRF_HEADER]: other.csrfToken });
      await refuse('cookie of another browser', { cookie: other.cookie });
      await refuse('token of another browser without a cookie', {
        cookie: '',
        [CSRF_HEADER]: other.csrfToken,
      });
      await refuse('another origin', { origin: 'https://evil.example' });
      await refuse('no origin, another site', { origin: 'null', 'sec-fetch-site': 'cross-site' });
      await refuse('own origin, another site', { 'sec-fetch-site': 'cross-site' });
    });
    const { status } = await newCaller().signIn({ email, password });
    return `403 for ${countWanted(403, results)} requests without a new cookie; ${changed}; with token and origin of its own: ${status}`;
  },
);

attack(
  'A10',
  'other ways in than the session cookie',
  'other credentials: 401 for 39 of 39 calls; usual passwords: 401 for 6 of 6 accounts; older addresses: 404 for 10 of 10 paths; a start with a weak secret: refused for 4 of 4 starts',
  async (stage) => {
    const { newCaller, newEnrolled, start } = stage;
    const { person, caller } = await newEnrolled();
    const token = caller.cookie.split('=')[1] ?? '';
    const basic = Buffer.from(`${person.email}:${person.password}`).toString('base64');
    const channels: readonly [string, Record<string, string>, string][] = [
      ['Basic', { authorization: `Basic ${basic}` }, ''],
      ['Bearer', { authorization: `Bearer ${token}` }, ''],
      ['query', {}, `?token=${token}&sid=${token}&access_token=${token}`],
      ['x-user-id', { 'x-user-id': person.id, 'x-user': person.email }, ''],
      ['x-remote-user', { 'x-remote-user': person.email, 'remote-user': person.email }, ''],
      ['x-original-url', { 'x-original-url': '/healthz', 'x-rewrite-url': '/healthz' }, ''],
      ['x-session-token', { 'x-session-token': token, 'x-auth-token': token, 'x-api-key': token }, ''],
      ['client certificate', { 'x-ssl-client-verify': 'SUCCESS', 'x-client-cert': person.email }, ''],
      ['connect.sid', { cookie: `connect.sid=${token}; PHPSESSID=${token}; JSESSIONID=${token}` }, ''],
      ['cookie without prefix', { cookie: `admin_session=${token}; session=${token}` }, ''],
      ['cookie in other case', { cookie: `__host-admin_session=${token}` }, ''],
      ['cookie with __Secure-', { cookie: `__Secure-admin_session=${token}` }, ''],
      ['internal', { 'x-internal': '1', 'x-forwarded-host': 'localhost', 'x-admin': 'true' }, ''],
    ];
    const results: [string, number][] = [];
    for (const [name, headers, query] of channels) {
      for (const path of ['/auth/me', '/users', '/audit-logs']) {
        const { status } = await newCaller().get(`${path}${query}`, { headers });
        results.push([`${name} ${path}`, status]);
      }
    }
    const samples: [string, number][] = [];
    for (const [email, password] of [
      ['admin@example.com', 'admin'],
      ['admin@example.com', 'password'],
      ['first@example.com', 'changeme'],
      ['first@example.com', 'admin'],
      ['root@localhost.localdomain', 'root'],
      ['admin@admin.com', 'admin'],
    ] as const) {
      samples.push([`${email} ${password}`, (await newCaller().signIn({ email, password })).status]);
    }
    const older: [string, number][] = [];
    for (const path of [
      '/api/v1/auth/login',
      '/api/auth/login',
      '/api/admin/auth/login',
      '/api/admin/v0/auth/login',
      '/api/admin/v2/auth/login',
      '/api/admin/v1/login',
      '/admin-api/auth/login',
      '/auth/login',
      '/admin/login',
      '/api/graphql',
    ]) {
      const client = await newVisitor(stage);
      const body = { email: person.email, password: person.password };
      const { status } = await sendExactly(stage, client, 'POST', path, { body });
      older.push([path, status]);
    }
    const weak: readonly Record<string, string>[] = [
      { MASTER_KEY: Buffer.alloc(32).toString('base64') },
      { MASTER_KEY: 'changeme' },
      { ADMIN_PASSWORD: 'admin' },
      { PUBLIC_URL: 'http://admin.example.com' },
    ];
    const starts = await Promise.all(
      weak.map(async (settings) => {
        const [variable = ''] = Object.keys(settings);
        const outcome = await start(settings).then(
          () => 'started',
          (error: Error) => error.message,
        );
        return [JSON.stringify(settings), outcome.includes(`${variable}: `) ? 'refused' : outcome] as const;
      }),
    );
    return `other credentials: 401 for ${countWanted(401, results)} calls; usual passwords: 401 for ${countWanted(401, samples)} accounts; older addresses: 404 for ${countWanted(404, older)} paths; a start with a weak secret: refused for ${countWanted('refused', starts)} starts`;
  },
);

attack(
  'A11',
  'a browser that forges what sign-in answers, after the password only',
  'calls of 4 screens: 401; records on the screens: 0; the page is still half signed in: 401',
  async (stage, { page }) => {
    const { address, signIn } = await startForBrowser(stage);
    const { person } = await signIn(page);
    await page.context().clearCookies();
    const { id: user } = await newUser(stage);
    const forged = {
      '/auth/login': { requires2FA: false },
      '/auth/2fa/status': { enabled: true, backupCodesRemaining: 10 },
    };
    let signedIn = 0;
    for (const [path, json] of Object.entries(forged)) {
      await page.route(`**${ADMIN_API}${path}`, async (route) => {
        const response = await route.fetch();
        if (path === '/auth/login') signedIn = response.status();
        await route.fulfill({ response, status: 200, json });
      });
    }
    const statuses: number[] = [];
    page.on('response', (response) => {
      const path = new URL(response.url()).pathname.split(ADMIN_API)[1];
      if (path !== undefined && !(path in forged) && path !== '/auth/csrf-cookie') {
        statuses.push(response.status());
      }
    });
    await page.goto(`${address}/login`);
    await page.getByLabel('Email', { exact: true }).fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(() => signedIn).toBe(200);
    let shown = 0;
    for (const path of ['/dashboard', '/users', '/wallets', '/audit-logs']) {
      const before = statuses.length;
      await page.goto(`${address}${path}`, { waitUntil: 'commit' });
      await expect.poll(() => statuses.length).toBeGreaterThan(before);
      await page.waitForLoadState('networkidle');
      shown += await page.getByText(user).count();
      shown += await page.getByText('Planted User').count();
    }
    const { cookies } = await page.context().storageState();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const { status } = await stage.newCaller().get('/users', { headers: { cookie }, on: address });
    return `calls of 4 screens: ${common([...new Set(statuses)])}; records on the screens: ${shown}; the page is still half signed in: ${status}`;
  },
);
