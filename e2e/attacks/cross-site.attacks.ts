import { ADMIN_API, CSRF_HEADER } from '@halyard/contract/constants';
import { expect } from '@playwright/test';
import { attack } from './support/attack.ts';
import { startForBrowser } from './support/browser-process.ts';
import { inShort, type Sending } from './support/caller.ts';
import { changedTables } from './support/changed-tables.ts';
import { startEvilSite } from './support/evil-site.ts';
import { sendExactly } from './support/exact-call.ts';
import { newUser } from './support/new-user.ts';
import { rawRequest } from './support/raw-request.ts';
import { PUBLIC_URL, type Stage } from './support/stage.ts';
import { newVisitor } from './support/staged-callers.ts';
import { countEach, countWanted } from './support/tally.ts';
import { ADMIN_READS, newTargets, UNSAFE_ENDPOINTS, type ValidCall } from './support/unsafe-calls.ts';

const UNSAFE = UNSAFE_ENDPOINTS.length;

const titleOf = ({ method, path }: ValidCall) => `${method} ${path}`;

/** Sends a valid call with these differences. */
const sendCall = (stage: Stage, { caller, method, path, body }: ValidCall, sending: Sending = {}) =>
  sendExactly(stage, caller, method, path, { ...(body !== undefined && { body }), ...sending });

attack(
  'A19',
  'every changing call without a CSRF token',
  `403 invalid_csrf_token for ${UNSAFE} of ${UNSAFE} calls, nothing changed; with the token, a broken body is what is refused: 400 invalid_json for ${UNSAFE} of ${UNSAFE} calls`,
  async (stage) => {
    const { unsafeCalls } = await newTargets(stage);
    const without: [string, string][] = [];
    const changed = await changedTables(stage, async () => {
      for (const call of unsafeCalls) {
        without.push([
          titleOf(call),
          inShort(await sendCall(stage, call, { headers: { [CSRF_HEADER]: undefined } })),
        ]);
      }
    });
    const withToken: [string, string][] = [];
    for (const call of unsafeCalls) {
      withToken.push([titleOf(call), inShort(await sendCall(stage, call, { raw: '{' }))]);
    }
    return `403 invalid_csrf_token for ${countWanted('403 invalid_csrf_token', without)} calls, ${changed}; with the token, a broken body is what is refused: 400 invalid_json for ${countWanted('400 invalid_json', withToken)} calls`;
  },
);

const settingsOf = (user: string) => `${ADMIN_API}/users/${user}/settings`;

const timesOf = (count: number) => ['never', 'once', 'twice'][count] ?? `${count} times`;

