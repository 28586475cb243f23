import { createHash, randomUUID } from 'node:crypto';
import { ADMIN_API, CSRF_HEADER } from '@halyard/contract/constants';
import { expect } from '@playwright/test';
import { createPasswordHasher } from '../../apps/server/src/infra/crypto/password-hasher.ts';
import { median } from '../../bench/measure/median.ts';
import { rankTestProbability } from '../../bench/measure/rank-test.ts';
import { attack } from './support/attack.ts';
import { startForBrowser } from './support/browser-process.ts';
import { type Answer, type Caller, inShort } from './support/caller.ts';
import { changedTables } from './support/changed-tables.ts';
import { sendExactly } from './support/exact-call.ts';
import { isMailed } from './support/mails.ts';
import { newUser } from './support/new-user.ts';
import { runOperatorCommand } from './support/operator.ts';
import { WRONG_PASSWORD } from './support/passwords.ts';
import { disableAccount, newEmail, type Person } from './support/people.ts';
import { failedSignIns } from './support/sign-in-records.ts';
import type { Stage } from './support/stage.ts';
import { newVisitor } from './support/staged-callers.ts';
import { common, countEach, countWanted } from './support/tally.ts';

async function tryWrong(caller: Caller, email: string, times: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let tried = 0; tried < times; tried++)
    answers.push(await caller.signIn({ email, password: WRONG_PASSWORD }));
  return answers;
}

const statusesOf = (answers: readonly Answer[]) => common(answers.map(({ status }) => status));

/** Everything a stranger can see of an answer, apart from its time and number. */
function seenOf({ status, headers, body }: Answer): string {
  const { date: _date, 'x-request-id': _id, ...rest } = headers;
  const { requestId: _requestId, ...shown } = body;
  return JSON.stringify([status, shown, Object.keys(body), rest]);
}

async function newWithPassword({ newAdministrator, write }: Stage, password: string): Promise<Person> {
  const person = await newAdministrator('password');
  const hash = await createPasswordHasher().hash(password);
  await write('UPDATE administrators SET password_hash = $2 WHERE id = $1', [person.id, hash]);
  return { ...person, password };
}

const accountHash = (email: string) => createHash('sha256').update(email).digest();

/** Lets the waits of an account end in this many seconds. */
async function endWaitsIn({ write }: Stage, email: string, seconds: number): Promise<void> {
  await write(
    `UPDATE sign_in_failures SET locked_until = clock_timestamp() + make_interval(secs => $2)
      WHERE account_hash = $1 AND locked_until IS NOT NULL`,
    [accountHash(email), seconds],
  );
}

async function waitsOf({ database }: Stage, email: string): Promise<string> {
  const { rows } = await database.query({
    text: 'SELECT address, locked_until FROM sign_in_failures WHERE account_hash = $1 ORDER BY address',
    values: [accountHash(email)],
  });
  return JSON.stringify(rows);
}

attack(
  'A01',
  'sign-ins that fail for five reasons, which a stranger could tell apart',
  '1 answer for 5 reasons: 401 Invalid email or password, with status, message, requestId; recorded: unknown_email, wrong_password, wrong_password, disabled, locked',
  async (stage) => {
    const { newCaller, newEnrolled, newAdministrator } = stage;
    const enrolled = (await newEnrolled()).person;
    const [unenrolled, disabled, locked] = [
      await newAdministrator(),
      await newAdministrator(),
      await newAdministrator(),
    ];
    await disableAccount(stage, disabled);
    const lockedOut = newCaller();
    await tryWrong(lockedOut, locked.email, 5);
    const tries: readonly [Caller, string, string][] = [
      [newCaller(), newEmail(), WRONG_PASSWORD],
      [newCaller(), enrolled.email, WRONG_PASSWORD],
      [newCaller(), unenrolled.email, WRONG_PASSWORD],
      [newCaller(), disabled.email, disabled.password],
      [lockedOut, locked.email, locked.password],
    ];
    const answers: Answer[] = [];
    const reasons: string[] = [];
    for (const [caller, email, password] of tries) {
      answers.push(await caller.signIn({ email, password }));
      reasons.push((await failedSignIns(stage, email)).at(-1)?.reason ?? 'nothing');
    }
    const seen = [...new Set(answers.map(seenOf))];
    const [{ status, body } = { status: 0, body: {} }] = answers;
    return `${seen.length} answer for ${answers.length} reasons: ${status} ${body.message}, with ${Object.keys(body).join(', ')}; recorded: ${reasons.join(', ')}${seen.length === 1 ? '' : ` ${seen.join(' | ')}`}`;
  },
);

