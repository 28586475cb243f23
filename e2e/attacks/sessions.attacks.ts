import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { CSRF_HEADER } from '@halyard/contract/constants';
import { attack } from './support/attack.ts';
import { untilLinked } from './support/audit-entries.ts';
import type { Answer, Caller } from './support/caller.ts';
import { dumpTables } from './support/evidence.ts';
import { isMailed, mailedToken, requestResetToken } from './support/mails.ts';
import { runOperatorCommand } from './support/operator.ts';
import { NEW_PASSWORD } from './support/passwords.ts';
import type { Person } from './support/people.ts';
import { currentCode, replaceAuthenticator, signedIn } from './support/second-factor.ts';
import type { Replica, Stage } from './support/stage.ts';
import { newVisitor } from './support/staged-callers.ts';
import { common, countWanted } from './support/tally.ts';

const COOKIE = '__Host-admin_session';

const tokenOf = (cookie: string) => cookie.slice(cookie.indexOf('=') + 1);
const hashOf = (cookie: string) => createHash('sha256').update(tokenOf(cookie)).digest();

/** Status of a call with this cookie, from a network of its own. */
async function statusWith(
  { newCaller }: Stage,
  cookie: string,
  { on, path = '/auth/me' }: { readonly on?: Replica; readonly path?: string } = {},
): Promise<number> {
  return (await newCaller({ ...(on !== undefined && { on }) }).get(path, { headers: { cookie } })).status;
}

/** Status of a call with this cookie on each process, such as `401` if both answer it. */
async function statusOnBoth(stage: Stage, cookie: string, path?: string): Promise<string> {
  const statuses: number[] = [];
  for (const on of [stage.a, stage.b]) {
    statuses.push(await statusWith(stage, cookie, { on, ...(path !== undefined && { path }) }));
  }
  return common(statuses);
}

attack(
  'A12',
  'a session cookie that an attacker set before sign-in',
  'the attacker’s cookie is replaced; new cookies and CSRF tokens at password and code; the cookies before: 401 for 3 of 3 cookies',
  async (stage) => {
    const { newEnrolled, newCaller } = stage;
    const { person } = await newEnrolled();
    const caller = newCaller();
    const planted = `${COOKIE}=${randomBytes(32).toString('base64url')}`;
    caller.cookie = planted;
    await caller.get('/auth/csrf-cookie');
    const steps = [{ cookie: caller.cookie, token: caller.csrfToken }];
    await caller.post('/auth/login', { email: person.email, password: person.password });
    steps.push({ cookie: caller.cookie, token: caller.csrfToken });
    await caller.post('/auth/2fa/verify', { code: await person.freshCode() });
    steps.push({ cookie: caller.cookie, token: caller.csrfToken });
    const [anonymous, halfway] = steps.map(({ cookie }) => cookie);
    const before: [string, number][] = [];
    for (const [name, cookie = ''] of [
      ['attacker’s', planted],
      ['before the password', anonymous],
      ['before the code', halfway],
    ] as const) {
      before.push([name, await statusWith(stage, cookie)]);
    }
    const areNew =
      new Set(steps.map(({ cookie }) => cookie)).size === 3 &&
      new Set(steps.map(({ token }) => token)).size === 3;
    return `the attacker’s cookie is ${anonymous === planted ? 'kept' : 'replaced'}; ${areNew ? 'new' : 'the same'} cookies and CSRF tokens at password and code; the cookies before: 401 for ${countWanted(401, before)} cookies`;
  },
);

