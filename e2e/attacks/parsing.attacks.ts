import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { ADMIN_API } from '@halyard/contract/constants';
import { attack } from './support/attack.ts';
import type { Answer } from './support/caller.ts';
import {
  fieldsOf,
  type Known,
  nameOfPath,
  neededQuery,
  pathOf,
  ROUTES,
  type Route,
  routeOf,
  type Schema,
  sampleOf,
} from './support/contract-samples.ts';
import { inTurns } from './support/in-turns.ts';
import { openSender, type SendTo } from './support/open-sender.ts';
import { feedUser } from './support/platform.ts';
import { headOf, rawRequest } from './support/raw-request.ts';
import type { Stage } from './support/stage.ts';
import { newCallerAt } from './support/staged-callers.ts';
import { countRight } from './support/tally.ts';

const LIST_USERS = routeOf('listUsers');

function withQuery({ endpoint }: Route, known: Known, name: string, encoded: string): string {
  return `${pathOf(endpoint, known)}?${[...neededQuery(endpoint, name), `${name}=${encoded}`].join('&')}`;
}

/** Every query parameter, every path id and every field of a body. */
const PLACES = ROUTES.flatMap((route) => [
  ...route.query.map(({ name }) => ({
    name: `${route.title}?${name}`,
    route,
    isEmail: false,
    send: async (sendTo: SendTo, known: Known, text: string) =>
      await sendTo(route, withQuery(route, known, name, encodeURIComponent(text))),
  })),
  ...(route.endpoint.path.includes(':') ? [route.endpoint.path] : []).map((path) => ({
    name: route.title,
    route,
    isEmail: false,
    send: async (sendTo: SendTo, known: Known, text: string) =>
      await sendTo(
        route,
        path.replace(/:\w+/, encodeURIComponent(text)),
        route.bodies[0] === undefined ? {} : { body: sampleOf(route.bodies[0], known) },
      ),
  })),
  ...route.bodies.flatMap((body) =>
    fieldsOf(body).map((field) => ({
      name: `${route.title} ${nameOfPath(field.path)}`,
      route,
      isEmail: field.schema.format === 'email',
      send: async (sendTo: SendTo, known: Known, text: string) =>
        await sendTo(route, pathOf(route.endpoint, known), { body: sampleOf(body, known, field.path, text) }),
    })),
  ),
]);