/** A sign-in attempt from a network of its own, without the time for a cookie. */
type TimedTry = (sample: number) => { readonly email: string; readonly password: string };

const SAMPLES = 150;
const WARM_UP_SAMPLES = 5;
/** Ends the sampling on a slow machine, once there are enough samples for the rank test. */
const SAMPLING_MS = 18_000;
const SAMPLES_MIN = 25;
/** Three comparisons in each run, so that chance alone fails one run in several hundred. */
const PROBABILITY_MIN = 0.001;

async function timesOf(
  stage: Stage,
  tries: Readonly<Record<string, TimedTry>>,
): Promise<Record<string, number[]>> {
  const names = Object.keys(tries);
  const times: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, []]));
  const { cookie, csrfToken } = await newVisitor(stage);
  const until = performance.now() + SAMPLING_MS;
  const isEnough = (sample: number) =>
    sample >= SAMPLES || (sample >= SAMPLES_MIN && performance.now() > until);
  for (let sample = -WARM_UP_SAMPLES; !isEnough(sample); sample++) {
    // Each class goes first equally often.
    const turn = (sample + WARM_UP_SAMPLES) % names.length;
    for (const name of [...names.slice(turn), ...names.slice(0, turn)]) {
      const caller = Object.assign(stage.newCaller(), { cookie, csrfToken });
      const credentials = tries[name]?.(sample + WARM_UP_SAMPLES);
      const sentAt = performance.now();
      const { status } = await caller.post('/auth/login', credentials);
      const ms = performance.now() - sentAt;
      if (status !== 401) throw new Error(`${name}: ${status}`);
      if (sample >= 0) times[name]?.push(ms);
    }
  }
  return times;
}

/** `no measurable difference`, or the medians and the probability that chance explains the times. */
function comparison(times: Record<string, number[]>): string {
  const [[base, expected = []] = [''], ...others] = Object.entries(times);
  const differences = others.flatMap(([name, measured]) => {
    const [usual, other] = [median(expected), median(measured)];
    const probability = rankTestProbability(expected, measured);
    const isClose = Math.abs(usual - other) <= Math.max(5, 0.05 * usual);
    return probability >= PROBABILITY_MIN && isClose
      ? []
      : [`${base} ${usual.toFixed(2)} ms, ${name} ${other.toFixed(2)} ms, p = ${probability.toPrecision(2)}`];
  });
  const compared = `${base} and ${others.map(([name]) => name).join(', ')}`;
  return `${compared}: ${differences.length === 0 ? 'no measurable difference' : differences.join('; ')}`;
}

