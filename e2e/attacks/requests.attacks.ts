import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ADMIN_API, PAGE_PATHS, PLATFORM_API } from '@halyard/contract/constants';
import { startSourceServer } from '../../apps/server/test/source-server.ts';
import { attack } from './support/attack.ts';
import type { Answer } from './support/caller.ts';
import {
  fieldsOf,
  nameOfPath,
  PLAUSIBLE,
  pathOf,
  ROUTES,
  type Route,
  routeOf,
  type Schema,
  sampleOf,
} from './support/contract-samples.ts';
import { eventually } from './support/eventually.ts';
import { inTurns } from './support/in-turns.ts';
import { openSender } from './support/open-sender.ts';
import { connectPlatform, feedUser } from './support/platform.ts';
import { headOf, rawRequest } from './support/raw-request.ts';
import { newCallerAt, newVisitor } from './support/staged-callers.ts';
import { countRight } from './support/tally.ts';
import { visit } from './support/visit.ts';

const LIST_USERS = routeOf('listUsers');

const WITH_BODY = ROUTES.filter(({ bodies }) => bodies.length > 0);
const LISTS = ROUTES.filter(({ query }) => query.some(({ name }) => name === 'offset'));
const POLLUTED = '{"limit":"1","isAdmin":true,"statusCode":418,"offset":"1000"}';
const POLLUTIONS = [
  `{"__proto__":${POLLUTED}}`,
  `{"\\u005f_proto__":${POLLUTED}}`,
  `{"constructor":{"prototype":${POLLUTED}}}`,
  `{"prototype":${POLLUTED}}`,
  `{"a":[{"__proto__":${POLLUTED}}]}`,
];
const POLLUTED_QUERIES = [
  '__proto__[limit]=1',
  '__proto__.limit=1',
  '__proto__=1',
  'constructor[prototype][limit]=1',
  'constructor=1&prototype=1',
  'toString=1&hasOwnProperty=1',
];
const POLLUTED_BODIES = WITH_BODY.length * POLLUTIONS.length;
const POLLUTED_LISTS = LISTS.length * POLLUTED_QUERIES.length;

attack(
  'A80',
  'keys that would change the prototype of all objects',
  `400 for ${POLLUTED_BODIES} of ${POLLUTED_BODIES} bodies and 6 of 6 nested keys of the feed; the same list for ${POLLUTED_LISTS} of ${POLLUTED_LISTS} queries; later answers are the same`,
  async (stage) => {
    const { sendTo, known, platform } = await openSender(stage);
    const me = routeOf('me');
    // Several rows, so that a limit from the prototype would show.
    for (let count = 0; count < 3; count++) await feedUser(platform);
    const look = async () => {
      const { body: users } = await sendTo(LIST_USERS, `${ADMIN_API}/users`);
      const { body, status } = await sendTo(me, `${ADMIN_API}/auth/me`);
      return JSON.stringify([users.users.length > 1, users, status, Object.keys(body)]);
    };
    const before = await look();
    const bodies = await inTurns(
      WITH_BODY.flatMap((route) => POLLUTIONS.map((raw) => ({ route, raw }))),
      async ({ route, raw }) => ({
        title: route.title,
        raw,
        status: (await sendTo(route, pathOf(route.endpoint, known), { raw })).status,
      }),
    );
    const feed = routeOf('feedAuditLogs');
    const entry = sampleOf(feed.bodies[0] ?? {}, known, ['entries', 0, 'metadata'], { FOREIGN: 1 });
    const nested = await inTurns(
      [
        '{"__proto__":{"a":1}}',
        '{"constructor":{"prototype":{}}}',
        '{"a":{"__proto__":{"limit":"1"}}}',
      ].flatMap((metadata) => ['metadata', 'changes'].map((name) => ({ metadata, name }))),
      async ({ metadata, name }) => {
        const raw = JSON.stringify(entry).replace('"metadata":{"FOREIGN":1}', `"${name}":${metadata}`);
        return { raw, status: (await sendTo(feed, `${PLATFORM_API}/audit-logs`, { raw })).status };
      },
    );
    const lists = await inTurns(
      LISTS.flatMap((route) => POLLUTED_QUERIES.map((query) => ({ route, query }))),
      async ({ route, query }) => {
        const path = pathOf(route.endpoint, known);
        const [plain, polluted] = [await sendTo(route, path), await sendTo(route, `${path}?${query}`)];
        const isSame = plain.status === 200 && polluted.status === 200 && plain.text === polluted.text;
        return { title: route.title, query, isSame, status: polluted.status };
      },
      1,
    );
    const describe = ({ status, raw, title = '' }: { status: number; raw: string; title?: string }) =>
      `${status} for ${raw.slice(0, 60)} ${title}`;
    const refused = countRight(bodies, ({ status }) => status === 400, describe);
    const refusedNested = countRight(nested, ({ status }) => status === 400, describe);
    const same = countRight(
      lists,
      ({ isSame }) => isSame,
      ({ title, query, status }) => `${status} for ${title}?${query}`,
    );
    const after = await look();
    return `400 for ${refused} bodies and ${refusedNested} nested keys of the feed; the same list for ${same} queries; later answers are ${after === before ? 'the same' : after}`;
  },
);

