import { randomUUID } from 'node:crypto';
import { ENDPOINTS } from '@halyard/contract/endpoints';
import { tracesOf } from '../../apps/server/test/planted-wallet.ts';
import { attack } from './support/attack.ts';
import { untilLinked } from './support/audit-entries.ts';
import type { Answer } from './support/caller.ts';
import { databaseUrls } from './support/database-urls.ts';
import { eventually } from './support/eventually.ts';
import { urlOf } from './support/every-call.ts';
import { dumpTables } from './support/evidence.ts';
import { freePort } from './support/free-port.ts';
import { mailedToken } from './support/mails.ts';
import { connectPlatform, redemption } from './support/platform.ts';
import { answerTo } from './support/raw-request.ts';
import { backUp } from './support/second-factor.ts';
import type { Stage } from './support/stage.ts';
import { listed } from './support/tally.ts';
import { visit } from './support/visit.ts';

const HOST = 'host: admin.example.com\r\nx-forwarded-proto: https';

attack(
  'A91',
  'the headers of every kind of answer',
  'all headers on 27 of 27 answers (200, 202, 204, 304, 400, 401, 403, 404, 405, 413, 415, 429, 431); redirects: 0; names of software: 0',
  async (stage) => {
    const { a, newCaller, newEnrolled } = stage;
    const { caller } = await newEnrolled();
    const stranger = newCaller();
    const html = { accept: 'text/html' };
    const answers = new Map<string, Answer>();
    const page = await visit(stage, '/login', html);
    const asset = /(src|href)="\/(assets\/[^"]+\.js)"/.exec(page.text)?.[2] ?? 'none';
    const file = await visit(stage, `/${asset}`);
    answers.set('page', page);
    answers.set('unknown page', await visit(stage, '/nowhere', html));
    answers.set('script', file);
    answers.set(
      'script again',
      await visit(stage, `/${asset}`, { 'if-none-match': String(file.headers['etag']) }),
    );
    answers.set('icon', await visit(stage, '/favicon.svg'));
    answers.set('settings', await visit(stage, '/config.json'));
    answers.set('health', await visit(stage, '/healthz'));
    answers.set('readiness', await visit(stage, '/readyz'));
    answers.set('missing file', await visit(stage, '/assets/none.js'));
    answers.set('no content', await stranger.get('/auth/csrf-cookie'));
    answers.set('data', await caller.get('/users'));
    answers.set('accepted', await stranger.post('/auth/password/reset/initiate', { email: 'a@example.com' }));
    answers.set('bad query', await caller.get('/users?limit=0'));
    answers.set('bad JSON', await stranger.post('/auth/login', undefined, { raw: '{' }));
    answers.set('signed out', await newCaller().get('/auth/me'));
    answers.set('service key', await newCaller().send('POST', '/api/platform/v1/users', { body: {} }));
    answers.set(
      'no token',
      await caller.post('/auth/logout', undefined, { headers: { 'x-csrf-token': '' } }),
    );
    answers.set('unknown record', await caller.get(`/users/${randomUUID()}`));
    answers.set('unknown path', await caller.get('/nothing'));
    answers.set('wrong method', await caller.send('DELETE', '/users'));
    answers.set('big body', await stranger.post('/auth/login', undefined, { raw: ' '.repeat(70_000) }));
    answers.set(
      'text',
      await stranger.post('/auth/login', undefined, { raw: 'a', headers: { 'content-type': 'text/plain' } }),
    );
    const guesser = newCaller();
    await guesser.get('/auth/csrf-cookie');
    for (let tried = 0; tried < 10; tried++) await guesser.post('/auth/login', {});
    answers.set('too many', await guesser.post('/auth/login', {}));
    answers.set('big header', await stranger.get('/auth/me', { headers: { 'x-big': 'a'.repeat(20_000) } }));
    answers.set('no HTTP', await answerTo(a.address, 'hello\r\n\r\n'));
    answers.set(
      'plain http',
      await newCaller().get('/auth/me', { headers: { 'x-forwarded-proto': 'http' } }),
    );
    answers.set('head', await visit(stage, '/login', { method: 'HEAD', ...html }));

    const lacking = [...answers].flatMap(([name, answer]) => {
      const faults = headerFaults(answer);
      return faults.length === 0 ? [] : [`${name} (${answer.status}): ${faults.join(', ')}`];
    });
    const all = [...answers.values()];
    const statuses = [...new Set(all.map(({ status }) => status))].toSorted((one, other) => one - other);
    const redirects = all.filter(({ headers }) => 'location' in headers).length;
    const software = all.filter(({ headers }) =>
      ['server', 'x-powered-by', 'via'].some((name) => name in headers),
    ).length;
    return `all headers on ${all.length - lacking.length} of ${all.length} answers (${statuses.join(', ')}); redirects: ${redirects}; names of software: ${software}${listed(lacking)}`;
  },
);

