import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CallLimit, Endpoint } from '@halyard/contract/endpoint';
import { ENDPOINTS } from '@halyard/contract/endpoints';
import type { Page } from '@playwright/test';
import { sql } from 'kysely';
import { hashOfRow, readChainedRows } from '../../apps/server/src/infra/audit/entry/stored-entry.ts';
import { createDatabase, type DatabaseTransaction } from '../../apps/server/src/infra/db/database.ts';
import { createLog } from '../../apps/server/src/infra/log.ts';
import { runAdminProcess } from '../../apps/server/test/admin-process.ts';
import { tracesOf } from '../../apps/server/test/planted-wallet.ts';
import { startSourceServer } from '../../apps/server/test/source-server.ts';
import { codeCells } from '../support/screens.ts';
import { createActLedger, DEVICE } from './support/act-ledger.ts';
import { attack } from './support/attack.ts';
import { entriesAfter, newestEntry } from './support/audit-entries.ts';
import type { Answer, Caller } from './support/caller.ts';
import { databaseUrls } from './support/database-urls.ts';
import { eventually } from './support/eventually.ts';
import { urlOf } from './support/every-call.ts';
import { dumpTables } from './support/evidence.ts';
import { freePort } from './support/free-port.ts';
import { loopbackProduct } from './support/loopback-product.ts';
import { mailedToken } from './support/mails.ts';
import { NEW_PASSWORD } from './support/passwords.ts';
import { connectPlatform, redemption } from './support/platform.ts';
import { answerTo } from './support/raw-request.ts';
import { ageSecondFactor, backUp } from './support/second-factor.ts';
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
  { newCaller, database }: Stage,
  headers: Record<string, string | string[]>,
  on?: string,
): Promise<{ readonly echoed: string; readonly id: string; readonly ip: string }> {
  const email = `nobody-${randomUUID()}@example.com`;
  const caller = newCaller();
  const sending = { headers, ...(on !== undefined && { on }) };
  await caller.get('/auth/csrf-cookie', sending);
  const answer = await caller.post('/auth/login', { email, password: 'wrong' }, sending);
  const { rows } = await database.query<{ request_id: string; ip_address: string }>({
    text: 'SELECT request_id, ip_address FROM audit_log WHERE actor_email = $1',
    values: [email],
  });
  return {
    echoed: String(answer.headers['x-request-id']),
    id: rows[0]?.request_id ?? `none after ${answer.status}`,
    ip: rows[0]?.ip_address ?? `none after ${answer.status}`,
  };
}

attack(
  'A95',
  'calls beyond every limit, many refreshes, and connections that are slow or idle',
  '429 with Retry-After after exactly the limit on 8 of 8 routes; 100 refreshes of 5 sessions: 100 accepted, at most 3 questions to the node; 20 of 20 calls answered beside 500 slow and idle connections, all closed in time',
  async (stage) => {
    const over = await pastEveryLimit(stage);
    const right = over.filter(({ isRight }) => isRight);
    const refreshed = await refreshOften(stage);
    const slow = await holdConnections(stage);
    return `429 with Retry-After after exactly the limit on ${right.length} of ${over.length} routes; 100 refreshes of 5 sessions: ${refreshed.accepted} accepted, ${refreshed.questions <= 3 ? 'at most 3' : refreshed.questions} questions to the node; ${slow.answered} of 20 calls answered beside ${slow.opened} slow and idle connections, ${slow.open === 0 ? 'all closed in time' : `${slow.open} still open`}${listed(over.filter(({ isRight }) => !isRight).map(({ said }) => said))}`;
  },
);

interface LimitVerdict {
  readonly isRight: boolean;
  readonly said: string;
}

/** Calls each limited route in both processes and with changing queries, one call over its limit. */
async function pastEveryLimit(stage: Stage): Promise<readonly LimitVerdict[]> {
  const { person, caller: whole } = await stage.newEnrolled();
  const wallet = await stage.newWallet();
  const verdicts: LimitVerdict[] = [];
  for (const endpoint of ENDPOINTS) {
    if (endpoint.limit === undefined) continue;
    const { access } = endpoint;
    const isHalf = access.kind === 'session' && access.stages.includes('verify');
    const caller = access.kind === 'public' || isHalf ? stage.newCaller() : whole;
    if (access.kind === 'public') await caller.get('/auth/csrf-cookie');
    if (isHalf) await caller.signIn(person);
    verdicts.push(await passLimit(stage, { ...endpoint, limit: endpoint.limit }, caller, wallet.id));
  }
  return verdicts;
}

async function passLimit(
  { a, b }: Stage,
  { name, method, path: pattern, limit, body }: Endpoint & { readonly limit: CallLimit },
  caller: Caller,
  id: string,
): Promise<LimitVerdict> {
  const statuses: number[] = [];
  let last: Answer | undefined;
  for (let call = 0; call <= limit.calls; call++) {
    const query = call % 3 === 0 ? '' : `?n=${call}`;
    const on = (call % 2 === 0 ? a : b).address;
    const sending = { on, ...(body !== undefined && { body: {} }) };
    last = await caller.send(method, `${pattern.replace(':id', id)}${query}`, sending);
    statuses.push(last.status);
  }
  const isRight =
    statuses.slice(0, -1).every((status) => status !== 429 && status < 500) &&
    statuses.at(-1) === 429 &&
    Number(last?.headers['retry-after']) > 0;
  return { isRight, said: `${name} ${limit.calls}: ${statuses}` };
}

