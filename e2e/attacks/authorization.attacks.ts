import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PLATFORM_API } from '@halyard/contract/constants';
import { attack } from './support/attack.ts';
import { untilLinked } from './support/audit-entries.ts';
import { type Answer, type Caller, exchange, type Sending } from './support/caller.ts';
import { checksumOf } from './support/changed-tables.ts';
import {
  closedObjectsOf,
  nameOfPath,
  neededQuery,
  PLAUSIBLE,
  pathOf,
  ROUTES,
  type Route,
  sampleOf,
  unlistedKeys,
} from './support/contract-samples.ts';
import { inTurns } from './support/in-turns.ts';
import { disableAccount } from './support/people.ts';
import { connectPlatform, feedUser, idsOf, orderOf, type Platform } from './support/platform.ts';
import type { Stage } from './support/stage.ts';
import { copyOf, newCallerAt, sendAsNeeded } from './support/staged-callers.ts';
import { countRight } from './support/tally.ts';

const ACCESS_TABLE = fileURLToPath(new URL('../../docs/access.md', import.meta.url));

/** The callers of the route matrix, and the words with which docs/access.md admits them. */
const CALLERS = {
  none: /^anyone$/,
  verify: /^anyone$|half signed in \(verify\)/,
  enrol: /^anyone$|half signed in \(enrol\)/,
  full: /^anyone$|administrator/,
  expired: /^anyone$/,
  disabled: /^anyone$/,
  'service key': /^service key/,
  'key for redeeming invitations': /^service key `invitations`/,
  'revoked service key': /^never$/,
} as const;
type CallerName = keyof typeof CALLERS;
const CALLER_NAMES = Object.keys(CALLERS) as CallerName[];

/** A route with session access, or with key access, refuses a caller who has the other. */
const REFUSALS = ['unauthenticated', '2fa_setup_required', 'forbidden', 'invalid_csrf_token', 'rate_limited'];
const isRefused = ({ body }: Answer) => REFUSALS.includes(body?.status);

attack(
  'A71',
  'every route, from callers at every stage of sign-in',
  `the table lists ${ROUTES.length} of ${ROUTES.length} routes; as in the table ${ROUTES.length * CALLER_NAMES.length} of ${ROUTES.length * CALLER_NAMES.length} answers`,
  async (stage) => {
    const table = await readAccessTable();
    const senders = await matrixCallers(stage);
    // No endpoint takes this body, and no id exists, so that no admitted call changes anything.
    const body = { attack: 'A71' };
    const calls = ROUTES.flatMap((route) => CALLER_NAMES.map((caller) => ({ route, caller })));
    const answers = await inTurns(calls, async ({ route, caller }) => {
      const { method } = route.endpoint;
      const sending = method === 'POST' || method === 'PUT' ? { body } : {};
      return { route, caller, answer: await senders[caller](method, pathOf(route.endpoint), sending) };
    });
    const listed = countRight(
      ROUTES,
      ({ title }) => table.has(title),
      ({ title }) => title,
    );
    const right = countRight(
      answers,
      ({ route, caller, answer }) => {
        const isAdmitted = CALLERS[caller].test(table.get(route.title) ?? 'never');
        // For a caller of a public route, no session and an anonymous one are the same.
        const isPublic = table.get(route.title) === 'anyone' && !/key/.test(caller);
        if (isAdmitted || isPublic) return !isRefused(answer) && answer.status < 500;
        if (/key/.test(caller) && route.endpoint.access.kind === 'public') return true;
        const isHalfway = caller === 'enrol' || caller === 'full';
        return isRefused(answer) && (answer.status === 401 || (isHalfway && answer.status === 403));
      },
      ({ route, caller, answer }) => `${caller}: ${route.title} ${answer.status} ${answer.body?.status}`,
    );
    return `the table lists ${listed} routes; as in the table ${right} answers`;
  },
);

/** The callers of docs/access.md, by route. */
async function readAccessTable(): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(ACCESS_TABLE, 'utf8');
  const lines = text.matchAll(/^\| `([A-Z]+ \S+)` \| ([^|]+) \|/gm);
  return new Map([...lines].map(([, route = '', callers = '']) => [route, callers]));
}