attack(
  'A13',
  'attributes of cookies that would let them leak',
  'strict attributes for 7 of 7 cookies; sign-out deletes its cookie; 0 other cookies',
  async (stage) => {
    const { newAdministrator, newCaller } = stage;
    const person = await newAdministrator();
    const caller = newCaller();
    const answers: [string, Answer][] = [
      ['csrf-cookie', await caller.get('/auth/csrf-cookie')],
      ['login', await caller.post('/auth/login', { email: person.email, password: person.password })],
    ];
    const { body: setUp } = await caller.post('/auth/2fa/setup');
    person.secret = setUp.secret;
    const code = currentCode(setUp.secret);
    const { secret, backupCodes } = setUp;
    answers.push(['enable', await caller.post('/auth/2fa/enable', { code, secret, backupCodes })]);
    const change = { currentPassword: person.password, newPassword: NEW_PASSWORD };
    answers.push(['password change', await caller.post('/auth/password/change', change)]);
    answers.push(['logout', await caller.post('/auth/logout')]);
    await caller.get('/auth/csrf-cookie');
    answers.push([
      'login of an enrolled administrator',
      await caller.post('/auth/login', { email: person.email, password: NEW_PASSWORD }),
    ]);
    answers.push(['verify', await caller.post('/auth/2fa/verify', { code: await person.freshCode() })]);
    const value = String.raw`(anonymous\.)?[\w-]{43}; Path=/; HttpOnly; Secure; SameSite=Strict`;
    const deletion = 'Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Strict';
    const form = new RegExp(`^${COOKIE}=(${value}|; (Max-Age=0; )?${deletion})$`);
    const lines = answers.flatMap(([name, { setCookie }]) =>
      setCookie.length === 0
        ? ([[name, 'no cookie']] as const)
        : setCookie.map((line) => [name, line] as const),
    );
    const results = lines.map(
      ([name, line]) => [name, form.test(line) && line.length < 4_096 ? 'strict attributes' : line] as const,
    );
    const signedOut = answers.find(([name]) => name === 'logout')?.[1].setCookie[0] ?? '';
    const isDeleted = /=; .*Expires=Thu, 01 Jan 1970/.test(signedOut);
    const others = lines.filter(([, line]) => !line.startsWith(`${COOKIE}=`)).length;
    return `strict attributes for ${countWanted('strict attributes', results)} cookies; sign-out ${isDeleted ? 'deletes' : 'keeps'} its cookie; ${others} other cookies`;
  },
);

const ANONYMOUS = 500;
const SIGN_INS = 24;

attack(
  'A14',
  'tokens that are guessed, read in the database, sent elsewhere, or used as another kind',
  [
    `${ANONYMOUS + SIGN_INS} different tokens of 256 bits`,
    `in the database: the hash of ${SIGN_INS} of ${SIGN_INS} tokens, 0 of them readable`,
    'elsewhere than in the cookie: 401 for 6 of 6 calls',
    'as another kind: refused for 9 of 9 uses',
  ].join('; '),
  async (stage) => {
    const { newCaller, newEnrolled, write } = stage;
    const { person, caller } = await newEnrolled();
    const anonymous: string[] = [];
    for (let batch = 0; batch < ANONYMOUS / 50; batch++) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, async () => {
          const visitor = await newVisitor(stage);
          return tokenOf(visitor.cookie).replace('anonymous.', '');
        }),
      );
      anonymous.push(...answers);
    }
    const pending: Caller[] = [];
    for (let signIn = 0; signIn < SIGN_INS; signIn++) {
      const visitor = newCaller();
      await visitor.signIn(person);
      pending.push(visitor);
    }
    const tokens = pending.map(({ cookie }) => tokenOf(cookie));
    const different = new Set(
      [...anonymous, ...tokens].filter((token) => Buffer.from(token, 'base64url').length === 32),
    );

    const reset = await requestResetToken(stage, person.email);
    const invited = `invited-${person.email}`;
    const created = await caller.post('/invitations', { email: invited });
    const invitation = await mailedToken(stage, invited);
    const stored = [...(await dumpTables(stage)).values()].join('\n').toLowerCase();
    const hashes = pending.filter(({ cookie }) => stored.includes(hashOf(cookie).toString('hex'))).length;
    const secrets = [...tokens, reset, invitation, tokenOf(caller.cookie), caller.csrfToken];
    const readable = secrets.filter((token) =>
      [token, Buffer.from(token, 'base64url').toString('hex'), Buffer.from(token).toString('hex')].some(
        (form) => stored.includes(form.toLowerCase()),
      ),
    ).length;

    const token = tokenOf(caller.cookie);
    const elsewhere: [string, number][] = [];
    const callWith = async (name: string, path: string, headers: Record<string, string> = {}) =>
      elsewhere.push([name, (await newCaller().get(path, { headers })).status]);
    await callWith('query', `/auth/me?sid=${token}&token=${token}&session=${token}`);
    await callWith('cookie in the query', `/auth/me?${caller.cookie}`);
    await callWith('Authorization', '/auth/me', { authorization: `Bearer ${token}` });
    await callWith('header', '/auth/me', { 'x-session': token, 'x-auth-token': token });
    await callWith('header named as the cookie', '/auth/me', { [COOKIE]: token });
    const visitor = await newVisitor(stage);
    const inBody = await visitor.post('/auth/2fa/setup', { sid: token, token, [COOKIE]: token });
    elsewhere.push(['body', inBody.status]);

    const kinds: [string, unknown][] = [];
    const use = (name: string, status: number, refusal: number) =>
      kinds.push([name, status === refusal ? 'refused' : status]);
    const [half] = pending;
    use('pending as full', await statusWith(stage, half?.cookie ?? '', { path: '/users' }), 401);
    for (const [name, other] of [
      ['CSRF token', caller.csrfToken],
      ['reset link', reset],
      ['invitation', invitation],
    ]) {
      use(`${name} as session`, await statusWith(stage, `${COOKIE}=${other}`), 401);
    }
    use('session as anonymous', await statusWith(stage, `${COOKIE}=anonymous.${token}`), 401);
    const withSession = await caller.post('/auth/2fa/replace/setup', undefined, {
      headers: { [CSRF_HEADER]: token },
    });
    use('session as CSRF token', withSession.status, 403);
    for (const [name, other] of [
      ['session', token],
      ['invitation', invitation],
      ['CSRF token', caller.csrfToken],
    ]) {
      const { status } = await visitor.post('/auth/password/reset/validate', { token: other });
      use(`${name} as reset link`, status, 400);
    }
    await write('DELETE FROM invitations WHERE email = $1', [invited]);
    return [
      `${different.size} different tokens of 256 bits`,
      `in the database: the hash of ${hashes} of ${pending.length} tokens, ${readable} of them readable`,
      `elsewhere than in the cookie: 401 for ${countWanted(401, elsewhere)} calls`,
      `as another kind: refused for ${countWanted('refused', kinds)} uses${created.status === 204 || created.status === 200 ? '' : ` (invitation: ${created.status})`}`,
    ].join('; ');
  },
);