/** Refreshes wallets a hundred times while the node does not answer. */
async function refreshOften(
  stage: Stage,
): Promise<{ readonly accepted: number; readonly questions: number }> {
  const node = await startSourceServer(() => '{}');
  node.conduct = 'hang';
  const replica = await stage.start({ RPC_ETH_URL: node.url });
  try {
    for (let wallets = 0; wallets < 3; wallets++) await stage.newWallet();
    const { person, caller: first } = await stage.newEnrolled();
    const callers = [first, ...Array.from({ length: 4 }, () => stage.newCaller())];
    for (const each of callers.slice(1)) await person.signIn(each);
    const before = node.questions.length;
    const answers = await Promise.all(
      callers.flatMap((caller) =>
        Array.from({ length: 20 }, () =>
          caller.post('/wallets/outbound/refresh', undefined, { on: replica.address }),
        ),
      ),
    );
    const accepted = answers.filter(({ status }) => status === 202).length;
    return { accepted, questions: node.questions.length - before };
  } finally {
    replica.process.child.kill('SIGTERM');
    await replica.process.ended;
    await node.stop();
  }
}

const CLOSED_WITHIN_MS = 20_000;

/** Opens slow and idle connections, and calls the product beside them. */
async function holdConnections({ a, newCaller }: Stage) {
  const { hostname, port } = new URL(a.address);
  const get = `GET /healthz HTTP/1.1\r\n${HOST}\r\n`;
  const post = `POST /api/admin/v1/auth/login HTTP/1.1\r\n${HOST}\r\ncontent-type: application/json\r\n`;
  const beginnings = [
    ...Array.from({ length: 200 }, () => get),
    ...Array.from({ length: 50 }, () => `${post}content-length: 100\r\n\r\n{`),
    ...Array.from({ length: 250 }, () => `${get}\r\n`),
  ];
  let opened = 0;
  let open = 0;
  const sockets = beginnings.map((beginning) => {
    const socket = connect({ host: hostname, port: Number(port) }, () => {
      opened += 1;
      open += 1;
      socket.write(beginning);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      open -= 1;
    });
    return socket.resume();
  });
  await eventually(() => opened === sockets.length);
  const began = performance.now();
  let answered = 0;
  for (let call = 0; call < 20; call++) {
    const { status } = await newCaller().get('/auth/me');
    if (status === 401 && performance.now() - began < CLOSED_WITHIN_MS) answered += 1;
  }
  await eventually(() => open === 0, CLOSED_WITHIN_MS);
  const left = open;
  for (const socket of sockets) socket.destroy();
  return { opened, open: left, answered };
}

/** The screen's own message. */
const OWN = 'Failed to load users Please try again later';

/** What the server answers to the list of users; the toasts that follow, and how often it is asked. */
const SITUATIONS: readonly (readonly [answer: Scripted, toasts: readonly string[], calls: number])[] = [
  ['no answer', ['Network Error Please check your internet connection.', OWN], 1],
  [
    [400, 'validation_error', { errors: [{ field: 'a', code: 'b', message: 'Too long' }] }],
    ['The server says validation_error Validation error: Too long', OWN],
    1,
  ],
  [
    [400, 'refused', { errors: [{ field: 'a', code: 'b', message: 'Too long' }] }],
    ['The server says refused Got the following errors: Too long', OWN],
    1,
  ],
  [[403, 'forbidden'], [OWN], 2],
  [[429, 'rate_limited'], ['Too Many Requests Please slow down and try again in a moment.', OWN], 1],
  [
    [500, 'internal_error'],
    ['Server Error Something went wrong on our end. Please try again later.', OWN],
    1,
  ],
  [[503, 'unavailable'], ['Server Error Something went wrong on our end. Please try again later.', OWN], 1],
];

attack(
  'A96',
  'every failure that the dashboard can get from the server',
  'right toasts and number of calls in 7 of 7 situations; three wrong codes: 4 calls, then "Maximum verification attempts exceeded"; one refresh of the token: the call is done once; 401: sign-in page without a toast',
  async (stage, { page }) => {
    const product = await loopbackProduct(stage);
    await product.signIn(page);
    const odd: string[] = [];
    for (const [scripted, toasts, calls] of SITUATIONS) {
      const asked = await answerUsersWith(page, () => scripted);
      await page.goto(`${product.address}/users`);
      await eventually(async () => (await toastsOn(page)).length >= toasts.length);
      await page.waitForTimeout(300);
      const shown = await toastsOn(page);
      if (shown.toSorted().join() !== toasts.toSorted().join() || asked.length !== calls) {
        odd.push(`${scripted}: ${shown.join(', ')}, ${asked.length} calls`);
      }
    }

    let left = 3;
    const codes = await answerUsersWith(page, ({ code }) => {
      if (code === undefined) return [403, '2fa_verification_required', { attemptsRemaining: left }];
      left -= 1;
      return [403, 'invalid_code', { attemptsRemaining: left }];
    });
    await page.goto(`${product.address}/users`);
    for (let tried = 1; tried <= 3; tried++) {
      await codeCells(page).pressSequentially('000000');
      await eventually(() => codes.length === tried + 1);
    }
    const exceeded = await eventually(async () =>
      (await toastsOn(page)).some((each) => each.startsWith('Maximum verification attempts exceeded')),
    );

    const tokens = await answerUsersWith(page, ({ call }) =>
      call === 1 ? [403, 'invalid_csrf_token'] : 'pass',
    );
    await page.goto(`${product.address}/users`);
    await eventually(() => tokens.length === 2);
    await page.waitForTimeout(300);
    const isDone = tokens.length === 2 && (await toastsOn(page)).length === 0;

    await page.context().clearCookies();
    await answerUsersWith(page, () => 'pass');
    await page.goto(`${product.address}/users`);
    const isOut = await eventually(() => page.url().endsWith('/login'));
    const last = await toastsOn(page);
    return `right toasts and number of calls in ${SITUATIONS.length - odd.length} of ${SITUATIONS.length} situations; three wrong codes: ${codes.length} calls, then ${exceeded ? '"Maximum verification attempts exceeded"' : await toastsOn(page)}; one refresh of the token: ${isDone ? 'the call is done once' : tokens.length}; 401: ${isOut ? 'sign-in page' : page.url()} ${last.length === 0 ? 'without a toast' : last}${listed(odd)}`;
  },
);