attack(
  'A02',
  'the time that a failed sign-in takes',
  'unknown email and wrong password, disabled account: no measurable difference; locked unknown email and locked account: no measurable difference',
  async (stage) => {
    const { newAdministrator, write, database } = stage;
    const prefix = `timed-${randomUUID().slice(0, 8)}`;
    const { email: model, password } = await newAdministrator();
    await write(
      `INSERT INTO administrators (email, email_key, password_hash, disabled_at)
        SELECT email, email, password_hash, CASE kind WHEN 'disabled' THEN now() END
        FROM (SELECT format('%s-%s-%s@example.com', $1::text, kind, n) AS email, kind, password_hash
          FROM administrators, unnest('{activated,disabled}'::text[]) AS kind, generate_series(0, $2::integer - 1) AS n
          WHERE email = $3) AS new`,
      [prefix, SAMPLES + WARM_UP_SAMPLES, model],
    );
    const emailOf = (kind: string, sample: number) => `${prefix}-${kind}-${sample}@example.com`;
    const checked = await timesOf(stage, {
      'unknown email': (sample) => ({ email: emailOf('nobodyyyy', sample), password: WRONG_PASSWORD }),
      'wrong password': (sample) => ({ email: emailOf('activated', sample), password: WRONG_PASSWORD }),
      'disabled account': (sample) => ({ email: emailOf('disabled', sample), password }),
    });
    const locked = { known: model, unknown: newEmail() };
    for (const email of Object.values(locked)) {
      await tryWrong(stage.newCaller(), email, 1);
      await database.query({
        text: "UPDATE sign_in_failures SET locked_until = now() + interval '15 minutes' WHERE account_hash = $1 AND address = ''",
        values: [accountHash(email)],
      });
    }
    const refused = await timesOf(stage, {
      'locked unknown email': () => ({ email: locked.unknown, password: WRONG_PASSWORD }),
      'locked account': () => ({ email: locked.known, password: WRONG_PASSWORD }),
    });
    return `${comparison(checked)}; ${comparison(refused)}`;
  },
);

attack(
  'A03',
  'more passwords than allowed, the right one among them',
  '5 wrong: 401; the right one: the same answer, also 10 s before the wait ends, which no attempt moved; after it 200; 4 wrong, right, 4 wrong, right: 200 and 200',
  async (stage) => {
    const { newCaller, newAdministrator } = stage;
    const person = await newAdministrator();
    const caller = newCaller();
    const wrong = await tryWrong(caller, person.email, 5);
    const waits = await waitsOf(stage, person.email);
    const right = await caller.signIn(person);
    const isMoved = (await waitsOf(stage, person.email)) !== waits;
    await endWaitsIn(stage, person.email, 10);
    const early = await caller.signIn(person);
    await endWaitsIn(stage, person.email, -1);
    const late = await caller.signIn(person);
    const isSame = new Set([...wrong, right, early].map(seenOf)).size === 1;
    const other = await newAdministrator();
    const patient = newCaller();
    const statuses: number[] = [];
    for (let round = 0; round < 2; round++) {
      await tryWrong(patient, other.email, 4);
      statuses.push((await patient.signIn(other)).status);
    }
    return `5 wrong: ${statusesOf(wrong)}; the right one: ${isSame ? 'the same answer' : `${right.status}, ${early.status}`}, also 10 s before the wait ends, which ${isMoved ? 'an' : 'no'} attempt moved; after it ${late.status}; 4 wrong, right, 4 wrong, right: ${statuses.join(' and ')}`;
  },
);

attack(
  'A04',
  'spellings of an email, and emails without an account',
  'spellings of an account: 5 x wrong_password, then locked; of an unknown email: 5 x unknown_email, then locked with the same answer; an account that is created for it signs in: 200',
  async (stage) => {
    const { newCaller, newAdministrator } = stage;
    const spellingsOf = (email: string) => [
      email.toUpperCase(),
      ` ${email} `,
      `${email.slice(0, 1).toUpperCase()}${email.slice(1)}`,
      `\t${email.toUpperCase()}\n`,
      email,
    ];
    const guess = async (email: string) => {
      const caller = newCaller();
      const answers: Answer[] = [];
      for (const spelling of [...spellingsOf(email), email]) {
        answers.push(await caller.signIn({ email: spelling, password: WRONG_PASSWORD }));
      }
      const { rows } = await stage.database.query<{ readonly reason: string }>({
        text: `SELECT metadata ->> 'reason' AS reason FROM audit_log
          WHERE action = 'auth.login' AND ip_address = $1 ORDER BY sequence`,
        values: [caller.ip],
      });
      const reasons = rows.map(({ reason }) => reason);
      return {
        answers: answers.map(seenOf),
        recorded: `${countEach(reasons.slice(0, -1))}, then ${reasons.at(-1)}`,
      };
    };
    const person = await newAdministrator();
    const known = await guess(person.email);
    const email = newEmail();
    const unknown = await guess(email);
    const isSame = new Set([...known.answers, ...unknown.answers]).size === 1;
    await runOperatorCommand(stage, ['create', email, '--password-stdin'], person.password);
    const { status } = await newCaller().signIn({ email, password: person.password });
    return `spellings of an account: ${known.recorded}; of an unknown email: ${unknown.recorded} with ${isSame ? 'the same answer' : 'another answer'}; an account that is created for it signs in: ${status}`;
  },
);