/** Longer than any call takes on a busy machine. */
const SLEEP_SECONDS = 10;
const SLEEP = `pg_sleep(${SLEEP_SECONDS})`;
const SQL_TEXTS = [`'`, `' OR '1'='1`, `'||${SLEEP}||'`, `1;SELECT ${SLEEP}--`];
const SQL_EMAILS = [`x'OR'1'='1@example.com`];
const SQL_WORDS = /syntax error|unterminated|SQLSTATE|PostgreSQL|invalid input|relation "|column "/;
/** The headers that the product reads, each on a route that reads it. */
const HEADERS: readonly (readonly [name: string, route: string, before: string])[] = [
  ['cookie', 'csrfCookie', '__Host-admin_session='],
  ['authorization', 'readUserAccess', 'Bearer '],
  ['x-csrf-token', 'updateUserSettings', ''],
  ['if-match', 'updateUserSettings', ''],
  ['if-none-match', 'readUser', ''],
  ['x-request-id', 'listUsers', ''],
  ['x-forwarded-for', 'listUsers', ''],
  ['user-agent', 'listUsers', ''],
  ['accept', 'listUsers', ''],
  ['origin', 'listUsers', ''],
  ['referer', 'listUsers', ''],
];
const SQL_CALLS = [
  ...PLACES.flatMap((place) =>
    (place.isEmail ? [...SQL_TEXTS, ...SQL_EMAILS] : SQL_TEXTS).map((text) => ({ place, text })),
  ),
  ...HEADERS.flatMap(([name, routeName, before]) =>
    SQL_TEXTS.map((text) => ({
      place: {
        name: `the header ${name}`,
        send: async (sendTo: SendTo, known: Known, sent: string) => {
          const route = routeOf(routeName);
          const { method } = route.endpoint;
          const headers = { [name]: `${before}${sent}` };
          return await sendTo(route, pathOf(route.endpoint, known), {
            headers,
            ...(method !== 'GET' && { body: {} }),
          });
        },
      },
      text,
    })),
  ),
];
attack(
  'A76',
  'SQL in every query parameter, path id, JSON field and header',
  `no 5xx, no words of the database and no sleep in ${SQL_CALLS.length} of ${SQL_CALLS.length} answers; quotes are found as text 1 time, conditions 0 times; every table is still there`,
  async (stage) => {
    const { sendTo, known, platform } = await openSender(stage);
    const tables = await tablesOf(stage);
    const answers = await inTurns(SQL_CALLS, async ({ place, text }) => ({
      name: place.name,
      text,
      ...(await timeSleep(async (sent) => await place.send(sendTo, known, sent), text)),
    }));
    const right = countRight(
      answers,
      ({ answer, seconds }) =>
        answer.status < 500 &&
        (answer.status < 300 || !SQL_WORDS.test(answer.text)) &&
        seconds < SLEEP_SECONDS * 0.9,
      ({ name, text, answer, seconds }) =>
        `${answer.status} in ${seconds.toFixed(1)} s for ${text} in ${name}`,
    );
    const mark = randomUUID().slice(0, 8);
    await feedUser(platform, { text: `O'Brien "${mark}"` });
    const count = async (search: string) =>
      (await sendTo(LIST_USERS, `${ADMIN_API}/users?search=${encodeURIComponent(search)}`)).body.totalCount;
    const found = await count(`O'Brien "${mark}"`);
    const conditions = await count(`${mark}-none' OR '1'='1' OR name LIKE '`);
    const isWhole = (await tablesOf(stage)) === tables;
    return `no 5xx, no words of the database and no sleep in ${right} answers; quotes are found as text ${found} time, conditions ${conditions} times; every table is ${isWhole ? 'still there' : 'not there'}`;
  },
);

/** How much longer a call takes with a sleep than without. Only repeats slow calls: a sleep takes its time each time. */
async function timeSleep(
  send: (text: string) => Promise<Answer>,
  text: string,
): Promise<{ readonly answer: Answer; readonly seconds: number }> {
  const time = async (sent: string) => {
    const startedAt = performance.now();
    const answer = await send(sent);
    return { answer, seconds: (performance.now() - startedAt) / 1_000 };
  };
  const awake = text.replace(SLEEP, 'pg_sleep(0)');
  for (let tried = 1; ; tried++) {
    const { answer, seconds } = await time(text);
    if (seconds < SLEEP_SECONDS || awake === text) return { answer, seconds: 0 };
    const rest = seconds - (await time(awake)).seconds;
    if (rest < SLEEP_SECONDS * 0.9 || tried === 3) return { answer, seconds: rest };
  }
}

async function tablesOf({ database }: Stage): Promise<string> {
  const { rows } = await database.query({
    text: `SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'
      ORDER BY 1, ordinal_position`,
  });
  return JSON.stringify(rows);
}

const SEARCH_LIMIT_MS = 300;
const WILDCARDS = ['%', '_', '\\', '*', '.', '?'];
const HARD_SEARCHES = [
  '%'.repeat(200),
  '_'.repeat(200),
  '\\'.repeat(200),
  `${'%a'.repeat(99)}%b`,
  `${'a'.repeat(199)}b`,
  '(a+)+$',
  '(a|aa)+$',
  `${'(a*)*'.repeat(20)}b`,
  '\u202e\u05d0\u05d1\u05d2\u0627\u0644\u0639',
  'ﷺ'.repeat(200),
];
/** The longest search is an e-mail address of 320 characters. */
const LONG_SEARCHES = ['a'.repeat(321), 'x'.repeat(10_000), '%'.repeat(1_000)];
const SEARCHES = ROUTES.flatMap((route) =>
  route.query
    .filter(({ name }) => ['search', 'actorEmail', 'resourceId', 'action'].includes(name))
    .map(({ name }) => ({ route, name })),
);
const SEARCHED = SEARCHES.length * HARD_SEARCHES.length;