/** `token` with another first character. */
const withOtherStart = (token: string) => `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;

attack(
  'A20',
  'CSRF tokens of another session, place or form, and one that turns stale during a click',
  '403 invalid_csrf_token for 14 of 14 tokens, nothing changed; the right one: 204; a click with a stale token: sent twice, refreshed once, 1 invitation, no question for a code',
  async (stage, { page }) => {
    const { newEnrolled, newCaller, database } = stage;
    const { id: user } = await newUser(stage);
    const { person } = await newEnrolled();
    const caller = await newVisitor(stage);
    const anonymous = caller.csrfToken;
    await caller.post('/auth/login', { email: person.email, password: person.password });
    const halfway = caller.csrfToken;
    await caller.post('/auth/2fa/verify', { code: await person.freshCode() });
    const { csrfToken: token, cookie } = caller;
    const other = (await newEnrolled()).caller;
    const sibling = newCaller();
    await person.signIn(sibling);
    const endedToken = sibling.csrfToken;
    await sibling.post('/auth/logout');
    const header = (value: string | string[]) => ({ headers: { [CSRF_HEADER]: value } });
    const body = { serviceFeeRate: 0.07 };
    const tries: readonly [string, Sending, string?][] = [
      ['before the password', header(anonymous)],
      ['before the code', header(halfway)],
      ['another administrator', header(other.csrfToken)],
      ['another session, which ended', header(endedToken)],
      ['empty', header('')],
      ['truncated', header(token.slice(0, -1))],
      ['longer', header(`${token}A`)],
      ['another first character', header(withOtherStart(token))],
      ['other case', header(token.toLowerCase() === token ? token.toUpperCase() : token.toLowerCase())],
      ['twice', header([token, token])],
      ['the cookie', header(cookie.slice(cookie.indexOf('=') + 1))],
      ['in a cookie', { headers: { cookie: `${cookie}; ${CSRF_HEADER}=${token}; XSRF-TOKEN=${token}` } }],
      ['in the body', { body: { ...body, _csrf: token, [CSRF_HEADER]: token } }],
      ['in the query', {}, `?${CSRF_HEADER}=${token}&_csrf=${token}`],
    ];
    const results: [string, string][] = [];
    const changed = await changedTables(stage, async () => {
      for (const [name, sending, query = ''] of tries) {
        const headers = { [CSRF_HEADER]: undefined, ...sending.headers };
        const changing = { body, ...sending, headers };
        const answer = await sendExactly(stage, caller, 'PUT', `${settingsOf(user)}${query}`, changing);
        results.push([name, inShort(answer)]);
      }
    });
    const right = await caller.send('PUT', settingsOf(user), { body });

    const product = await startForBrowser(stage);
    const { person: clicking } = await product.signIn(page);
    const guest = `guest-of-${clicking.email}`;
    await page.goto(`${product.address}/invitations`);
    await page.getByRole('button', { name: 'Invite User' }).click();
    await page.getByLabel('Email Address').fill(guest);
    let sent = 0;
    let refreshed = 0;
    await page.route(`**${ADMIN_API}/**`, async (route) => {
      const request = route.request();
      if (sent > 0 && request.url().endsWith('/auth/csrf-cookie')) refreshed += 1;
      if (request.method() !== 'POST') return await route.continue();
      sent += 1;
      if (sent > 1) return await route.continue();
      await route.continue({ headers: { ...request.headers(), [CSRF_HEADER]: withOtherStart(token) } });
    });
    await page.getByRole('button', { name: 'Send Invitation' }).click();
    await expect(page.getByText('Invitation sent successfully')).toBeVisible();
    const questions = await page.getByText('Verify Your Identity').count();
    const { rows: invitations } = await database.query({
      text: 'SELECT FROM invitations WHERE email = $1',
      values: [guest],
    });
    return `403 invalid_csrf_token for ${countWanted('403 invalid_csrf_token', results)} tokens, ${changed}; the right one: ${right.status}; a click with a stale token: sent ${timesOf(sent)}, refreshed ${timesOf(refreshed)}, ${invitations.length} invitation, ${questions === 0 ? 'no' : 'a'} question for a code`;
  },
);

const EVIL = 'https://evil.example';

const FOREIGN_ORIGINS: readonly (readonly [string, Readonly<Record<string, string | undefined>>])[] = [
  ['another site', { origin: EVIL }],
  ['null', { origin: 'null' }],
  ['empty', { origin: '' }],
  ['own name as a prefix', { origin: `${PUBLIC_URL}.evil.example` }],
  ['own name as a suffix', { origin: 'https://evil-admin.example.com' }],
  ['own name as a user', { origin: `${PUBLIC_URL}@evil.example` }],
  ['http', { origin: PUBLIC_URL.replace('https', 'http') }],
  ['another port', { origin: `${PUBLIC_URL}:8443` }],
  ['subdomain', { origin: 'https://x.admin.example.com' }],
  ['parent domain', { origin: 'https://example.com' }],
  ['upper case', { origin: PUBLIC_URL.toUpperCase() }],
  ['slash at its end', { origin: `${PUBLIC_URL}/` }],
  ['own and another', { origin: `${PUBLIC_URL}, ${EVIL}` }],
  ['no origin, cross-site', { origin: undefined, 'sec-fetch-site': 'cross-site' }],
  ['no origin, same-site', { origin: undefined, 'sec-fetch-site': 'same-site' }],
  ['no origin, none', { origin: undefined, 'sec-fetch-site': 'none' }],
  ['own origin, cross-site', { 'sec-fetch-site': 'cross-site' }],
  ['own origin, same-site', { 'sec-fetch-site': 'same-site' }],
];

attack(
  'A21',
  'valid tokens with other origins',
  `403 forbidden for ${FOREIGN_ORIGINS.length} of ${FOREIGN_ORIGINS.length} origins and for ${UNSAFE} of ${UNSAFE} calls from another site, nothing changed; own origin 204, with same-origin 204, neither header 204, neither header nor token 403`,
  async (stage) => {
    const { callers, unsafeCalls } = await newTargets(stage);
    const { id: user } = await newUser(stage);
    const { full } = callers;
    const change = async (headers: Sending['headers'] = {}) =>
      await sendExactly(stage, full, 'PUT', settingsOf(user), { body: { serviceFeeRate: 0.07 }, headers });
    const origins: [string, string][] = [];
    const calls: [string, string][] = [];
    const changed = await changedTables(stage, async () => {
      for (const [name, headers] of FOREIGN_ORIGINS) origins.push([name, inShort(await change(headers))]);
      for (const call of unsafeCalls) {
        calls.push([titleOf(call), inShort(await sendCall(stage, call, { headers: { origin: EVIL } }))]);
      }
    });
    const own = await change();
    const same = await change({ 'sec-fetch-site': 'same-origin' });
    const neither = await change({ origin: undefined });
    const withoutToken = await change({ origin: undefined, [CSRF_HEADER]: undefined });
    return `403 forbidden for ${countWanted('403 forbidden', origins)} origins and for ${countWanted('403 forbidden', calls)} calls from another site, ${changed}; own origin ${own.status}, with same-origin ${same.status}, neither header ${neither.status}, neither header nor token ${withoutToken.status}`;
  },
);

const FORM_TYPES: readonly (string | undefined)[] = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonx',
  undefined,
];

/** Text that is JSON, also when a form sends it as `name=value`. */
const FORM_JSON = '{"reason":"x","email":"x@example.com","a":"="}';