attack(
  'A05',
  'passwords that are guessed at once, on both processes',
  '50 of one network: 5 x checked, 45 x refused; 50 of 50 networks: 20 x checked, 30 x refused; 3 on one process and 2 on the other, then on each: locked, locked',
  async (stage) => {
    const { a, b, newAdministrator, newCaller } = stage;
    const guessAtOnce = async (ip?: string) => {
      const { email } = await newAdministrator();
      const { cookie, csrfToken } = await newVisitor(stage);
      const answers = await Promise.all(
        Array.from({ length: 50 }, async (_, guess) => {
          const caller = newCaller({ on: guess % 2 === 0 ? a : b, ...(ip !== undefined && { ip }) });
          Object.assign(caller, { cookie, csrfToken });
          return await caller.post('/auth/login', { email, password: WRONG_PASSWORD });
        }),
      );
      const reasons = (await failedSignIns(stage, email)).map(({ reason }) => reason);
      // On a busy machine, an attempt that waits too long gets 503.
      const others = answers.map(({ status }) => status).filter((status) => status !== 401);
      const names: Readonly<Record<string, string>> = {
        wrong_password: 'checked',
        locked: 'refused',
        429: 'refused',
        503: 'refused',
      };
      return countEach([...reasons, ...others].map((each) => names[each] ?? each));
    };
    const oneNetwork = await guessAtOnce(newCaller().ip);
    const manyNetworks = await guessAtOnce();
    const person = await newAdministrator();
    const place = newCaller().ip;
    await tryWrong(newCaller({ on: a, ip: place }), person.email, 3);
    await tryWrong(newCaller({ on: b, ip: place }), person.email, 2);
    for (const on of [a, b]) await newCaller({ on, ip: place }).signIn(person);
    const after = (await failedSignIns(stage, person.email)).slice(5).map(({ reason }) => reason);
    return `50 of one network: ${oneNetwork}; 50 of 50 networks: ${manyNetworks}; 3 on one process and 2 on the other, then on each: ${after.join(', ')}`;
  },
);

/** Headers in which proxies report the client, all with this address. */
const forwarding = (address: string) => ({
  'x-real-ip': address,
  forwarded: `for=${address};proto=https`,
  'true-client-ip': address,
  'cf-connecting-ip': address,
  'x-client-ip': address,
});