type Scripted = 'no answer' | 'pass' | readonly [status: number, word: string, more?: object];

/** Answers the list of users in place of the product. Returns the calls. */
async function answerUsersWith(
  page: Page,
  script: (asked: { readonly code: string | undefined; readonly call: number }) => Scripted,
): Promise<readonly string[]> {
  const calls: string[] = [];
  await page.unroute('**/api/admin/v1/users?*');
  await page.route('**/api/admin/v1/users?*', async (route) => {
    calls.push(route.request().url());
    const code = route.request().headers()['x-2fa-code'];
    const scripted = script({ code, call: calls.length });
    if (scripted === 'no answer') return await route.abort('connectionrefused');
    if (scripted === 'pass') return await route.continue();
    const [status, word, more] = scripted;
    const body = { status: word, message: `The server says ${word}`, requestId: 'r', ...more };
    return await route.fulfill({ status, json: body });
  });
  return calls;
}

/** Titles and descriptions of the toasts. */
async function toastsOn(page: Page): Promise<string[]> {
  return await page.locator('[data-sonner-toast]').evaluateAll((toasts) =>
    toasts.map((toast) =>
      ['[data-title]', '[data-description]']
        .map((part) => toast.querySelector(part)?.textContent ?? '')
        .join(' ')
        .trim(),
    ),
  );
}

attack(
  'A97',
  'one entry in the audit log for each act',
  'the right entries for 61 of 61 acts; a sign-in during a wait says: locked',
  async (stage) => await everyAct(stage),
);