function headerFaults({ status, headers, text }: Answer): string[] {
  const policy = String(headers['content-security-policy']);
  const type = String(headers['content-type']);
  const isStatic = /^public, max-age=31536000, immutable$|^no-cache$/.test(String(headers['cache-control']));
  const expected: readonly (readonly [string, boolean])[] = [
    ['default-src none', policy.includes("default-src 'none'")],
    ['frame-ancestors none', policy.includes("frame-ancestors 'none'")],
    ['base-uri none', policy.includes("base-uri 'none'")],
    ['no unsafe policy', !/unsafe-|\*/.test(policy)],
    ['nosniff', headers['x-content-type-options'] === 'nosniff'],
    ['referrer', headers['referrer-policy'] === 'no-referrer'],
    ['opener', headers['cross-origin-opener-policy'] === 'same-origin'],
    ['resource', headers['cross-origin-resource-policy'] === 'same-origin'],
    ['permissions', String(headers['permissions-policy']).includes('camera=()')],
    ['transport', /^max-age=31536000; includeSubDomains$/.test(String(headers['strict-transport-security']))],
    ['cache', isStatic || headers['cache-control'] === 'no-store'],
    ['type', status === 204 || status === 304 || /; charset=utf-8$|^image\//.test(type)],
    ['request id', /^[\w.-]{8,64}$/.test(String(headers['x-request-id']))],
    ['no CORS', Object.keys(headers).every((name) => !name.startsWith('access-control-'))],
    ['no trace', !/node_modules|\.ts:|fastify/i.test(status < 400 ? '' : text)],
  ];
  return expected.flatMap(([name, holds]) => (holds ? [] : [name]));
}

/** Tables whose loss makes these calls fail. */
const LOST: readonly (readonly [table: string, path: string])[] = [
  ['users', '/users'],
  ['merchants', '/merchants'],
  ['invitations', '/invitations'],
  ['wallets', '/wallets/outbound'],
  ['audit_log', '/audit-logs'],
  ['order_totals', '/analytics/overview'],
];

attack(
  'A92',
  'calls that fail inside: lost tables, and requests that the framework refuses',
  'every call fails with 500 and says nothing: yes; 500 for 6 of 6 lists; plain 4xx for 8 of 8 bad requests; one log line with a stack for every 500: yes',
  async (stage) => {
    const { newCaller, newEnrolled, a } = stage;
    const { caller } = await newEnrolled();
    const failed: Answer[] = [];
    const renamed = async (tables: readonly string[], run: () => Promise<void>) => {
      for (const table of tables) await stage.tamper(`ALTER TABLE ${table} RENAME TO lost_${table}`);
      try {
        await run();
      } finally {
        for (const table of tables) await stage.tamper(`ALTER TABLE lost_${table} RENAME TO ${table}`);
      }
    };
    const platform = await connectPlatform(stage);
    const everyCall: Answer[] = [];
    await renamed(['sessions', 'service_keys'], async () => {
      for (const endpoint of ENDPOINTS) {
        const authorization = `Bearer ${platform.token}`;
        const sending = { headers: { authorization }, ...(endpoint.body !== undefined && { body: {} }) };
        everyCall.push(await caller.send(endpoint.method, urlOf(endpoint), sending));
      }
    });
    failed.push(...everyCall);
    const lists: Answer[] = [];
    for (const [table, address] of LOST) {
      await renamed([table], async () => void lists.push(await caller.get(address)));
    }
    failed.push(...lists);
    const odd = everyCall.filter((answer) => answer.status !== 500 || tellsMore(answer));
    const isLogged = await eventually(async () => {
      const lines = stage.output().split('\n');
      const counts = failed.map(
        ({ headers }) =>
          lines.filter(
            (line) =>
              line.includes(`"${headers['x-request-id']}"`) &&
              line.includes('"level":"error"') &&
              /"stack":".+?\\n +at /.test(line),
          ).length,
      );
      return counts.every((count) => count === 1);
    }, 5_000);

    const stranger = newCaller();
    const refused = [
      await stranger.post('/auth/login', undefined, { raw: '{"email": SELECT' }),
      await stranger.post('/auth/login', undefined, { raw: '\u0000' }),
      await stranger.post('/auth/login', undefined, { raw: 'x'.repeat(9_000) }),
      await stranger.post('/auth/login', undefined, { raw: '{}', headers: { 'content-type': 'a/b' } }),
      await stranger.get(`/users/${'x'.repeat(5_000)}`),
      await stranger.get('/users/%zz'),
      await answerTo(a.address, `GET / HTTP/1.1\r\n${HOST}\r\nbad header\r\n\r\n`),
      await answerTo(
        a.address,
        `POST /api/admin/v1/auth/login HTTP/1.1\r\n${HOST}\r\ncontent-length: x\r\n\r\n`,
      ),
    ];
    const plain = refused.filter(
      (answer) => answer.status >= 400 && answer.status < 500 && !tellsMore(answer),
    );
    const okLists = lists.filter((answer) => answer.status === 500 && !tellsMore(answer));
    return `every call fails with 500 and says nothing: ${odd.length === 0 ? 'yes' : sayAll(odd)}; 500 for ${okLists.length} of ${lists.length} lists; plain 4xx for ${plain.length} of ${refused.length} bad requests; one log line with a stack for every 500: ${isLogged ? 'yes' : 'no'}${plain.length < refused.length ? sayAll(refused) : ''}${okLists.length < lists.length ? sayAll(lists) : ''}`;
  },
);

function sayAll(answers: readonly Answer[]): string {
  return listed(answers.map(({ status, text }) => `${status} ${text.slice(0, 200)}`));
}

const ERROR_KEYS = ['errors', 'message', 'requestId', 'status'];

/** Whether an error answer says more than its status word, a message and its request id. */
function tellsMore({ body, text, headers }: Answer): boolean {
  if (typeof body !== 'object' || body === null) return true;
  const hasOtherKeys = Object.keys(body).some((key) => !ERROR_KEYS.includes(key));
  const hasInternals = /relation|select\b|lost_|\.ts\b|node_modules|stack|FST_|unexpected token/i;
  return hasOtherKeys || body.requestId !== headers['x-request-id'] || hasInternals.test(text);
}

attack(
  'A93',
  'secrets in the log, the database, the mails and the metrics',
  'the search finds what is no secret in 3 of 3 places; secrets found: 0 of 40+',
  async (stage) => {
    const secrets = new Map<string, string>();
    const plant = (name: string, value: string = `Planted-${name}-${randomUUID()}`): string => {
      secrets.set(name, value);
      return value;
    };
    const metricsPort = String(await freePort());
    const replica = await stage.start({
      ...withPassword(await databaseUrls(stage), plant('database password', randomUUID())),
      LOG_LEVEL: 'trace',
      METRICS_PORT: metricsPort,
      TRON_API_KEY: plant('node key', randomUUID()),
    });
    plant('master key', stage.masterKey.toString('base64'));
    plant('master key in hex', stage.masterKey.toString('hex'));
    const person = await stage.newAdministrator();
    const caller = stage.newCaller({ on: replica });
    const keepTokens = (when: string) => {
      plant(`cookie ${when}`, caller.cookie.split('=')[1]);
      plant(`token ${when}`, caller.csrfToken);
    };
    const code = async () => await person.freshCode();

    await caller.get('/auth/csrf-cookie');
    keepTokens('before sign-in');
    await caller.post('/auth/login', { email: person.email, password: plant('wrong password') });
    plant('password', person.password);
    await person.enrol(caller);
    keepTokens('of the session');
    plant('authenticator', person.secret);
    for (const each of person.backupCodes) plant(`backup code ${each}`, each);
    const wallet = await stage.newWallet();
    for (const trace of tracesOf(wallet.secret)) plant(`private key ${trace}`, trace);
    await backUp(caller, wallet, plant('code'));
    await backUp(caller, wallet, await code());
    await caller.post('/auth/password/change', {
      currentPassword: plant('wrong current password'),
      newPassword: plant('refused password'),
    });
    const changed = plant('changed password');
    await caller.post('/auth/password/change', { currentPassword: person.password, newPassword: changed });
    keepTokens('after the change');
    const { body } = await caller.post('/auth/2fa/backup-codes', { code: await code() });
    for (const each of body?.backupCodes ?? []) plant(`new backup code ${each}`, each);

    const guest = `guest-${randomUUID()}@example.com`;
    await caller.post('/invitations', { email: guest });
    await caller.post('/auth/password/reset/initiate', { email: person.email });
    const invitation = plant('invitation', await mailedToken(stage, guest));
    const reset = plant('reset link', await mailedToken(stage, person.email));
    await caller.post('/auth/password/reset/validate', { token: reset });
    await visit(stage, `/reset-password?token=${reset}`, { accept: 'text/html' });
    await caller.post('/auth/password/reset/complete', {
      token: reset,
      newPassword: plant('reset password'),
    });

    const platform = await connectPlatform(stage);
    plant('service key', platform.token);
    await platform.post('/invitations/redeem', redemption(invitation), { on: replica.address });
    await caller.send('POST', '/api/platform/v1/users', {
      headers: { authorization: `Bearer ${plant('bearer')}` },
      body: {},
    });
    await caller.post('/auth/login', undefined, { raw: `{"password": "${plant('broken JSON')}` });
    await caller.get('/auth/me', { headers: { cookie: `__Host-admin_session=${plant('forged cookie')}` } });
    await stage.tamper('ALTER TABLE administrators RENAME TO lost_administrators');
    try {
      const other = stage.newCaller({ on: replica });
      await other.signIn({ email: person.email, password: plant('password of a failed call') });
      await other.post('/auth/password/reset/complete', {
        token: plant('token of a failed call'),
        newPassword: plant('new password of a failed call'),
      });
    } finally {
      await stage.tamper('ALTER TABLE lost_administrators RENAME TO administrators');
    }

    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    replica.process.child.kill('SIGTERM');
    await replica.process.ended;
    const places = new Map([
      ['the log', stage.output()],
      ['the database', [...(await dumpTables(stage)).values()].join('\n')],
      ['the metrics', metrics],
      ['the mails', JSON.stringify(stage.mails.received)],
    ]);
    const shown = [
      places.get('the log')?.includes(caller.ip),
      places.get('the database')?.includes(person.email),
      places.get('the mails')?.includes(invitation),
    ];
    const isMailed = (place: string, name: string) =>
      place === 'the mails' && ['invitation', 'reset link'].includes(name);
    const found = [...places].flatMap(([place, text]) =>
      [...secrets].flatMap(([name, value]) =>
        !isMailed(place, name) && isIn(text.toLowerCase(), value) ? [`${name} in ${place}`] : [],
      ),
    );
    const count = secrets.size > 40 ? '40+' : secrets.size;
    return `the search finds what is no secret in ${shown.filter(Boolean).length} of ${shown.length} places; secrets found: ${found.length} of ${count}${listed(found)}`;
  },
);

function withPassword(
  urls: Readonly<Record<string, string>>,
  password: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(urls).map(([name, url]) => [name, url.replace('@', `:${encodeURIComponent(password)}@`)]),
  );
}