const REPLAY_MS = 5_000;

attack(
  'A15',
  'a cookie that is used after sign-out',
  'sign-out: 204, deletes the cookie, clears the cache; then 401 on both processes for five seconds; again: 204 or 401; without a row of the session: 204 or 401',
  async (stage) => {
    const { newEnrolled, newCaller, write } = stage;
    const { caller } = await newEnrolled();
    const { cookie, csrfToken } = caller;
    const headers = { cookie, [CSRF_HEADER]: csrfToken };
    const signedOut = await caller.post('/auth/logout');
    const deletes = signedOut.setCookie.some((line) => /=; .*Expires=Thu, 01 Jan 1970/.test(line));
    const clears = /"(cache|\*)"/.test(String(signedOut.headers['clear-site-data']));
    const statuses = new Set<string>();
    for (const until = performance.now() + REPLAY_MS; performance.now() < until; ) {
      statuses.add(await statusOnBoth(stage, cookie));
      await pause(100);
    }
    const again = await newCaller().post('/auth/logout', undefined, { headers });
    const { caller: other } = await newEnrolled();
    await write('DELETE FROM sessions WHERE token_hash = $1', [hashOf(other.cookie)]);
    const gone = await other.post('/auth/logout');
    const isUsual = ({ status }: Answer) => ([204, 401].includes(status) ? '204 or 401' : status);
    return `sign-out: ${signedOut.status}, ${deletes ? 'deletes' : 'keeps'} the cookie, ${clears ? 'clears' : 'keeps'} the cache; then ${[...statuses].join(' ')} on both processes for five seconds; again: ${isUsual(again)}; without a row of the session: ${isUsual(gone)}`;
  },
);

/** Moves the times of a session into the past, so that it has these seconds left, or is over for as long. */
async function leaveSeconds(
  { write }: Stage,
  cookie: string,
  { idle, absolute }: { readonly idle?: number; readonly absolute?: number },
): Promise<void> {
  const text =
    idle === undefined
      ? `UPDATE sessions SET last_seen_at = now(), created_at = created_at - (expires_at - now()) + make_interval(secs => $2),
          expires_at = now() + make_interval(secs => $2) WHERE token_hash = $1`
      : `UPDATE sessions SET last_seen_at = now() - interval '30 minutes' + make_interval(secs => $2)
          WHERE token_hash = $1`;
  await write(text, [hashOf(cookie), idle ?? absolute]);
}