/** Does one act after the other with the same client, and returns how their entries differ from one each. */
async function everyAct(stage: Stage): Promise<string> {
  const client = stage.newCaller();
  const { ip } = client;
  const ledger = createActLedger(stage, ip);
  const person = await stage.newAdministrator();
  const headers = { 'user-agent': DEVICE };
  const post = async (path: string, body?: unknown, more: object = {}) =>
    await client.post(path, body, { headers: { ...headers, ...more } });
  const send = async (method: string, path: string, body?: unknown) =>
    await client.send(method, path, { headers, ...(body !== undefined && { body }) });
  const act = ledger.expect;
  const login = async (email: string, password: string) => await post('/auth/login', { email, password });
  const withCode = async () => ({ 'x-2fa-code': await person.freshCode() });
  const stranger = `stranger-${randomUUID()}@example.com`;

  await act('asking for a token', [], () => send('GET', '/auth/csrf-cookie'));
  await act('unknown e-mail', ['auth.login failure'], () => login(stranger, 'wrong'));
  await act('wrong password', ['auth.login failure'], () => login(person.email, 'wrong'));
  await act('no token at sign-in', [], () => post('/auth/login', {}, { 'x-csrf-token': 'wrong' }));
  await act('password', ['auth.login success'], () => login(person.email, person.password));
  await act('a call before the set-up', ['session.refuse failure'], () => post('/exports', { of: 'users' }));
  const setup = await act('set-up', ['two_factor.setup success'], () => post('/auth/2fa/setup'));
  const { secret, backupCodes } = setup?.body ?? {};
  person.secret = secret;
  await act('wrong code at set-up', ['two_factor.enable failure'], () =>
    post('/auth/2fa/enable', { code: person.wrongCode(), secret, backupCodes }),
  );
  await act('another secret at set-up', ['two_factor.enable failure'], () =>
    post('/auth/2fa/enable', { code: '123456', secret: 'A'.repeat(32), backupCodes }),
  );
  await act('code at set-up', ['two_factor.enable success'], async () =>
    post('/auth/2fa/enable', { code: await person.freshCode(), secret, backupCodes }),
  );
  await act('logout', ['auth.logout success'], () => post('/auth/logout'));
  await send('GET', '/auth/csrf-cookie');
  await act('second password', ['auth.login success'], () => login(person.email, person.password));
  await act('a call before the code', ['session.refuse failure'], () => post('/exports', { of: 'users' }));
  await act('wrong code', ['two_factor.verify failure'], () =>
    post('/auth/2fa/verify', { code: person.wrongCode() }),
  );
  await act('code', ['two_factor.verify success'], async () =>
    post('/auth/2fa/verify', { code: await person.freshCode() }),
  );
  await act('lists', [], async () => {
    const paths = [
      '/users',
      '/merchants',
      '/invitations',
      '/wallets/outbound',
      '/audit-logs',
      '/auth/sessions',
    ];
    for (const path of paths) await send('GET', path);
    return await send('GET', '/auth/me');
  });
  await act('wrong token', ['session.refuse failure'], () =>
    post('/auth/logout', undefined, { 'x-csrf-token': 'wrong' }),
  );
  await act('another origin', ['session.refuse failure'], () =>
    post('/auth/logout', undefined, { origin: 'https://evil.example' }),
  );
  await act('a body that is not valid', [], () => post('/invitations', { email: 1 }));

  const guest = `guest-${randomUUID()}@example.com`;
  await ageSecondFactor(stage, person.id, 20 * 60);
  await act('no code', [], () => post('/invitations', { email: guest }));
  await act('wrong code for an act', ['two_factor.step_up failure'], () =>
    post('/invitations', { email: guest }, { 'x-2fa-code': person.wrongCode() }),
  );
  await act('invitation with a code', ['invitation.create success'], async () =>
    post('/invitations', { email: guest }, await withCode()),
  );
  await act('invitation again', [], () => post('/invitations', { email: guest }));
  const listed = (await client.get('/invitations?limit=1')).body.invitations[0];
  await stage.write(`UPDATE invitations SET created_at = created_at - interval '2 minutes' WHERE id = $1`, [
    listed.id,
  ]);
  await act('resent invitation', ['invitation.resend success'], () =>
    post(`/invitations/${listed.id}/resend`),
  );
  await act('invitation resent too soon', [], () => post(`/invitations/${listed.id}/resend`));
  await act('revoked invitation', ['invitation.revoke success'], () =>
    send('DELETE', `/invitations/${listed.id}`),
  );
  await act('invitation revoked again', [], () => send('DELETE', `/invitations/${listed.id}`));

  const platform = await connectPlatform(stage);
  const uuid = randomUUID();
  const users = {
    users: [{ uuid, email: `${uuid}@example.com`, name: 'User', createdAt: '2026-01-01T00:00:00Z' }],
  };
  const asPlatform = async (path: string, body: unknown) =>
    await client.send('POST', `/api/platform/v1${path}`, {
      headers: { ...headers, authorization: `Bearer ${platform.token}` },
      body,
    });
  await act('fed user', ['platform_feed.users success'], () => asPlatform('/users', users));
  await act('fed user again', [], () => asPlatform('/users', users));
  await act('refused user', [], () => asPlatform('/users', { users: [{}] }));
  await act('wrong service key', [], () =>
    client.send('POST', '/api/platform/v1/users', {
      headers: { ...headers, authorization: 'Bearer x' },
      body: {},
    }),
  );
  const redeemed = `redeemed-${randomUUID()}@example.com`;
  await act('another invitation', ['invitation.create success'], () =>
    post('/invitations', { email: redeemed }),
  );
  const token = await mailedToken(stage, redeemed);
  await act('redeemed invitation', ['invitation.accept success'], () =>
    asPlatform('/invitations/redeem', redemption(token)),
  );
  await act('invitation redeemed again', [], () => asPlatform('/invitations/redeem', redemption(token)));

  const settings = (fee: number) => send('PUT', `/users/${uuid}/settings`, { serviceFeeRate: fee });
  await act('settings', ['user.settings_update success'], () => settings(0.05), ['serviceFeeRate']);
  await act('the same settings', [], () => settings(0.05));
  await act('block', ['user.block success'], () => post(`/users/${uuid}/block`, { reason: 'Fraud' }), [
    'blockedAt',
  ]);
  await act('second block', [], () => post(`/users/${uuid}/block`, { reason: 'Fraud' }));
  await act('unblock', ['user.unblock success'], () => post(`/users/${uuid}/unblock`), ['blockedAt']);
  await act('second unblock', [], () => post(`/users/${uuid}/unblock`));

  const wallet = await stage.newWallet();
  await act('key with a wrong code', ['two_factor.step_up failure', 'wallet.backup failure'], () =>
    backUp(client, wallet, person.wrongCode(), { headers }),
  );
  await act('key', ['wallet.backup_attempt partial', 'wallet.backup success'], async () =>
    backUp(client, wallet, await person.freshCode(), { headers }),
  );

  const ticket = await act('export', ['export.start success'], () => post('/exports', { of: 'users' }));
  await act('downloaded export', ['export.finish success'], () => send('GET', ticket?.body.address));
  await act('export downloaded again', [], () => send('GET', ticket?.body.address));

  const others = [stage.newCaller(), stage.newCaller(), stage.newCaller()];
  for (const each of others) await person.signIn(each);
  const { sessions } = (await client.get('/auth/sessions')).body;
  const other = sessions.find(({ current }: { readonly current: boolean }) => !current);
  await act('ended session', ['session.end success'], () => send('DELETE', `/auth/sessions/${other.id}`));
  await act('session ended again', [], () => send('DELETE', `/auth/sessions/${other.id}`));
  await act('other sessions', ['session.end success', 'session.end success'], () =>
    send('DELETE', '/auth/sessions'),
  );

  await act('wrong code for backup codes', ['two_factor.step_up failure'], () =>
    post('/auth/2fa/backup-codes', { code: person.wrongCode() }),
  );
  await act('backup codes', ['two_factor.backup_codes success'], async () =>
    post('/auth/2fa/backup-codes', { code: await person.freshCode() }),
  );
  const change = async (currentPassword: string, newPassword: string) =>
    await post('/auth/password/change', { currentPassword, newPassword });
  await act('wrong current password', ['password.change failure'], () => change('wrong', NEW_PASSWORD));
  await act('password change', ['password.change success'], () => change(person.password, NEW_PASSWORD));
  await act('set-up of another authenticator', ['two_factor.setup success'], () =>
    post('/auth/2fa/replace/setup'),
  );
  await act('wrong code to disable', ['two_factor.step_up failure'], () =>
    post('/auth/2fa/disable', { code: person.wrongCode() }),
  );
  await act('disabled factors', ['two_factor.disable success', 'session.end success'], async () =>
    post('/auth/2fa/disable', { code: await person.freshCode() }),
  );

  await send('GET', '/auth/csrf-cookie');
  await act('reset request', ['password.reset_request success'], () =>
    post('/auth/password/reset/initiate', { email: person.email }),
  );
  await act('reset request for a stranger', ['password.reset_request failure'], () =>
    post('/auth/password/reset/initiate', { email: stranger }),
  );
  const link = await mailedToken(stage, person.email);
  await act('opened link', [], () => post('/auth/password/reset/validate', { token: link }));
  await act('reset', ['password.reset success'], () =>
    post('/auth/password/reset/complete', { token: link, newPassword: person.password }),
  );
  await act('reset again', [], () =>
    post('/auth/password/reset/complete', { token: link, newPassword: person.password }),
  );
  for (let tried = 0; tried < 5; tried++) await login(person.email, 'wrong');
  const locked = await newestEntry(stage);
  await act('locked sign-in', ['auth.login failure'], () => login(person.email, person.password));
  const reasons = (await entriesAfter(stage, locked)).map(({ metadata }) => metadata?.['reason']);

  const faults = ledger.faults();
  return `the right entries for ${ledger.acts() - faults.length} of ${ledger.acts()} acts; a sign-in during a wait says: ${reasons}${listed(faults)}`;
}