type SendAs = (method: string, path: string, sending: Sending) => Promise<Answer>;

async function matrixCallers(stage: Stage): Promise<Record<CallerName, SendAs>> {
  const withSession =
    (caller: Caller): SendAs =>
    async (...call) =>
      await copyOf(stage, caller).send(...call);
  const expired = await stage.newEnrolled();
  const disabled = await stage.newEnrolled();
  await stage.write(
    "UPDATE sessions SET last_seen_at = now() - interval '31 minutes' WHERE administrator_id = $1",
    [expired.person.id],
  );
  await disableAccount(stage, disabled.person);
  const revoked = await connectPlatform(stage);
  await revoked.revokeKey();
  return {
    none: withSession(await newCallerAt(stage, 'none')),
    verify: withSession(await newCallerAt(stage, 'verify')),
    enrol: withSession(await newCallerAt(stage, 'enrol')),
    full: withSession(await newCallerAt(stage, 'full')),
    expired: withSession(expired.caller),
    disabled: withSession(disabled.caller),
    'service key': (await connectPlatform(stage)).send,
    'key for redeeming invitations': (await connectPlatform(stage, { scopes: ['invitations'] })).send,
    'revoked service key': revoked.send,
  };
}

const PROTECTED = ROUTES.filter(({ endpoint }) => endpoint.access.kind !== 'public');

/** Other spellings of a path, which a careless router or proxy would take for the same. */
const SPELLINGS: readonly ((path: string) => string)[] = [
  (path) => path,
  (path) => `/${path}`,
  (path) => `/.${path}`,
  (path) => `/assets/..${path}`,
  (path) => path.replace('/api', '/%61pi'),
  (path) => path.replace('/api', '/%2561pi'),
  (path) => path.replace('/api', '/api;x=1'),
  (path) => path.replace('/v1/', '/v1/./'),
  (path) => path.replace('/v1/', '/v1/%2e/'),
  (path) => path.replace('/v1/', '/v1/%2e%2e/v1/'),
  (path) => path.replace('/v1/', '/v1/auth/login/../../'),
  (path) => path.replace('/v1/', '/v1/auth/csrf-cookie/..;/../'),
  (path) => path.replace(/\/v1\/(.*)/, (_all, rest: string) => `/v1%2f${rest.replaceAll('/', '%2f')}`),
  (path) => `${path};x`,
  (path) => `${path}/`,
  (path) => `${path}%00`,
  (path) => `${path}%20`,
  (path) => `${path}.json`,
  (path) => `${path}?/auth/login`,
  (path) => `${path}#/auth/login`,
  (path) => path.toUpperCase(),
  (path) => path.replaceAll('/', '\\').replace('\\', '/'),
];
/** One router serves all routes, so each spelling is tried on every fourth. */
const SPELLED = SPELLINGS.flatMap((spell, at) =>
  PROTECTED.filter((_route, index) => (index + at) % 4 === 0).map((route) => ({ route, spell })),
);
const SPELLED_WRITES = SPELLED.filter(({ route }) => route.endpoint.method !== 'GET');

attack(
  'A72',
  'other spellings of protected paths',
  `without a session 400, 401, 404 or 405 for ${SPELLED.length} of ${SPELLED.length} calls; with one but no CSRF token 400, 401, 403, 404 or 405 for ${SPELLED_WRITES.length} of ${SPELLED_WRITES.length} writes`,
  async (stage) => {
    const on = await stage.unlimited();
    const { cookie } = await newCallerAt(stage, 'full');
    const sendAll = async (cases: typeof SPELLED, headers: Readonly<Record<string, string>>) =>
      await inTurns(cases, async ({ route: { endpoint }, spell }) => {
        const { method } = endpoint;
        const path = spell(pathOf(endpoint));
        const host = new URL(stage.publicUrl).host;
        const { status } = await exchange(on.address, { method, path, headers: { host, ...headers } });
        return { status, method, path };
      });
    const refused = (answers: Awaited<ReturnType<typeof sendAll>>, statuses: readonly number[]) =>
      countRight(
        answers,
        ({ status }) => statuses.includes(status),
        ({ status, method, path }) => `${status} for ${method} ${path}`,
      );
    const outside = refused(await sendAll(SPELLED, {}), [400, 401, 404, 405]);
    const inside = refused(await sendAll(SPELLED_WRITES, { cookie }), [400, 401, 403, 404, 405]);
    return `without a session 400, 401, 404 or 405 for ${outside} calls; with one but no CSRF token 400, 401, 403, 404 or 405 for ${inside} writes`;
  },
);