attack(
  'A77',
  'wildcards and patterns in every search',
  `a wildcard finds only itself, ${WILDCARDS.length} of ${WILDCARDS.length}; 200 within ${SEARCH_LIMIT_MS} ms for ${SEARCHED} of ${SEARCHED} hard patterns; 400 for ${SEARCHES.length * LONG_SEARCHES.length} of ${SEARCHES.length * LONG_SEARCHES.length} long ones`,
  async (stage) => {
    const { sendTo, known, platform } = await openSender(stage);
    const search = async ({ route, name }: (typeof SEARCHES)[number], text: string) =>
      await sendTo(route, withQuery(route, known, name, encodeURIComponent(text)));
    const mark = randomUUID().slice(0, 8);
    for (const wildcard of WILDCARDS) await feedUser(platform, { text: `${mark}${wildcard}end` });
    for (let batch = 0; batch < 3; batch++) await platform.feed('/users', { users: slowNames() });
    const literal = await inTurns(WILDCARDS, async (wildcard) => ({
      wildcard,
      totalCount: (await search({ route: LIST_USERS, name: 'search' }, `${mark}${wildcard}end`)).body
        .totalCount,
    }));
    const hard = SEARCHES.flatMap((place) => HARD_SEARCHES.map((text) => ({ place, text })));
    const answers = await inTurns(
      hard,
      async ({ place, text }) => ({
        ...place,
        text,
        ...(await fastest(async () => await search(place, text))),
      }),
      1,
    );
    const long = await inTurns(
      SEARCHES.flatMap((place) => LONG_SEARCHES.map((text) => ({ place, text }))),
      async ({ place, text }) => ({
        name: place.name,
        route: place.route,
        length: text.length,
        status: (await search(place, text)).status,
      }),
    );
    const only = countRight(
      literal,
      ({ totalCount }) => totalCount === 1,
      ({ wildcard, totalCount }) => `${wildcard} finds ${totalCount}`,
    );
    const quick = countRight(
      answers,
      ({ status, ms }) => status === 200 && ms <= SEARCH_LIMIT_MS,
      ({ route, name, text, status, ms }) =>
        `${status} in ${ms} ms for ${text.slice(0, 20)} in ${route.title} ${name}`,
    );
    const refused = countRight(
      long,
      ({ status }) => status === 400,
      ({ route, name, length, status }) => `${status} for ${length} characters in ${route.title} ${name}`,
    );
    return `a wildcard finds only itself, ${only}; 200 within ${SEARCH_LIMIT_MS} ms for ${quick} hard patterns; 400 for ${refused} long ones`;
  },
);

/** Names that take a careless pattern match very long. */
function slowNames(): object[] {
  return Array.from({ length: 100 }, () => {
    const uuid = randomUUID();
    return {
      uuid,
      email: `${uuid}@example.com`,
      name: 'a'.repeat(200),
      createdAt: '2026-01-02T03:04:05.000Z',
    };
  });
}

/** The fastest of up to five calls, because other work on the machine only makes a call slower. */
async function fastest(
  call: () => Promise<Answer>,
): Promise<{ readonly status: number; readonly ms: number }> {
  let ms = Number.POSITIVE_INFINITY;
  for (let tried = 1; ; tried++) {
    const startedAt = performance.now();
    const { status } = await call();
    ms = Math.min(ms, Math.round(performance.now() - startedAt));
    if (ms <= SEARCH_LIMIT_MS || tried === 5) return { status, ms };
  }
}