/** Tables of the audit log, and a column of each. */
const AUDIT_TABLES = [
  ['audit_log', 'description'],
  ['audit_seals', 'root'],
  ['audit_tiles', 'root'],
  ['audit_keys', 'public_key'],
] as const;

attack(
  'A98',
  'changes to the audit log by the account of the product, and by the owner of the tables',
  'the product is refused 22 of 22 statements; a clean log passes; verify finds 8 of 8 changes by the owner',
  async (stage) => {
    const statements = [
      ...AUDIT_TABLES.flatMap(([table, column]) => [
        `UPDATE ${table} SET ${column} = NULL`,
        `DELETE FROM ${table}`,
        `TRUNCATE ${table}`,
      ]),
      'DELETE FROM audit_head',
      'TRUNCATE audit_head',
      'ALTER TABLE audit_log DISABLE TRIGGER ALL',
      'DROP TRIGGER audit_log_append_only ON audit_log',
      'DROP TABLE audit_log',
      'SET session_replication_role = replica',
      'CREATE TABLE other (a integer)',
      `CREATE FUNCTION other() RETURNS integer LANGUAGE sql AS 'SELECT 1'`,
      'CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$',
      'ALTER ROLE halyard_product SUPERUSER',
    ];
    const allowed: string[] = [];
    for (const statement of statements) {
      const reason = await refusalOf(stage, statement);
      if (reason === undefined || !/permission denied|must be owner/.test(reason)) {
        allowed.push(`${statement}: ${reason ?? 'done'}`);
      }
    }

    const log = await ownLog(stage);
    try {
      const clean = await log.verifyAfter(async () => undefined);
      const cleanWord = clean.startsWith('Verified: entries 1 to ') ? 'passes' : `fails: ${clean}`;
      const missed: string[] = [];
      for (const [name, expected, tamper] of TAMPERS) {
        const said = await log.verifyAfter(tamper);
        if (!expected.test(said)) missed.push(`${name}: ${said}`);
      }
      const all = TAMPERS.length;
      return `the product is refused ${statements.length - allowed.length} of ${statements.length} statements; a clean log ${cleanWord}; verify finds ${all - missed.length} of ${all} changes by the owner${listed([...allowed, ...missed])}`;
    } finally {
      await log.remove();
    }
  },
);

/** Returns why a statement fails for the account of the product, or undefined if it does not. Undoes it. */
async function refusalOf({ database }: Stage, statement: string): Promise<string | undefined> {
  try {
    await database.query({
      text: `DO $outer$ BEGIN
        SET LOCAL SESSION AUTHORIZATION halyard_product;
        EXECUTE $inner$${statement}$inner$;
        RAISE EXCEPTION 'it was done';
      END $outer$`,
    });
  } catch (error) {
    const { message } = error as Error;
    return message === 'it was done' ? undefined : message;
  }
  return undefined;
}