const FORMS = [
  ['text/plain', '/auth/logout'],
  ['application/x-www-form-urlencoded', '/auth/logout'],
  ['multipart/form-data', '/auth/logout'],
  ['text/plain', '/invitations'],
] as const;
/** Requests of the page below: its forms, a beacon and two fetches. */
const EVIL_REQUESTS = FORMS.length + 3;

/** A page of another site that sends everything a page can send without permission. */
const evilPage = (api: string) => `<!doctype html><title>evil</title>
${FORMS.map(
  ([type, path], at) => `<iframe name="sink${at}"></iframe>
    <form method="post" target="sink${at}" enctype="${type}" action="${api}${path}">
      <input name='{"email":"evil@example.com","a":"' value='"}'></form>`,
).join('')}
<script>
  for (const form of document.forms) form.submit();
  navigator.sendBeacon('${api}/auth/logout', '{}');
  for (const [path, body] of [['/auth/logout', ''], ['/invitations', '{"email":"evil@example.com"}']]) {
    fetch('${api}' + path, { method: 'POST', mode: 'no-cors', credentials: 'include', body }).catch(() => {});
  }
</script>`;

const refusedIf = (status: number) => ([401, 403].includes(status) ? 'refused' : status);

attack(
  'A22',
  'requests that a form or beacon of another site can send',
  `without a token: 403 for ${UNSAFE * FORM_TYPES.length} of ${UNSAFE * FORM_TYPES.length} bodies; with one: 415 for ${UNSAFE * FORM_TYPES.length} of ${UNSAFE * FORM_TYPES.length} bodies; nothing changed; from another site in a browser: ${EVIL_REQUESTS} x refused; nothing changed; the session: 200`,
  async (stage, { page }) => {
    const { unsafeCalls } = await newTargets(stage);
    const without: [string, number][] = [];
    const withToken: [string, number][] = [];
    const changed = await changedTables(stage, async () => {
      for (const call of unsafeCalls) {
        for (const type of FORM_TYPES) {
          // A network of its own keeps clear of the limits of each call.
          const { ip } = stage.newCaller();
          const headers = { 'content-type': type, 'x-forwarded-for': ip };
          const name = `${titleOf(call)} ${type}`;
          const bare = { raw: FORM_JSON, headers: { ...headers, [CSRF_HEADER]: undefined } };
          without.push([name, (await sendCall(stage, call, bare)).status]);
          withToken.push([name, (await sendCall(stage, call, { raw: FORM_JSON, headers })).status]);
        }
      }
    });

    const product = await startForBrowser(stage);
    const { caller: victim } = await product.signIn(page);
    const evil = await startEvilSite(evilPage(product.address + ADMIN_API));
    const changedByPage = await changedTables(stage, async () => {
      await page.goto(evil.address);
      await expect.poll(() => product.postStatuses().length).toBe(EVIL_REQUESTS);
    });
    await evil.close();
    const { status } = await victim.get('/auth/me');
    return `without a token: 403 for ${countWanted(403, without)} bodies; with one: 415 for ${countWanted(415, withToken)} bodies; ${changed}; from another site in a browser: ${countEach(product.postStatuses().map(refusedIf))}; ${changedByPage}; the session: ${status}`;
  },
);

const OVERRIDES = {
  'x-http-method-override': 'DELETE',
  'x-http-method': 'DELETE',
  'x-method-override': 'POST',
};

const READS = ADMIN_READS.length;