async function lifetimeOf({ database }: Stage, cookie: string): Promise<string> {
  const { rows } = await database.query<{ readonly lifetime: string }>({
    text: `SELECT to_char(date_trunc('minute', expires_at - created_at + interval '5 seconds'), 'HH24:MI') AS lifetime
      FROM sessions WHERE token_hash = $1`,
    values: [hashOf(cookie)],
  });
  return rows[0]?.lifetime ?? 'no session';
}

/** Time for the calls on both processes. */
const LEFT_SECONDS = 10;

attack(
  'A16',
  'a session that is kept too long',
  [
    'idle for 30 minutes less 10 s: 200, afterwards 401',
    'signed in for 12:00 less 10 s: 200, 5 calls later it still ends after 12:00: 401',
    'between password and code for 00:10 less 10 s: 200, then 401',
    'in the set-up for 00:30 less 10 s: 200, then 401',
  ].join('; '),
  async (stage) => {
    const { newEnrolled, newAdministrator, newCaller } = stage;
    const { person, caller: idle } = await newEnrolled();
    await leaveSeconds(stage, idle.cookie, { idle: LEFT_SECONDS });
    const almostIdle = await statusOnBoth(stage, idle.cookie);
    await leaveSeconds(stage, idle.cookie, { idle: -1 });
    const tooIdle = await statusOnBoth(stage, idle.cookie);

    const endOf = async (cookie: string, path: string, calls = 0) => {
      const lifetime = await lifetimeOf(stage, cookie);
      await leaveSeconds(stage, cookie, { absolute: LEFT_SECONDS });
      const before = await statusOnBoth(stage, cookie, path);
      for (let call = 0; call < calls; call++) await statusWith(stage, cookie, { path });
      const still = await lifetimeOf(stage, cookie);
      await leaveSeconds(stage, cookie, { absolute: -1 });
      return { lifetime, before, still, after: await statusOnBoth(stage, cookie, path) };
    };
    const full = await endOf((await signedIn(stage, person)).cookie, '/auth/me', 5);
    const halfway = newCaller();
    await halfway.signIn(person);
    const pending = await endOf(halfway.cookie, '/auth/2fa/status');
    const newcomer = newCaller();
    await newcomer.signIn(await newAdministrator());
    const settingUp = await endOf(newcomer.cookie, '/auth/2fa/status');
    return [
      `idle for 30 minutes less 10 s: ${almostIdle}, afterwards ${tooIdle}`,
      `signed in for ${full.lifetime} less 10 s: ${full.before}, 5 calls later it still ends after ${full.still}: ${full.after}`,
      `between password and code for ${pending.lifetime} less 10 s: ${pending.before}, then ${pending.after}`,
      `in the set-up for ${settingUp.lifetime} less 10 s: ${settingUp.before}, then ${settingUp.after}`,
    ].join('; ');
  },
);

interface Scene {
  readonly person: Person;
  /** The session that acts. */
  readonly own: Caller;
}

type Revocation = readonly [name: string, mail: RegExp | undefined, act: (scene: Scene) => Promise<unknown>];

const revocations = (stage: Stage): readonly Revocation[] => [
  [
    'password change',
    /password was changed/,
    async ({ person, own }) =>
      await own.post('/auth/password/change', {
        currentPassword: person.password,
        newPassword: NEW_PASSWORD,
      }),
  ],
  [
    'password reset',
    /password was changed/,
    async ({ person }) => {
      const token = await requestResetToken(stage, person.email);
      const caller = await newVisitor(stage);
      await caller.post('/auth/password/reset/complete', { token, newPassword: NEW_PASSWORD });
    },
  ],
  [
    '2FA disabled',
    /authentication was disabled/,
    async ({ person, own }) => await own.post('/auth/2fa/disable', { code: await person.freshCode() }),
  ],
  [
    'authenticator replaced',
    /authenticator for your .* was replaced/,
    async ({ person, own }) => await replaceAuthenticator(own, await person.freshCode()),
  ],
  ['other sessions ended', undefined, async ({ own }) => await own.send('DELETE', '/auth/sessions')],
  [
    'disabled by an operator',
    undefined,
    async ({ person }) => await runOperatorCommand(stage, ['disable', person.email]),
  ],
  [
    'ended by an operator',
    undefined,
    async ({ person }) => await runOperatorCommand(stage, ['sessions', 'end', person.email]),
  ],
];