/** Spellings of JSON's type that a server may accept, but must then validate. */
const JSON_TYPES = [
  'application/json\t',
  'application/json;',
  'application/json ; charset=utf-8',
  'APPLICATION/JSON',
  ' application/json',
  'application/json;charset="utf-8"',
  'application/json;;',
  'application/json,',
];
const OTHER_TYPES = [
  'application/jsonx',
  'application/json+x',
  'application/ld+json',
  'application/json-patch+json',
  'text/json',
  'text/plain',
  'text/plain;application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/json; charset=utf-7',
  'application/json; charset=iso-8859-1',
];
const TYPED = WITH_BODY.flatMap((route, at) =>
  [...JSON_TYPES, ...OTHER_TYPES]
    .filter((_type, index) => (index + at) % 4 === 0)
    .map((type) => ({ route, type })),
);
const WRONG_TYPES = WITH_BODY.flatMap((route) =>
  route.bodies.flatMap((body) =>
    fieldsOf(body).flatMap(({ path, schema }) =>
      wrongTypes(schema).map((value) => ({ route, body, path, value })),
    ),
  ),
);

function wrongTypes(schema: Schema): readonly unknown[] {
  if (schema.type === 'string' || schema.enum !== undefined || schema.const !== undefined)
    return [5, true, ['x']];
  if (schema.type === 'integer' || schema.type === 'number') return ['1', true, [1]];
  if (schema.type === 'boolean') return ['true', 1];
  return ['x', 5];
}

attack(
  'A81',
  'content types and values of other types, on both APIs',
  `other types 415 and other spellings validated, ${TYPED.length} of ${TYPED.length}; two types or none 415 for 2 of 2; 400 that names the field for ${WRONG_TYPES.length} of ${WRONG_TYPES.length} values; as many routes of the platform's API as it has`,
  async (stage) => {
    const { sendTo, known, on } = await openSender(stage);
    const typed = await inTurns(TYPED, async ({ route, type }) => {
      const path = pathOf(route.endpoint, known);
      const raw = OTHER_TYPES.includes(type)
        ? JSON.stringify(sampleOf(route.bodies[0] ?? {}, known))
        : '{"notInTheContract":1}';
      return {
        title: route.title,
        type,
        answer: await sendTo(route, path, { raw, headers: { 'content-type': type } }),
      };
    });
    const anonymous = await newCallerAt(stage, 'none');
    const body = '{"email":"a@example.com","password":"x"}';
    const head = headOf(stage, anonymous, 'POST', `${ADMIN_API}/auth/login`);
    const lengths = `Content-Length: ${body.length}\r\n\r\n${body}`;
    const unusual = [
      head.replace(
        'Content-Type: application/json\r\n',
        `Content-Type: text/plain\r\nContent-Type: application/json\r\n${lengths}`,
      ),
      head.replace('Content-Type: application/json\r\n', lengths),
    ];
    const statuses = await inTurns(unusual, async (text) =>
      (await rawRequest(on.address, text)).statuses.join(),
    );
    const values = await inTurns(WRONG_TYPES, async ({ route, body: schema, path, value }) => ({
      name: `${route.title} ${nameOfPath(path)}`,
      field: nameOfPath(path),
      value,
      answer: await sendTo(route, pathOf(route.endpoint, known), {
        body: sampleOf(schema, known, path, value),
      }),
    }));
    const describeType = ({ title, type, answer }: (typeof typed)[number]) =>
      `${answer.status} for ${type} in ${title}`;
    const refused = countRight(
      typed,
      ({ type, answer: { status, body: refusal } }) =>
        OTHER_TYPES.includes(type)
          ? status === 415
          : status === 415 || (status === 400 && refusal.status === 'validation_error'),
      describeType,
    );
    const ofTwo = countRight(
      statuses,
      (status) => status === '415',
      (status) => status,
    );
    const uncoerced = countRight(
      values,
      ({ answer: { status, body: refusal }, field }) =>
        status === 400 && refusal.errors?.some((each: { field: string }) => field.startsWith(each.field)),
      ({ name, value, answer }) => `${answer.status} for ${JSON.stringify(value)} in ${name}`,
    );
    const platformRoutes = (list: readonly { readonly route: Route }[]) =>
      new Set(list.map(({ route }) => route).filter(({ endpoint }) => endpoint.access.kind === 'service_key'))
        .size;
    const own = WITH_BODY.filter(({ endpoint }) => endpoint.access.kind === 'service_key').length;
    const covered = platformRoutes(TYPED) === own && platformRoutes(WRONG_TYPES) === own && own > 0;
    return `other types 415 and other spellings validated, ${refused}; two types or none 415 for ${ofTwo}; 400 that names the field for ${uncoerced} values; ${covered ? 'as many routes' : 'fewer routes'} of the platform's API as it has`;
  },
);