/** Looks for a secret as it is, in hexadecimal and in base64. */
function isIn(lowerCaseText: string, secret: string): boolean {
  const bytes = Buffer.from(secret);
  const forms = [secret, bytes.toString('hex'), bytes.toString('base64').replaceAll('=', '')];
  return forms.some((form) => lowerCaseText.includes(form.toLowerCase()));
}

attack(
  'A94',
  'pages for operators, forged request ids and forged addresses',
  '404 for 8 of 8 pages; health says {"status":"ok"}; usable id kept, 4 of 4 others replaced; entry has the id; addresses right: 6 of 6',
  async (stage) => {
    const { newEnrolled } = stage;
    const { caller } = await newEnrolled();
    const pages = [
      'metrics',
      'docs',
      'openapi.json',
      'debug',
      'status',
      '.env',
      '.git/config',
      'server-status',
    ];
    const found = await Promise.all(pages.map(async (page) => (await visit(stage, `/${page}`)).status));
    const health = await visit(stage, '/healthz');

    const usable = `attack-${randomUUID()}`;
    const unusable = ['x'.repeat(1_024), 'short', 'a b c d e f g h', '<script>alert(1)</script>'];
    const idFor = async (id: string) =>
      String((await caller.get('/auth/me', { headers: { 'x-request-id': id } })).headers['x-request-id']);
    const replaced: string[] = [];
    for (const id of unusable) replaced.push(await idFor(id));
    const freshIds = replaced.filter((id) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id));
    const noted = await signInWith(stage, { 'x-request-id': usable });

    const ignoring = await stage.start({ TRUSTED_PROXIES: '' });
    const cases: readonly (readonly [forwarded: string | string[], address: string, on?: string])[] = [
      ['203.0.113.7', '203.0.113.7'],
      ['10.9.9.9, 203.0.113.8', '203.0.113.8'],
      ['203.0.113.66, 203.0.113.9, 127.0.0.1', '203.0.113.9'],
      [['203.0.113.66', '203.0.113.10'], '203.0.113.10'],
      ['::ffff:203.0.113.11', '203.0.113.11'],
      ['203.0.113.12', '127.0.0.1', ignoring.address],
    ];
    const addresses: string[] = [];
    for (const [forwarded, , on] of cases) {
      const headers = {
        'x-forwarded-for': forwarded,
        'x-real-ip': '203.0.113.66',
        forwarded: 'for=203.0.113.66',
      };
      addresses.push((await signInWith(stage, headers, on)).ip);
    }
    const right = cases.filter(([, expected], at) => addresses[at] === expected).length;
    return `404 for ${found.filter((status) => status === 404).length} of ${pages.length} pages; health says ${health.text}; usable id ${noted.echoed === usable ? 'kept' : 'replaced'}, ${freshIds.length} of ${unusable.length} others replaced; entry has the id${noted.id === usable ? '' : `: ${noted.id}`}; addresses right: ${right} of ${cases.length}${right < cases.length ? ` ${addresses}` : ''}`;
  },
);

/** Fails to sign in, and returns what the entry in the audit log says about the request. */
async function signInWith(
  stage: Stage,
  headers: Record<string, string | string[]>,
  on?: string,
): Promise<{ readonly echoed: string; readonly id: string; readonly ip: string }> {
  const email = `nobody-${randomUUID()}@example.com`;
  const caller = stage.newCaller();
  const sending = { headers, ...(on !== undefined && { on }) };
  await caller.get('/auth/csrf-cookie', sending);
  const answer = await caller.post('/auth/login', { email, password: 'wrong' }, sending);
  await untilLinked(stage);
  const { rows } = await stage.database.query<{ request_id: string; ip_address: string }>({
    text: 'SELECT request_id, ip_address FROM audit_log WHERE actor_email = $1',
    values: [email],
  });
  return {
    echoed: String(answer.headers['x-request-id']),
    id: rows[0]?.request_id ?? `none after ${answer.status}`,
    ip: rows[0]?.ip_address ?? `none after ${answer.status}`,
  };
}