const IDS = [
  randomUUID(),
  '00000000-0000-0000-0000-000000000000',
  `${randomUUID()}x`,
  '0',
  '-1',
  '1.5',
  '0x1',
  '999999999999999999',
  '9223372036854775808',
  'null',
  'undefined',
  '%5B1%2C2%5D',
  '%27%20OR%20%271%27%3D%271',
  '..%2f..%2fauth%2fme',
  '%00',
  '%FF',
  '%ED%A0%80',
  '%F0%9F%92%B8',
  '*',
  'x'.repeat(1_024),
];
const WITH_ID = ROUTES.filter(({ endpoint }) => endpoint.path.includes(':'));
const ID_CALLS = WITH_ID.length * IDS.length;

attack(
  'A73',
  'ids that do not exist, of other forms, and of other people',
  `400 or 404 for ${ID_CALLS} of ${ID_CALLS} calls; the same answer to 5 of 5 ids of others as to random ones`,
  async (stage) => {
    const on = await stage.unlimited();
    const own = await stage.newEnrolled();
    const sender = copyOf(stage, own.caller, on);
    const platform = await connectPlatform(stage, { on });
    const calls = WITH_ID.flatMap((route) => IDS.map((id) => ({ route, id })));
    const answers = await inTurns(calls, async ({ route: { endpoint, bodies, title }, id }) => {
      const { method, path, access, stepUp } = endpoint;
      const [body] = bodies;
      const address = path.replaceAll(/:\w+/g, id);
      const sending = body === undefined ? {} : { body: sampleOf(body, PLAUSIBLE) };
      const { status } =
        access.kind === 'service_key'
          ? await platform.send(method, address, sending)
          : await sender.send(method, address, sending);
      return { title, id, status, isBackup: stepUp === 'always' };
    });
    const refused = countRight(
      answers,
      // A backup asks for a code first, whether or not there is such a wallet.
      ({ status, isBackup }) => status === 400 || status === 404 || (isBackup && status === 403),
      ({ title, id, status }) => `${status} for ${id.slice(0, 40)} in ${title}`,
    );

    const other = await stage.newEnrolled();
    const { sessions } = (await other.caller.get('/auth/sessions')).body;
    const wallet = await stage.newWallet();
    const prepared = await other.caller.post('/exports', { of: 'users' });
    const ticket = String(prepared.body.address).split('/').at(-1) ?? '';
    const pairs: readonly (readonly [method: string, existing: string, random: string])[] = [
      ['DELETE', `/auth/sessions/${sessions[0].id}`, `/auth/sessions/${randomUUID()}`],
      ['GET', `/exports/${ticket}`, `/exports/${ticket.split('').reverse().join('')}`],
      ['GET', `/wallets/${wallet.id}/backup`, '/wallets/999999999999/backup'],
      ['GET', `/wallets/${wallet.uuid}/backup`, `/wallets/${randomUUID()}/backup`],
      ['GET', `/users/${other.person.id}`, `/users/${randomUUID()}`],
    ];
    const compared = await inTurns(pairs, async ([method, existing, random]) => ({
      existing,
      answers: [await sender.send(method, existing), await sender.send(method, random)],
    }));
    const wordsOf = ({ status, body }: Answer) => `${status} ${body?.status} ${body?.message}`;
    const same = countRight(
      compared,
      ({ answers: [first, second] }) =>
        first !== undefined &&
        second !== undefined &&
        first.status >= 400 &&
        wordsOf(first) === wordsOf(second),
      (each) => `${each.existing}: ${each.answers.map(wordsOf).join(' and ')}`,
    );
    return `400 or 404 for ${refused} calls; the same answer to ${same} ids of others as to random ones`;
  },
);