attack(
  'A06',
  'guesses from invented, many and neighbouring addresses',
  [
    '100 invented addresses behind the proxy: 5 x locked, 5 x wrong_password, recorded from 1 address, its own',
    'without a proxy: 1 x locked, 5 x wrong_password, recorded from 127.0.0.1',
    'one password for 60 accounts: 10 x 401, 50 x 429',
    'six addresses of one /64: 1 x locked, 5 x wrong_password; the next /64: 200',
    'after 5 wrong elsewhere the owner gets 200, after 20 a stranger gets 401 with the right password, the owner’s network 200, a reset 202 with a mail',
  ].join('; '),
  async (stage) => {
    const { newCaller, newAdministrator, newEnrolled, start, write } = stage;
    const reasonsOf = async (email: string) =>
      countEach((await failedSignIns(stage, email)).map(({ reason }) => reason));
    const addressesOf = async (email: string) => [
      ...new Set((await failedSignIns(stage, email)).map(({ ip }) => ip)),
    ];
    const guessAs = async (
      caller: Caller,
      email: string,
      headersOf: (guess: number) => object,
      times: number,
    ) => {
      await caller.get('/auth/csrf-cookie');
      for (let guess = 0; guess < times; guess++) {
        const headers = { ...headersOf(guess) };
        await caller.post('/auth/login', { email, password: WRONG_PASSWORD }, { headers });
      }
    };

    const behind = await newAdministrator();
    const caller = newCaller();
    const invented = (guess: number) => `203.0.113.${guess}`;
    await guessAs(
      caller,
      behind.email,
      (guess) => ({ ...forwarding(invented(guess)), 'x-forwarded-for': `${invented(guess)}, ${caller.ip}` }),
      100,
    );
    const places = await addressesOf(behind.email);
    const isOwn = common(places) === caller.ip ? 'its own' : places.join(' ');

    const direct = await newAdministrator();
    const alone = await start({ TRUSTED_PROXIES: '' });
    await guessAs(
      newCaller({ on: alone }),
      direct.email,
      (guess) => ({ ...forwarding(invented(guess)), 'x-forwarded-for': invented(guess) }),
      6,
    );

    const sprayer = await newVisitor(stage);
    const sprayed: number[] = [];
    for (let account = 0; account < 60; account++) {
      const { status } = await sprayer.post('/auth/login', { email: newEmail(), password: WRONG_PASSWORD });
      sprayed.push(status);
    }

    const neighbour = await newAdministrator();
    const block = `2001:db8:${randomUUID().slice(0, 4)}`;
    for (let host = 1; host <= 6; host++) {
      await tryWrong(newCaller({ ip: `${block}:1::${host}` }), neighbour.email, 1);
    }
    const next = await newCaller({ ip: `${block}:2::1` }).signIn(neighbour);

    const { person: owner, caller: home } = await newEnrolled();
    await tryWrong(newCaller(), owner.email, 5);
    const elsewhere = await newCaller().signIn(owner);
    await write('DELETE FROM sign_in_failures WHERE account_hash = $1', [accountHash(owner.email)]);
    for (let network = 0; network < 4; network++) await tryWrong(newCaller(), owner.email, 5);
    const stranger = await newCaller().signIn(owner);
    const atHome = await newCaller({ ip: home.ip }).signIn(owner);
    const reset = await (await newVisitor(stage)).post('/auth/password/reset/initiate', {
      email: owner.email,
    });
    const hasMail = await isMailed(stage, owner.email, /^Reset your/);
    return [
      `100 invented addresses behind the proxy: ${await reasonsOf(behind.email)}, recorded from ${places.length} address, ${isOwn}`,
      `without a proxy: ${await reasonsOf(direct.email)}, recorded from ${await addressesOf(direct.email)}`,
      `one password for 60 accounts: ${countEach(sprayed)}`,
      `six addresses of one /64: ${await reasonsOf(neighbour.email)}; the next /64: ${next.status}`,
      `after 5 wrong elsewhere the owner gets ${elsewhere.status}, after 20 a stranger gets ${stranger.status} with the right password, the owner’s network ${atHome.status}, a reset ${reset.status} with ${hasMail ? 'a' : 'no'} mail`,
    ].join('; ');
  },
);

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
      shown += await page.getByText(user).count();
      shown += await page.getByText('Planted User').count();
    }
    const { cookies } = await page.context().storageState();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const { status } = await stage.newCaller().get('/users', { headers: { cookie }, on: address });
    return `calls of 4 screens: ${common([...new Set(statuses)])}; records on the screens: ${shown}; the page is still half signed in: ${status}`;
  },
);