attack(
  'A17',
  'sessions that outlive what should end them',
  [
    'password change: own 200, own before 401, other 401, recorded 1, mailed 1',
    'password reset: own 401, own before 401, other 401, recorded 2, mailed 1',
    '2FA disabled: own 401, own before 401, other 401, recorded 2, mailed 1',
    'authenticator replaced: own 200, own before 200, other 401, recorded 1, mailed 1',
    'other sessions ended: own 200, own before 200, other 401, recorded 1, mailed 0',
    'disabled by an operator: own 401, own before 401, other 401, recorded 2, mailed 0',
    'ended by an operator: own 401, own before 401, other 401, recorded 2, mailed 0',
    'another administrator throughout: 200',
  ].join('; '),
  async (stage) => {
    const { newEnrolled, b, database } = stage;
    const { caller: stranger } = await newEnrolled();
    const lines: string[] = [];
    for (const [name, mail, act] of revocations(stage)) {
      const { person, caller: own } = await newEnrolled();
      const other = await signedIn(stage, person, b);
      const before = own.cookie;
      const { rows: open } = await database.query<{ readonly id: string }>({
        text: 'SELECT id FROM sessions WHERE administrator_id = $1 AND ended_at IS NULL',
        values: [person.id],
      });
      await act({ person, own });
      const after = own.cookie === '' ? before : own.cookie;
      const statuses = `own ${await statusOnBoth(stage, after)}, own before ${await statusOnBoth(stage, before)}, other ${await statusOnBoth(stage, other.cookie)}`;
      await untilLinked(stage);
      const { rows: recorded } = await database.query({
        text: `SELECT FROM audit_log WHERE action = 'session.end' AND resource_id = ANY ($1)`,
        values: [open.map(({ id }) => id)],
      });
      const mailed = mail !== undefined && (await isMailed(stage, person.email, mail));
      lines.push(`${name}: ${statuses}, recorded ${recorded.length}, mailed ${mailed ? 1 : 0}`);
    }
    lines.push(`another administrator throughout: ${await statusOnBoth(stage, stranger.cookie)}`);
    return lines.join('; ');
  },
);

attack(
  'A18',
  'more sessions than allowed, and cookies that are no session',
  'sixth session: the first 401, the other five 200, recorded: too many sessions; odd cookies: 401 for 13 of 13 cookies; too large: 431',
  async (stage) => {
    const { newEnrolled, database } = stage;
    const { person, caller: first } = await newEnrolled();
    const others: Caller[] = [];
    for (let session = 2; session <= 6; session++) others.push(await signedIn(stage, person));
    const oldest = await statusOnBoth(stage, first.cookie);
    const kept: string[] = [];
    for (const { cookie } of others) kept.push(await statusOnBoth(stage, cookie));
    await untilLinked(stage);
    const { rows } = await database.query<{ readonly reason: string }>({
      text: `SELECT metadata ->> 'reason' AS reason FROM audit_log WHERE action = 'session.end' AND resource_id =
        (SELECT id::text FROM sessions WHERE token_hash = $1)`,
      values: [hashOf(first.cookie)],
    });

    const token = tokenOf(others[0]?.cookie ?? '');
    const hash = hashOf(others[0]?.cookie ?? '');
    const odd: readonly [string, string][] = [
      ['empty', ''],
      ['truncated', token.slice(0, -1)],
      ['longer', `${token}A`],
      ['4 KB', 'A'.repeat(4_096)],
      ['8 KB', 'A'.repeat(8_192)],
      ['twice, an odd one first', `${token.slice(0, -1)}; ${COOKIE}=${token.slice(1)}`],
      ['other base64', `${token.slice(0, -2)}+/`],
      ['NUL', `${token.slice(0, -3)}%00`],
      ['malformed escape', '%E0%A4%A'],
      ['stored hash', hash.toString('base64url')],
      ['stored hash in hex', hash.toString('hex')],
      ['quotes', `' OR 1=1 --`],
      ['object', '{"token":true}'],
    ];
    const results: [string, number][] = [];
    for (const [name, value] of odd) results.push([name, await statusWith(stage, `${COOKIE}=${value}`)]);
    const tooLarge = await statusWith(stage, `${COOKIE}=${'A'.repeat(20_000)}`);
    return `sixth session: the first ${oldest}, the other five ${common(kept)}, recorded: ${rows.map(({ reason }) => reason).join(', ')}; odd cookies: 401 for ${countWanted(401, results)} cookies; too large: ${tooLarge}`;
  },
);