/** Keys that would matter if they were copied into a record. */
const FOREIGN_KEYS = [
  'id',
  'uuid',
  'email',
  'role',
  'isAdmin',
  'password_hash',
  'blockedAt',
  'createdAt',
  'constructor',
  '__proto__',
];
const MASS_ASSIGNMENTS = ROUTES.flatMap((route) =>
  route.bodies.flatMap((body) =>
    closedObjectsOf(body).flatMap(({ path, schema }) =>
      FOREIGN_KEYS.filter((key) => !Object.hasOwn(schema.properties ?? {}, key)).map((key) => ({
        route,
        body,
        path,
        schema,
        key,
      })),
    ),
  ),
);
const READING = ROUTES.filter(({ answer, endpoint }) => answer !== undefined && endpoint.method === 'GET');

/** Tables that only an accepted call changes. */
const BUSINESS_TABLES = [
  'administrators',
  'users',
  'user_totals',
  'user_credentials',
  'merchants',
  'orders',
  'wallets',
  'wallet_transactions',
  'invitations',
  'exports',
  'two_factor_setups',
];

attack(
  'A74',
  'keys that a body does not have, and answers with more than the contract lists',
  `400 that names the key for ${MASS_ASSIGNMENTS.length} of ${MASS_ASSIGNMENTS.length} bodies; nothing changed; only listed keys in ${READING.length} of ${READING.length} answers`,
  async (stage) => {
    const on = await stage.unlimited();
    const platform = await connectPlatform(stage, { on });
    const known = await plantRecords(stage, platform);
    const send = sendAsNeeded(stage, on);
    const sendTo = async ({ endpoint }: Route, sending: Sending) =>
      endpoint.access.kind === 'service_key'
        ? await platform.send(endpoint.method, pathOf(endpoint, known), sending)
        : await send(endpoint.access, endpoint.method, pathOf(endpoint, known), sending);
    // Signs in at every stage before the state is read.
    for (const { endpoint } of ROUTES) {
      if (endpoint.access.kind !== 'service_key') await send(endpoint.access, 'GET', '/auth/2fa/status');
    }
    const before = await checksumOf(stage, BUSINESS_TABLES);
    const refusals = await inTurns(MASS_ASSIGNMENTS, async ({ route, body, path, schema, key }) => {
      const marked = { ...(sampleOf(schema, PLAUSIBLE) as object), FOREIGN: 'x' };
      const raw = JSON.stringify(sampleOf(body, PLAUSIBLE, path, marked)).replace('"FOREIGN"', `"${key}"`);
      return {
        title: route.title,
        name: nameOfPath([...path, key]),
        key,
        answer: await sendTo(route, { raw }),
      };
    });
    const refused = countRight(
      refusals,
      ({ key, name, answer: { status, body } }) =>
        status === 400 &&
        (['__proto__', 'constructor'].includes(key)
          ? ['invalid_json', 'validation_error'].includes(body.status)
          : body.errors?.some((each: { field: string; code: string }) => each.field === name)),
      ({ title, name, answer }) => `${answer.status} ${answer.text.slice(0, 120)} for ${name} in ${title}`,
    );
    const isSame = (await checksumOf(stage, BUSINESS_TABLES)) === before;

    const answers = await inTurns(READING, async (route) => {
      const path = `${pathOf(route.endpoint, known)}?${neededQuery(route.endpoint).join('&')}`;
      const { method, access, stepUp } = route.endpoint;
      const { body, status } =
        access.kind === 'service_key'
          ? await platform.send(method, path)
          : await send({ kind: 'session', stages: ['full'] }, method, path);
      const unlisted = route.answer === undefined ? [] : unlistedKeys(route.answer, body);
      // A backup answers with a key, and needs a code that A51 and others have.
      return { title: route.title, isAnswered: status === 200 || stepUp === 'always', status, unlisted };
    });
    const listed = countRight(
      answers,
      ({ isAnswered, unlisted, status }) => isAnswered && (status !== 200 || unlisted.length === 0),
      ({ title, status, unlisted }) => `${title} ${status} ${unlisted}`,
    );
    return `400 that names the key for ${refused} bodies; ${isSame ? 'nothing' : 'something'} changed; only listed keys in ${listed} answers`;
  },
);