attack(
  'A23',
  'reads that write, and methods that no call has',
  [
    `GET with overrides: as without for ${READS} of ${READS} calls`,
    `HEAD: 405 for ${READS} of ${READS} calls`,
    `OPTIONS: 405 for ${READS} of ${READS} calls`,
    'other methods: 404 or 405 for 20 of 20 calls',
    'CONNECT: HTTP/1.1 405 Method Not Allowed',
    'POST as GET by override: 404 or 405 for 4 of 4 calls',
    'nothing changed',
  ].join('; '),
  async (stage) => {
    const { callers, pathOf } = await newTargets(stage);
    const { full } = callers;
    const paths = ADMIN_READS.map(pathOf);
    const notFound = (status: number) => ([404, 405].includes(status) ? '404 or 405' : status);
    const gets: [string, unknown][] = [];
    const head: [string, unknown][] = [];
    const options: [string, unknown][] = [];
    const others: [string, unknown][] = [];
    const overridden: [string, unknown][] = [];
    let connected = '';
    const changed = await changedTables(stage, async () => {
      for (const path of paths) {
        const { status } = await full.get(`${path}?_method=DELETE`, { headers: OVERRIDES });
        // Another parameter that no call has.
        const plain = await full.get(`${path}?other=DELETE`);
        gets.push([path, status === plain.status ? 'as without' : `${status} for ${plain.status}`]);
        head.push([path, (await full.send('HEAD', path, { headers: OVERRIDES })).status]);
        options.push([path, (await full.send('OPTIONS', path, { headers: OVERRIDES })).status]);
      }
      for (const path of ['/users', '/auth/me', '/audit-logs', '/wallets/outbound']) {
        for (const method of ['TRACE', 'PROPFIND', 'PUT', 'PATCH', 'DELETE']) {
          others.push([`${method} ${path}`, notFound((await full.send(method, path)).status)]);
        }
      }
      for (const path of ['/users', '/auth/me', '/stats', '/audit-logs']) {
        const { status } = await full.post(`${path}?_method=GET`, undefined, {
          headers: { 'x-http-method-override': 'GET' },
        });
        overridden.push([path, notFound(status)]);
      }
      // Node's client cannot send this method.
      const connect = 'CONNECT 127.0.0.1:5432 HTTP/1.1\r\nHost: admin.example.com\r\n\r\n';
      connected = (await rawRequest(stage.a.address, connect)).text.split('\r\n', 1)[0] ?? '';
    });
    return [
      `GET with overrides: as without for ${countWanted('as without', gets)} calls`,
      `HEAD: 405 for ${countWanted(405, head)} calls`,
      `OPTIONS: 405 for ${countWanted(405, options)} calls`,
      `other methods: 404 or 405 for ${countWanted('404 or 405', others)} calls`,
      `CONNECT: ${connected}`,
      `POST as GET by override: 404 or 405 for ${countWanted('404 or 405', overridden)} calls`,
      changed,
    ].join('; ');
  },
);

const STRANGE_ORIGINS = [
  EVIL,
  'null',
  `${PUBLIC_URL}.evil.example`,
  'https://x.admin.example.com',
  PUBLIC_URL,
];
const PATHS = [
  ...['/auth/me', '/auth/login', '/auth/csrf-cookie', '/users', '/nothing'].map((path) => ADMIN_API + path),
  '/login',
  '/config.json',
  '/healthz',
];

attack(
  'A24',
  'scripts of other sites that want to read answers',
  `no Access-Control header in ${3 * STRANGE_ORIGINS.length * PATHS.length} answers to 5 origins; the session was good: 200`,
  async (stage) => {
    const { caller } = await stage.newEnrolled();
    const granted: string[] = [];
    let answered = 0;
    for (const origin of STRANGE_ORIGINS) {
      for (const path of PATHS) {
        const preflight = {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': `content-type,${CSRF_HEADER}`,
          'access-control-request-private-network': 'true',
        };
        for (const [method, headers] of [
          ['OPTIONS', preflight],
          ['GET', { origin }],
          ['POST', { origin }],
        ] as const) {
          const answer = await sendExactly(stage, caller, method, path, { headers });
          answered += 1;
          const allowed = Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'));
          if (allowed.length > 0) granted.push(`${method} ${path} from ${origin}: ${allowed.join(' ')}`);
        }
      }
    }
    const { status } = await caller.get('/auth/me');
    const found = granted.length === 0 ? 'no Access-Control header' : granted.slice(0, 10).join('; ');
    return `${found} in ${answered} answers to ${STRANGE_ORIGINS.length} origins; the session was good: ${status}`;
  },
);