const FILES = [
  '/../package.json',
  '/../../../../etc/passwd',
  '/%2e%2e/%2e%2e/package.json',
  '/%2e%2e%2f%2e%2e%2fpackage.json',
  '/..%5c..%5cpackage.json',
  '/..%252f..%252fpackage.json',
  '//etc/passwd',
  '///etc/passwd',
  '/etc/passwd',
  '/assets/..%2f..%2fpackage.json',
  '/assets/../index.html',
  '/assets/../../src/main.tsx',
  '/assets/%2e%2e/login.html',
  '/assets',
  '/assets/',
  '/assets/x.js',
  '/assets/%00.js',
  '/index.html',
  '/index.html.br',
  '/login.html.gz',
  '/.env',
  '/.git/HEAD',
  '/.git/config',
  '/.npmrc',
  '/package.json',
  '/package-lock.json',
  '/src/main.tsx',
  '/dist/index.html',
  '/apps/server/src/main.ts',
  '/node_modules/zod/package.json',
  '/openapi.json',
  '/metrics',
  '/favicon.svg/../index.html',
  '/*.map',
];
const FILE_WORDS =
  /"name": ?"|root:.*:0:|\[core\]|ref: refs|registry=|sourceMappingURL|process\.env|"openapi"/;

attack(
  'A82',
  'files beside those of the dashboard',
  `404 for ${FILES.length} of ${FILES.length} paths; for a browser 404 or the page of the app ${FILES.length} of ${FILES.length} times; no source map of any script; the app at ${PAGE_PATHS.length} of ${PAGE_PATHS.length} pages`,
  async (stage) => {
    const get = async (path: string, accept: string) => ({ path, ...(await visit(stage, path, { accept })) });
    const describe = ({ path, status }: { path: string; status: number }) => `${status} for ${path}`;
    const plain = await inTurns(FILES, async (path) => await get(path, '*/*'));
    const shell = await get('/dashboard', 'text/html');
    const browser = await inTurns(FILES, async (path) => await get(path, 'text/html,*/*;q=0.8'));
    const pages = await inTurns(PAGE_PATHS, async (path) => await get(path, '*/*'));
    const scripts = await listScripts(shell.text, async (path) => (await get(path, '*/*')).text);
    const maps = await inTurns(scripts, async (path) => await get(`${path}.map`, '*/*'));
    const isMapped = maps.some(({ status }) => status !== 404) || maps.length < 2;
    const missing = countRight(
      plain,
      ({ status, text }) => status === 404 && !FILE_WORDS.test(text),
      describe,
    );
    const harmless = countRight(
      browser,
      ({ status, text }) =>
        (status >= 400 && !FILE_WORDS.test(text)) || (status === 200 && text === shell.text),
      describe,
    );
    const served = countRight(
      pages,
      ({ status, text }) => status === 200 && text.includes('<title>'),
      describe,
    );
    return `404 for ${missing} paths; for a browser 404 or the page of the app ${harmless} times; ${isMapped ? `a source map or no script: ${maps.map(describe)}` : 'no source map of any script'}; the app at ${served} pages`;
  },
);