const WRONG_ENCODINGS = ['%00', 'a%00b', '%FF', '%C0%AF', '%ED%A0%80', '%', '%zz'];
const WRONG_NUMBERS = [
  '-1',
  '1.5',
  '1e1',
  '0x10',
  '+5',
  'abc',
  '',
  '%20',
  '9223372036854775808',
  '99999999999999999999',
];
const WRONG_TIMES = ['yesterday', '2026-13-01T00:00:00Z', '2026-01-01', '2026-01-01T00:00:00-24:00', '0', ''];
/** Each parameter of each list, with values that are not valid for it. Already encoded. */
const WRONG_QUERIES = ROUTES.flatMap((route) =>
  route.query.flatMap(({ name, schema }) => [
    ...wrongValues(schema).map((value) => ({ route, query: `${name}=${value}` })),
    { route, query: `${name}=1&${name}=1` },
    { route, query: `${name}[]=1&${name}[]=2` },
  ]),
);
/** The least and the greatest that are valid. */
const LIMIT_QUERIES = ROUTES.filter(({ query }) => query.some(({ name }) => name === 'offset')).flatMap(
  (route) =>
    ['limit=1', 'limit=100', 'offset=0', 'offset=1000000000', 'offset=9007199254740991', 'unknown=1'].map(
      (query) => ({
        route,
        query,
      }),
    ),
);

function wrongValues(schema: Schema): readonly string[] {
  const own = () => {
    if (schema.type === 'integer') {
      const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = schema;
      return [...WRONG_NUMBERS, String(minimum - 1), String(BigInt(maximum) + 1n)];
    }
    if (schema.enum !== undefined || schema.type === 'boolean') {
      const known = String(schema.enum?.[0] ?? 'true');
      return ['none', '', '0', known === known.toUpperCase() ? known.toLowerCase() : known.toUpperCase()];
    }
    if (schema.format === 'date-time') return WRONG_TIMES;
    if (schema.format === 'uuid' || schema.pattern !== undefined) return ['-', '%27', '-1'];
    return ['x'.repeat((schema.maxLength ?? 1_000) + 1)];
  };
  return [...own(), ...WRONG_ENCODINGS];
}