/** Records of every kind. Returns their ids by the name of the collection in paths. */
async function plantRecords(stage: Stage, platform: Platform): Promise<Readonly<Record<string, string>>> {
  const fed = await feedUser(platform);
  const wallet = await stage.newWallet();
  await platform.feed('/wallet-transactions', {
    transactions: [
      {
        uuid: randomUUID(),
        walletUuid: wallet.uuid,
        direction: 'incoming',
        status: 'confirmed',
        type: 'payment',
        currency: 'USDT',
        amount: '100',
        createdAt: '2026-01-02T03:04:05.000Z',
      },
    ],
  });
  const { caller } = await stage.newEnrolled();
  await caller.post('/invitations', { email: `${randomUUID()}@example.com` });
  const { body: entries } = await caller.get('/audit-logs?limit=1');
  const { body: invited } = await caller.get('/invitations?limit=1');
  return {
    ...idsOf(fed),
    wallets: wallet.id,
    'audit-logs': entries.logs[0].id,
    invitations: invited.invitations[0].id,
  };
}

const RIGHT_SETTINGS = [
  '{"serviceFeeRate":0,"maxMerchants":-1}',
  '{"serviceFeeRate":1}',
  '{"serviceFeeRate":0.0001}',
  '{"serviceFeeRate":0.01,"maxMerchants":0}',
  '{"maxMerchants":2147483647}',
  '{}',
];
const WRONG_SETTINGS = [
  ...['-0.01', '1.01', '1e-9', '0.00001', '1e400', 'NaN', '"0.05"', 'null', 'true', '[0.05]', '{}'].map(
    (rate) => `{"serviceFeeRate":${rate}}`,
  ),
  ...['-2', '1.5', '2147483648', '9007199254740993', '"5"', 'null', 'true', '[5]'].map(
    (count) => `{"maxMerchants":${count}}`,
  ),
  '{"serviceFeeRate":0.5,"maxMerchants":-2}',
  '',
];
const WRONG_REASONS = [
  {},
  ...['', '   ', '\u200b\u2060', '\u0000', 'x'.repeat(10_000), null, 5, ['x'], { a: 1 }].map((reason) => ({
    reason,
  })),
];
const AT_ONCE = 20;