interface OwnLog {
  /** Number of the last entry. */
  readonly last: number;
  /** Tampers with a copy of the log, with triggers off, then runs `audit verify`. */
  readonly verifyAfter: (tamper: Tamper) => Promise<string>;
  readonly remove: () => Promise<void>;
}

type Tamper = (transaction: DatabaseTransaction, last: number) => Promise<unknown>;

const KEPT = ['audit_log', 'audit_head', 'audit_tiles', 'audit_seals', 'audit_watch'];

/** A product of its own that wrote a short log and ended. The schema `older` keeps an earlier state. */
async function ownLog(stage: Stage): Promise<OwnLog> {
  const origin = 'tampered_0';
  const names = [origin];
  const run = async (text: string) => void (await stage.database.query({ text }));
  await run(`CREATE DATABASE ${origin}`);
  const replica = await stage.start(await databaseUrls(stage, origin));
  const caller = stage.newCaller({ on: replica });
  await caller.get('/auth/csrf-cookie');
  const write = async (entries: number) => {
    for (let written = 0; written < entries; written++) {
      await caller.post('/auth/login', { email: `${randomUUID()}@example.com`, password: 'wrong' });
    }
  };
  await write(4);
  await onDatabase(stage, origin, async (transaction) => {
    await sql`CREATE SCHEMA older`.execute(transaction);
    for (const table of KEPT) {
      await sql`CREATE TABLE older.${sql.ref(table)} AS TABLE ${sql.ref(table)}`.execute(transaction);
    }
  });
  await write(4);
  replica.process.child.kill('SIGTERM');
  await replica.process.ended;

  const dataDir = await mkdtemp(path.join(tmpdir(), 'halyard-verify-'));
  const verify = async (name: string, ...args: readonly string[]) =>
    await verifyLog({ ...(await databaseUrls(stage, name)), DATA_DIR: dataDir }, stage, args);
  const seen = /--expect (\S+)/.exec(await verify(origin))?.[1] ?? '';
  const last = Number(seen.split(':')[0]);
  return {
    last,
    async verifyAfter(tamper) {
      const name = `tampered_${names.length}`;
      names.push(name);
      await run(`CREATE DATABASE ${name} TEMPLATE ${origin}`);
      await onDatabase(stage, name, (transaction) => tamper(transaction, last));
      return await verify(name, '--expect', seen);
    },
    async remove() {
      for (const name of names) await run(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Returns what `audit verify` says. */
async function verifyLog(
  environment: Readonly<Record<string, string>>,
  { masterKey }: Stage,
  args: readonly string[] = [],
): Promise<string> {
  const { status, output, errors } = await runAdminProcess(
    { ...environment, MASTER_KEY: masterKey.toString('base64') },
    ['audit', 'verify', ...args],
  );
  const isRight = output.startsWith('Verified');
  return isRight === (status === 0) && output !== '' ? output : `status ${status}: ${output}${errors}`;
}

/** Runs a transaction on another database of the stage's server, as its superuser with triggers off. */
async function onDatabase(
  stage: Stage,
  name: string,
  work: (transaction: DatabaseTransaction) => Promise<unknown>,
): Promise<void> {
  const { DATABASE_URL_OWNER: connectionString } = await databaseUrls(stage, name);
  const database = createDatabase({ connection: { connectionString }, max: 1, log: createLog('error') });
  try {
    await database.transaction(async (transaction) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(transaction);
      await work(transaction);
    });
  } finally {
    await database.close();
  }
}

const VICTIM = 5;

const TAMPERS: readonly (readonly [name: string, said: RegExp, tamper: Tamper])[] = [
  [
    'a changed column',
    /^BROKEN: entry 5 was changed\./,
    (transaction) =>
      sql`UPDATE audit_log SET description = 'x' WHERE sequence = ${VICTIM}`.execute(transaction),
  ],
  [
    'changed metadata',
    /^BROKEN: entry 5 was changed\./,
    (transaction) =>
      sql`UPDATE audit_log SET metadata = '{"reason": "unknown"}' WHERE sequence = ${VICTIM}`.execute(
        transaction,
      ),
  ],
  [
    'a removed entry',
    /^BROKEN: entry 5 is missing\./,
    (transaction) => sql`DELETE FROM audit_log WHERE sequence = ${VICTIM}`.execute(transaction),
  ],
  [
    'a removed end',
    /^BROKEN: entry \d+ is the last one, and has no valid seal\./,
    async (transaction, last) => {
      await sql`DELETE FROM audit_log WHERE sequence >= ${last - 1}`.execute(transaction);
      await sql`UPDATE audit_head SET (sequence, hash) =
        (SELECT sequence, hash FROM audit_log ORDER BY sequence DESC LIMIT 1)`.execute(transaction);
    },
  ],
  [
    'two swapped entries',
    /^BROKEN: entry 5 was changed\./,
    async (transaction) => {
      await sql`UPDATE audit_log SET sequence = -1 WHERE sequence = 5`.execute(transaction);
      await sql`UPDATE audit_log SET sequence = 5 WHERE sequence = 6`.execute(transaction);
      await sql`UPDATE audit_log SET sequence = 6 WHERE sequence = -1`.execute(transaction);
    },
  ],
  [
    'an added entry',
    /^BROKEN: entry \d+ /,
    async (transaction, last) => {
      await sql`CREATE TEMP TABLE forged ON COMMIT DROP AS SELECT * FROM audit_log WHERE sequence = ${last}`.execute(
        transaction,
      );
      await sql`UPDATE forged SET sequence = ${last + 1}, id = gen_random_uuid(), previous_hash = hash`.execute(
        transaction,
      );
      await sql`INSERT INTO audit_log SELECT * FROM forged`.execute(transaction);
      await rechain(transaction, last + 1);
    },
  ],
  [
    'a log chained again without the key',
    /^BROKEN: entry \d+ /,
    async (transaction) => {
      await sql`UPDATE audit_log SET description = 'x' WHERE sequence = ${VICTIM}`.execute(transaction);
      await rechain(transaction, VICTIM);
    },
  ],
  [
    'an older copy',
    /^BROKEN: entry \d+ is missing: the log was sealed up to entry \d+\./,
    async (transaction) => {
      for (const table of KEPT) {
        await sql`DELETE FROM ${sql.ref(table)}`.execute(transaction);
        await sql`INSERT INTO ${sql.ref(table)} SELECT * FROM older.${sql.ref(table)}`.execute(transaction);
      }
    },
  ],
];

/** Computes the hashes again from an entry on, and moves the head to the last one. */
async function rechain(transaction: DatabaseTransaction, first: number): Promise<void> {
  let previous: Buffer | undefined;
  for (const row of await readChainedRows(transaction, { first, last: 1_000, limit: 1_000 })) {
    const rewritten = { ...row, previous_hash: previous ?? row.previous_hash };
    previous = hashOfRow(rewritten) ?? Buffer.alloc(32);
    await sql`UPDATE audit_log SET previous_hash = ${rewritten.previous_hash}, hash = ${previous}
      WHERE sequence = ${row.sequence}`.execute(transaction);
  }
  await sql`UPDATE audit_head SET (sequence, hash) =
    (SELECT sequence, hash FROM audit_log ORDER BY sequence DESC LIMIT 1)`.execute(transaction);
}

attack(
  'A99',
  'three processes write the audit log at once, and one of them is killed',
  'gapless and in one chain: yes; each confirmed entry is there once: yes; over 3000 confirmed: yes; verify passes',
  async (stage) => {
    const { a, b, newEnrolled, database } = stage;
    const third = await stage.start();
    const platform = await connectPlatform(stage);
    const people = [await newEnrolled(), await newEnrolled()];
    const before = await newestEntry(stage);
    const replicas = [a, b, third];
    const confirmed: string[] = [];
    const killed = { is: false };
    const writeBatches = async (writer: number) => {
      for (let round = 0; round < 6; round++) {
        const uuids = Array.from({ length: 20 }, () => randomUUID());
        const on = replicas[killed.is ? writer % 2 : writer % 3] ?? a;
        const sent = await platform
          .post('/audit-logs', { entries: uuids.map(fedEntry) }, { on: on.address })
          .catch(() => undefined);
        if (sent?.status === 200) confirmed.push(...uuids);
      }
    };
    const refuse = async ({ caller }: { readonly caller: Caller }) => {
      for (let round = 0; round < 20; round++) {
        const on = (round % 2 === 0 ? a : b).address;
        await caller.post('/auth/logout', undefined, { headers: { 'x-csrf-token': 'wrong' }, on });
      }
    };
    const kill = async () => {
      await eventually(() => confirmed.length > 400);
      killed.is = true;
      third.process.child.kill('SIGKILL');
      await third.process.ended;
    };
    const writers = Array.from({ length: 50 }, (_, writer) => writeBatches(writer));
    await Promise.all([...writers, ...people.map(refuse), kill()]);

    const { rows } = await database.query<{ gapless: boolean; chained: boolean; heads: boolean }>({
      text: `SELECT count(*) = max(sequence) - $1 AS gapless,
          bool_and(previous_hash = (SELECT p.hash FROM audit_log AS p WHERE p.sequence = l.sequence - 1)) AS chained,
          max(sequence) = (SELECT sequence FROM audit_head) AS heads
        FROM audit_log AS l WHERE sequence > $1`,
      values: [before],
    });
    const found = await database.query<{ times: string }>({
      text: 'SELECT count(*) AS times FROM audit_log WHERE id = ANY($1::uuid[]) GROUP BY id',
      values: [confirmed],
    });
    const refusals = await database.query<{ count: string }>({
      text: `SELECT count(*) FROM audit_log WHERE action = 'session.refuse' AND actor_id = ANY($1)`,
      values: [people.map(({ person }) => person.id)],
    });
    const isWhole = rows.every(({ gapless, chained, heads }) => gapless && chained && heads);
    const isOnce =
      found.rows.length === confirmed.length &&
      found.rows.every(({ times }) => Number(times) === 1) &&
      Number(refusals.rows[0]?.count) === 40;
    const dataDir = await mkdtemp(path.join(tmpdir(), 'halyard-verify-'));
    const said = await verifyLog({ ...(await databaseUrls(stage)), DATA_DIR: dataDir }, stage);
    await rm(dataDir, { recursive: true, force: true });
    const passes = said.startsWith('Verified: entries 1 to ');
    return `gapless and in one chain: ${isWhole ? 'yes' : JSON.stringify(rows)}; each confirmed entry is there once: ${isOnce ? 'yes' : `${found.rows.length} of ${confirmed.length}, ${refusals.rows[0]?.count} refusals`}; over 3000 confirmed: ${confirmed.length > 3_000 ? 'yes' : confirmed.length}; verify ${passes ? 'passes' : `fails: ${said}`}`;
  },
);

function fedEntry(uuid: string): object {
  return {
    uuid,
    action: 'order.refund',
    actionCategory: 'merchant_management',
    description: 'Order refunded',
    status: 'success',
    actor: { type: 'user', id: 'shop' },
    resource: { type: 'merchant' },
    occurredAt: '2026-02-28T23:59:59Z',
  };
}

const ROOT = path.resolve(import.meta.dirname, '../..');
const SOURCES = ['apps/web/src', 'apps/server/src', 'packages/contract/src', 'packages/audit-proof/src'];

attack(
  'A100',
  'packages, and code that could run what it should not',
  'packages without a hash or from elsewhere: 0; too old: 0; install scripts run: no; unpinned by the lock: 0; raw markup, eval or chance for secrets in 2 of 500+ files, both for pauses; server settings, source maps or eval in the dashboard: 0',
  async () => {
    const lock = JSON.parse(await readFile(path.join(ROOT, 'package-lock.json'), 'utf8'));
    const packages = Object.entries(lock.packages as Record<string, LockedPackage>);
    const installed = packages.filter(([name, each]) => name.includes('node_modules/') && each.link !== true);
    const unproved = installed.filter(
      ([, { integrity = '', resolved = 'https://registry.npmjs.org/' }]) =>
        !/^sha512-[\w+/]{86}==$/.test(integrity) || !resolved.startsWith('https://registry.npmjs.org/'),
    );
    const tooOld = MINIMUM.filter(([name, least]) =>
      isOlder(lock.packages[`node_modules/${name}`]?.version ?? '0.0.0', least),
    );
    const declared = packages
      .filter(([name]) => !name.includes('node_modules'))
      .flatMap(([from, { dependencies = {}, devDependencies = {} }]) =>
        Object.keys({ ...dependencies, ...devDependencies }).map((name) => [from, name] as const),
      );
    const loose = declared.filter(
      ([from, name]) =>
        lock.packages[`${from}/node_modules/${name}`] === undefined &&
        lock.packages[`node_modules/${name}`] === undefined,
    );
    const npmrc = await readFile(path.join(ROOT, '.npmrc'), 'utf8');
    const scriptsRun = !/^ignore-scripts=true$/m.test(npmrc);

    const sources = (
      await Promise.all(SOURCES.map((directory) => filesBelow(path.join(ROOT, directory))))
    ).flat();
    const code = sources.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
    const risky = await filesWith(code, RISKY);
    const pauses = risky.filter((file) => file.endsWith('-pause.ts'));

    const built = await filesBelow(path.join(ROOT, 'apps/web/dist'));
    const maps = built.filter((file) => file.endsWith('.map'));
    const readable = built.filter((file) => /\.(js|html|css|svg|json)$/.test(file));
    const leaking = await filesWith(readable, LEAKS);
    const odd = [
      ...unproved.map(([name]) => name),
      ...tooOld,
      ...loose,
      ...risky.filter((file) => !pauses.includes(file)),
      ...leaking,
    ];
    return `packages without a hash or from elsewhere: ${unproved.length}; too old: ${tooOld.length}; install scripts run: ${scriptsRun ? 'yes' : 'no'}; unpinned by the lock: ${loose.length}; raw markup, eval or chance for secrets in ${risky.length} of ${code.length > 500 ? '500+' : code.length} files, ${pauses.length === 2 && risky.length === 2 ? 'both for pauses' : `${pauses.length} for pauses`}; server settings, source maps or eval in the dashboard: ${leaking.length + maps.length}${listed(odd.map(String))}`;
  },
);

interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const MINIMUM = [
  ['fastify', '5.8.5'],
  ['@fastify/static', '10.1.3'],
  ['react', '19.0.0'],
  ['react-dom', '19.0.0'],
] as const;

const RISKY =
  /dangerouslySetInnerHTML|\.(inner|outer)HTML|insertAdjacentHTML|document\.write|[^\w.]eval\(|new Function|Math\.random|child_process.*\bexec\b/;
const LEAKS =
  /DATABASE_URL|MASTER_KEY|TRON_API_KEY|postgres:\/\/|BEGIN [A-Z ]*PRIVATE KEY|sourceMappingURL|[^\w.]eval\(|new Function\(/;

function isOlder(version: string, least: string): boolean {
  const parts = version.split('.').map(Number);
  const leastParts = least.split('.').map(Number);
  const at = parts.findIndex((part, index) => part !== leastParts[index]);
  return at !== -1 && (parts[at] ?? 0) < (leastParts[at] ?? 0);
}

async function filesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

async function filesWith(files: readonly string[], pattern: RegExp): Promise<string[]> {
  const texts = await Promise.all(files.map(async (file) => await readFile(file, 'utf8')));
  return files.filter((_, at) => pattern.test(texts[at] ?? ''));
}

function sayAll(answers: readonly Answer[]): string {
  return listed(answers.map(({ status, text }) => `${status} ${text.slice(0, 200)}`));
}