attack(
  'A78',
  'pages and filters that are not valid',
  `400 for ${WRONG_QUERIES.length} of ${WRONG_QUERIES.length} wrong queries; 200 for ${LIMIT_QUERIES.length} of ${LIMIT_QUERIES.length} at the limits`,
  async (stage) => {
    const { sendTo, known } = await openSender(stage);
    const ask = async ({ route, query }: (typeof WRONG_QUERIES)[number]) => {
      const [name = ''] = query.split(/[=[]/);
      const parameters = [query, ...neededQuery(route.endpoint, name)].join('&');
      const { status } = await sendTo(route, `${pathOf(route.endpoint, known)}?${parameters}`);
      return { title: route.title, query, status };
    };
    const describe = ({ title, query, status }: Awaited<ReturnType<typeof ask>>) =>
      `${status} for ${title}?${query.slice(0, 60)}`;
    const refused = countRight(await inTurns(WRONG_QUERIES, ask), ({ status }) => status === 400, describe);
    const answered = countRight(await inTurns(LIMIT_QUERIES, ask), ({ status }) => status === 200, describe);
    return `400 for ${refused} wrong queries; 200 for ${answered} at the limits`;
  },
);

const MEGABYTE = 1_024 * 1_024;
/** What follows the headers of a request whose body would be too much, and the right status. */
const TOO_MUCH: readonly (readonly [
  what: string,
  headers: string,
  parts: readonly (string | Buffer)[],
  status: number,
])[] = [
  ['1 MB', `Content-Length: ${MEGABYTE + 2}`, [`"${'x'.repeat(MEGABYTE)}"`], 413],
  ['100 MB declared', `Content-Length: ${100 * MEGABYTE}`, ['{'], 413],
  [
    'endless chunks',
    'Transfer-Encoding: chunked',
    Array.from({ length: 60 }, () => `4000\r\n${' '.repeat(0x4000)}\r\n`),
    413,
  ],
  ['a key of 1 MB', `Content-Length: ${MEGABYTE + 6}`, [`{"${'k'.repeat(MEGABYTE)}":1}`], 413],
  ['100,000 keys', ...sized(`{${Array.from({ length: 100_000 }, (_, at) => `"k${at}":1`)}}`), 413],
  ['6,000 keys', ...sized(`{${Array.from({ length: 6_000 }, (_, at) => `"${at}":1`)}}`), 400],
  ['30,000 levels', ...sized('['.repeat(30_000) + ']'.repeat(30_000)), 400],
  ['30,000 objects deep', ...sized('{"":'.repeat(15_000)), 400],
  ['a number beyond all', ...sized('{"email":1e400}'), 400],
  ['a key twice', ...sized('{"email":"a@example.com","email":"b@example.com"}'), 400],
  ['a number of 60,000 digits', ...sized(`{"email":${'9'.repeat(60_000)}}`), 400],
  [
    'a compressed bomb',
    ...sized(gzipSync(Buffer.alloc(20 * MEGABYTE, ' ')), '\r\nContent-Encoding: gzip'),
    415,
  ],
];
const QUICK_SECONDS = 2;
const GROWTH_MAX_MB = 200;
const OTHERS_MS = 500;

function sized(body: string | Buffer, rest = ''): [headers: string, parts: readonly (string | Buffer)[]] {
  return [`Content-Length: ${Buffer.byteLength(body)}${rest}`, [body]];
}

attack(
  'A79',
  'bodies that are too large, too deep or too many',
  `refused with 400, 413 or 415 as expected ${TOO_MUCH.length * 3} of ${TOO_MUCH.length * 3} times within ${QUICK_SECONDS} s; the memory stays flat; other calls stay fast`,
  async (stage) => {
    const { address, process } = stage.a;
    const caller = await newCallerAt(stage, 'full');
    const time = async () => {
      const startedAt = performance.now();
      const { status } = await stage.newCaller().get('/auth/csrf-cookie');
      return status === 204 ? performance.now() - startedAt : Number.POSITIVE_INFINITY;
    };
    const calm = await inTurns(Array.from({ length: 40 }), time, 1);
    const pid = String(process.child.pid);
    const before = await memoryOf(pid);
    const during: number[] = [];
    let isOver = false;
    const watching = (async () => {
      while (!isOver) {
        during.push(await time());
        await pause(20);
      }
    })();
    const cases = Array.from({ length: 3 }, () => TOO_MUCH).flat();
    const answers = await inTurns(
      cases,
      async ([what, headers, parts, status]) => ({
        what,
        status,
        answer: await rawRequest(address, [
          `${headOf(stage, caller, 'POST', `${ADMIN_API}/exports`)}${headers}\r\n\r\n`,
          ...parts,
        ]),
      }),
      2,
    );
    isOver = true;
    await watching;
    const grown = (await memoryOf(pid)) - before;
    const refused = countRight(
      answers,
      ({ status, answer }) => answer.statuses.join() === String(status) && answer.seconds < QUICK_SECONDS,
      ({ what, answer }) => `${answer.statuses} in ${answer.seconds.toFixed(1)} s for ${what}`,
    );
    // On a busy machine, calls are slow even before the attack.
    const allowed = Math.max(OTHERS_MS, 5 * slowestOf(calm));
    const slowest = slowestOf(during);
    return [
      `refused with 400, 413 or 415 as expected ${refused} times within ${QUICK_SECONDS} s`,
      `the memory ${grown < GROWTH_MAX_MB ? 'stays flat' : `grows by ${Math.round(grown)} MB`}`,
      `other calls ${during.length > 0 && slowest < allowed ? 'stay fast' : `take ${Math.round(slowest)} ms`}`,
    ].join('; ');
  },
);

/** Of a process, in MB. */
async function memoryOf(pid: string): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', pid]);
  return Number(stdout) / 1_024;
}

/** The 99th percentile. */
function slowestOf(times: readonly number[]): number {
  return times.toSorted((one, two) => one - two)[Math.ceil(times.length * 0.99) - 1] ?? 0;
}