attack(
  'A75',
  'settings and blocks out of range, and many at once',
  `wrong settings 400 for ${WRONG_SETTINGS.length} of ${WRONG_SETTINGS.length}, nothing saved; at the limits 204 for ${RIGHT_SETTINGS.length} of ${RIGHT_SETTINGS.length}; ${AT_ONCE} at once: each audit entry continues the one before, the last is what is saved; wrong reasons 400 for ${WRONG_REASONS.length} of ${WRONG_REASONS.length}; blocked once of 2 times, sessions ended, orders refused; ${AT_ONCE} blocks and unblocks at once: they alternate, the last is what is saved`,
  async (stage) => {
    const platform = await connectPlatform(stage);
    const { userUuid, merchantUuid } = await feedUser(platform);
    // Two administrators, because calls of one could wait for each other.
    const { caller } = await stage.newEnrolled();
    const second = copyOf(stage, (await stage.newEnrolled()).caller, stage.b);
    const callers = [caller, second];
    const userPath = `/users/${userUuid}`;
    const put = async (raw: string, by = caller) => await by.send('PUT', `${userPath}/settings`, { raw });

    const defaults = (await caller.get(`${userPath}/settings`)).text;
    const wrong = await inTurns(WRONG_SETTINGS, async (raw) => ({ raw, status: (await put(raw)).status }), 1);
    const isUnsaved = (await caller.get(`${userPath}/settings`)).text === defaults;
    const right = await inTurns(RIGHT_SETTINGS, async (raw) => ({ raw, status: (await put(raw)).status }), 1);
    const settingsAre = (status: number) => (each: { readonly status: number }) => each.status === status;
    const describeSettings = ({ raw, status }: { raw: string; status: number }) => `${status} for ${raw}`;

    await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, index) => {
        const settings = { serviceFeeRate: 0.1 + index / 100, maxMerchants: index };
        await put(JSON.stringify(settings), callers[index % callers.length]);
      }),
    );
    const changes = await changesOf(stage, userUuid, 'user.settings_update');
    const saved = (await caller.get(`${userPath}/settings`)).body;

    const reasons = await inTurns(
      WRONG_REASONS,
      async (body) => ({ body, status: (await caller.post(`${userPath}/block`, body)).status }),
      1,
    );
    const blocks = await Promise.all(
      [caller, second].map(
        async (by) => (await by.post(`${userPath}/block`, { reason: 'Chargebacks' })).status,
      ),
    );
    const access = await platform.send('GET', `${PLATFORM_API}${userPath}/access`);
    const { rows: open } = await stage.database.query({
      text: 'SELECT FROM user_credentials WHERE user_id = $1 AND ended_at IS NULL',
      values: [userUuid],
    });
    const order = await platform.post('/orders', { orders: [orderOf({ merchantUuid })] });
    const isEnded = access.body.blocked && access.body.credentialsEndedAt !== null && open.length === 0;

    await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, index) => {
        const by = callers[Math.floor(index / 2) % callers.length] ?? caller;
        if (index % 2 === 0) await by.post(`${userPath}/block`, { reason: `Again ${index}` });
        else await by.post(`${userPath}/unblock`);
      }),
    );
    const acts = await actsOf(stage, userUuid);
    const alternate = acts.every((act, at) => act === (at % 2 === 0 ? 'user.block' : 'user.unblock'));
    const isBlocked = (await caller.get(userPath)).body.blockedAt !== null;
    const isLastSaved = isBlocked === (acts.at(-1) === 'user.block');
    return [
      `wrong settings 400 for ${countRight(wrong, settingsAre(400), describeSettings)}, ${isUnsaved ? 'nothing' : 'something'} saved`,
      `at the limits 204 for ${countRight(right, settingsAre(204), describeSettings)}`,
      `${AT_ONCE} at once: ${isChain(changes) ? 'each audit entry continues the one before' : `the audit entries are ${JSON.stringify(changes)}`}, the last is ${isAfter(changes, saved) ? 'what is saved' : `not ${JSON.stringify(saved)}`}`,
      `wrong reasons 400 for ${countRight(reasons, settingsAre(400), ({ body, status }) => `${status} for ${JSON.stringify(body).slice(0, 40)}`)}`,
      `blocked ${blocks.toSorted().join() === '204,409' ? 'once' : blocks.join()} of 2 times, sessions ${isEnded ? 'ended' : `open: ${access.text}`}, orders ${order.status === 409 && order.body.status === 'user_blocked' ? 'refused' : order.text}`,
      `${AT_ONCE} blocks and unblocks at once: ${acts.length > 1 && alternate ? 'they alternate' : acts.join()}, the last is ${isLastSaved ? 'what is saved' : 'not what is saved'}`,
    ].join('; ');
  },
);

type Changes = Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>;

async function changesOf(stage: Stage, userUuid: string, action: string): Promise<readonly Changes[]> {
  await untilLinked(stage);
  const { database } = stage;
  const { rows } = await database.query<{ readonly changes: Changes }>({
    text: 'SELECT changes FROM audit_log WHERE resource_id = $1 AND action = $2 ORDER BY sequence',
    values: [userUuid, action],
  });
  return rows.map(({ changes }) => changes);
}

async function actsOf(stage: Stage, userUuid: string): Promise<readonly string[]> {
  await untilLinked(stage);
  const { database } = stage;
  const { rows } = await database.query<{ readonly action: string }>({
    text: `SELECT action FROM audit_log WHERE resource_id = $1 AND action IN ('user.block', 'user.unblock')
      ORDER BY sequence`,
    values: [userUuid],
  });
  return rows.map(({ action }) => action);
}

/** Whether the value before each change is the one after the last change of the same setting. */
function isChain(changes: readonly Changes[]): boolean {
  const last: Record<string, unknown> = {};
  return changes.every((change) =>
    Object.entries(change).every(([name, { before, after }]) => {
      const isNext = !Object.hasOwn(last, name) || last[name] === before;
      last[name] = after;
      return isNext;
    }),
  );
}

function isAfter(changes: readonly Changes[], saved: Readonly<Record<string, unknown>>): boolean {
  const last = Object.assign({}, ...changes) as Changes;
  return Object.keys(saved).every((name) => Number(last[name]?.after) === Number(saved[name]));
}