/** The scripts that a page names, and those that these name. */
async function listScripts(
  page: string,
  read: (path: string) => Promise<string>,
): Promise<readonly string[]> {
  const inPage = [...page.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([path]) => path);
  const texts = await inTurns([...new Set(inPage)], read);
  const inScripts = texts.flatMap((text) =>
    [...text.matchAll(/[\w-]+\.js\b/g)].map(([name]) => `/assets/${name}`),
  );
  return [...new Set([...inPage, ...inScripts])];
}

const LOGIN = `POST ${ADMIN_API}/auth/login HTTP/1.1\r\nHost: admin.example.com\r\nContent-Type: application/json\r\n`;
const CSRF = `GET ${ADMIN_API}/auth/csrf-cookie HTTP/1.1\r\nHost: admin.example.com\r\n`;
/** Each is one request that two servers could read differently. */
const AMBIGUOUS: readonly (readonly [what: string, text: string])[] = [
  ['a length and chunks', `${LOGIN}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  ['chunks and a length', `${LOGIN}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n`],
  ['chunks that are not last', `${LOGIN}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`],
  ['an unknown encoding', `${LOGIN}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
  ['a space before the colon', `${LOGIN}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`],
  ['a vertical tab in the encoding', `${LOGIN}Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n`],
  ['two encodings', `${LOGIN}Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n0\r\n\r\n`],
  ['two lengths', `${LOGIN}Content-Length: 3\r\nContent-Length: 4\r\n\r\n{} x`],
  ['a list of lengths', `${LOGIN}Content-Length: 2, 2\r\n\r\n{}`],
  ['a length with a sign', `${LOGIN}Content-Length: +2\r\n\r\n{}`],
  ['a negative length', `${LOGIN}Content-Length: -1\r\n\r\n{}`],
  ['a hexadecimal length', `${LOGIN}Content-Length: 0x2\r\n\r\n{}`],
  ['a chunk size that is none', `${LOGIN}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`],
  ['an endless chunk size', `${LOGIN}Transfer-Encoding: chunked\r\n\r\n${'F'.repeat(20)}\r\n{}\r\n0\r\n\r\n`],
  ['a folded header', `${CSRF}X-Folded: a\r\n b\r\n\r\n`],
  ['a bare line feed', `${CSRF}X-Bare: a\nb: c\r\n\r\n`],
  ['a bare carriage return', `${CSRF}X-Bare: a\rb: c\r\n\r\n`],
  ['a NUL in a header', `${CSRF}X-Nul: a\0b\r\n\r\n`],
  ['a header without a name', `${CSRF}: x\r\n\r\n`],
  ['two hosts', `${CSRF}Host: evil.example\r\n\r\n`],
  ['the same host twice', `${CSRF}Host: admin.example.com\r\n\r\n`],
  ['no host', `GET ${ADMIN_API}/auth/csrf-cookie HTTP/1.1\r\n\r\n`],
  ['another version', `GET ${ADMIN_API}/auth/csrf-cookie HTTP/9.9\r\nHost: admin.example.com\r\n\r\n`],
  ['no HTTP', 'hello\r\n\r\n'],
];
const BEHIND = 'GET /healthz HTTP/1.1\r\nHost: admin.example.com\r\n\r\n';

attack(
  'A83',
  'requests that a proxy and the server could read differently',
  `one 400 and the connection closed for ${AMBIGUOUS.length} of ${AMBIGUOUS.length}, so that nothing behind them is answered; 400 for the host of others; 431 for 20 KB of headers; two pipelined requests: 200,401`,
  async ({ a }) => {
    const answers = await inTurns(AMBIGUOUS, async ([what, text]) => ({
      what,
      answer: await rawRequest(a.address, text + BEHIND, { quietMs: 1_000 }),
    }));
    const closed = countRight(
      answers,
      ({ answer }) => answer.closed && answer.statuses.join() === '400',
      ({ what, answer }) => `${answer.statuses}${answer.closed ? '' : ', open'} for ${what}`,
    );
    const only = async (text: string) =>
      (await rawRequest(a.address, text, { quietMs: 2_000 })).statuses.join();
    const foreign = await only(`${CSRF.replace('admin.example.com', 'evil.example')}\r\n`);
    const large = await only(`${CSRF}X-Large: ${'x'.repeat(20_000)}\r\n\r\n`);
    const pipelined = await only(`${BEHIND}${CSRF.replace('csrf-cookie', 'me')}\r\n`);
    return `one 400 and the connection closed for ${closed}, so that nothing behind them is answered; ${foreign} for the host of others; ${large} for 20 KB of headers; two pipelined requests: ${pipelined}`;
  },
);

const SEPARATOR = '\u2028';
const ESCAPE = '\u001b[2J\u001b[31m';
const FORGED = '{"level":"fatal","msg":"forged"}';

attack(
  'A84',
  'line breaks, escape sequences, JSON and markup in everything that is logged or mailed',
  'one line of JSON for 9 of 9 requests; no forged line, no raw escape sequence; no added header; mails show it as text and go to 1 recipient',
  async (stage) => {
    const mark = `A84${randomUUID().slice(0, 8)}`;
    const dirty = `${mark}\r\n${FORGED}\r\nSet-Cookie: forged=1\r\n${SEPARATOR}${ESCAPE}","level":"fatal","x":"<b id="${mark}">`;
    const encoded = encodeURIComponent(dirty);
    const platform = await connectPlatform(stage);
    const { userUuid } = await feedUser(platform);
    const { caller, person } = await stage.newEnrolled();
    const answers: Answer[] = [];
    const ids = Array.from({ length: 9 }, () => randomUUID());
    const headers = (at: number, more = {}) => ({ headers: { 'x-request-id': ids[at], ...more } });
    answers.push(
      await caller.post('/auth/login', { email: dirty, password: dirty }, headers(0)),
      await caller.get(`/users?search=${encoded}`, headers(1)),
      await caller.get(`/users/${encoded}`, headers(2)),
      await caller.post(`/users/${userUuid}/block`, { reason: dirty }, headers(3)),
      await caller.get('/users', headers(4, { 'user-agent': `${mark} <b id="${mark}">","level":"fatal` })),
      await platform.post(
        '/users',
        {
          users: [
            {
              uuid: randomUUID(),
              email: `${mark}@example.com`,
              name: dirty,
              createdAt: '2026-01-02T03:04:05.000Z',
            },
          ],
        },
        headers(5),
      ),
      await caller.post('/invitations', { email: `${mark}&lt=b'*@example.com` }, headers(6)),
      await caller.get(`/nothing/${encoded}?${encoded}`, headers(7)),
      await platform.post(
        '/audit-logs',
        sampleOf(routeOf('feedAuditLogs').bodies[0] ?? {}, PLAUSIBLE, ['entries', 0, 'description'], dirty),
        headers(8),
      ),
    );
    // Node refuses to send these, so they go over a socket.
    const agent = `${mark} ${ESCAPE} <b id="${mark}"> ${FORGED}`;
    const raw = await rawRequest(
      stage.a.address,
      `${headOf(stage, caller, 'GET', `${ADMIN_API}/auth/me`)}User-Agent: ${agent}\r\nX-Request-Id: ${mark}","level":"fatal\r\n\r\n`,
    );
    const stranger = await newVisitor(stage);
    await stranger.post(
      '/auth/login',
      { email: person.email, password: person.password },
      { headers: { 'user-agent': `<b id="${mark}">Bcc: x@example.com</b>/1.0` } },
    );
    await stranger.post(
      '/auth/2fa/verify',
      { code: await person.freshCode() },
      { headers: { 'user-agent': `<b id="${mark}">Bcc: x@example.com</b>/1.0` } },
    );
    const isOfAttack = ({ to, html }: { to: string; html: string }) =>
      to === person.email || to.startsWith(mark) || html.includes(mark);
    await eventually(() => stage.mails.received.some(({ to }) => to.startsWith(mark)));
    await pause(1_000);

    const output = stage.output();
    const lines = output.split('\n').filter((line) => line !== '' && !/^ready on /.test(line));
    const parsed = lines.map((line) => parseLine(line));
    const logged = countRight(
      ids,
      (id) => parsed.filter((line) => line?.['reqId'] === id && 'method' in line).length === 1,
      (id) => `request ${ids.indexOf(id)}: ${lines.filter((line) => line.includes(id))}`,
    );
    const unparsed = lines.filter((_line, at) => parsed[at] === undefined && lines[at]?.includes(mark));
    const forged = parsed.filter((line) => line?.['level'] === 'fatal' || line?.['msg'] === 'forged');
    const isRaw = output.includes('\u001b[2J');
    const added = [
      ...answers.flatMap(({ headers: got, setCookie }) => [...Object.keys(got), ...setCookie]),
      raw.text,
    ].filter((text) => /forged/.test(text));
    const mails = stage.mails.received.filter(isOfAttack);
    const isText =
      mails.length > 0 &&
      mails.every(({ html, headers: got }) => !html.includes(`<b id="${mark}"`) && !('bcc' in got));
    const recipients = [...new Set(mails.map(({ recipients: to }) => to.length))];
    return [
      `one line of JSON for ${logged} requests`,
      `${unparsed.length + forged.length === 0 ? 'no forged line' : `forged: ${[...unparsed, ...forged.map((line) => JSON.stringify(line))].slice(0, 3)}`}, ${isRaw ? 'a' : 'no'} raw escape sequence`,
      `${added.length === 0 ? 'no added header' : `added: ${added}`}`,
      `mails show it as ${isText ? 'text' : `markup: ${JSON.stringify(mails).slice(0, 500)}`} and go to ${recipients} recipient`,
    ].join('; ');
  },
);

function parseLine(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

attack(
  'A85',
  'addresses in records and redirects of nodes that point into the network',
  'the canary gets its own request only: 1; the node and the price source that redirect to it were asked; the records are listed with their addresses',
  async (stage) => {
    const canary = await startSourceServer(() => '{}');
    const node = await startSourceServer(() => '{}');
    node.conduct = { status: 302, location: `${canary.url}/node` };
    const prices = await startSourceServer(() => '{}');
    prices.conduct = { status: 307, location: `${canary.url}/prices` };
    try {
      await fetch(`${canary.url}/control`);
      const on = await stage.start({ RPC_ETH_URL: node.url, PRICES_URL: `${prices.url}/prices` });
      const platform = await connectPlatform(stage, { on });
      const { caller } = await stage.newEnrolled();
      const seen: boolean[] = [];
      for (const target of [
        canary.url,
        'http://169.254.169.254/latest/meta-data',
        'http://[::1]:1/',
        'file:///etc/passwd',
      ]) {
        const { userUuid } = await feedUser(platform, {
          text: target,
          profileImageUrl: `${target}/image`,
          website: `${target}/shop`,
        });
        const paths = [`/users/${userUuid}`, `/users/${userUuid}/merchants`, `/users/${userUuid}/audit-logs`];
        const answers = await inTurns(paths, async (path) => await caller.get(path, { on: on.address }));
        const texts = answers.map(({ text }) => text).join('');
        seen.push(texts.includes(`${target}/image`) && texts.includes(`${target}/shop`));
      }
      const wallet = await stage.newWallet();
      for (const path of ['/users', '/merchants', '/wallets/outbound', '/stats', '/analytics/overview']) {
        await caller.get(path, { on: on.address });
      }
      for (const list of ['users', 'merchants']) {
        const { body } = await caller.post('/exports', { of: list }, { on: on.address });
        await caller.get(body.address, { on: on.address });
      }
      await caller.post(`/wallets/${wallet.id}/refresh`, undefined, { on: on.address });
      const isAsked = await eventually(
        () => node.questions.length > 0 && prices.questions.length > 0,
        15_000,
      );
      // A redirect would be followed at once.
      await pause(1_000);
      const requests = canary.questions.length === 1 ? '1' : canary.questions.map(({ path }) => path).join();
      return `the canary gets its own request only: ${requests}; the node and the price source that redirect to it were ${isAsked ? 'asked' : 'not asked'}; the records are listed ${seen.every(Boolean) ? 'with' : 'without'} their addresses`;
    } finally {
      await Promise.all([canary.stop(), node.stop(), prices.stop()]);
    }
  },
);
