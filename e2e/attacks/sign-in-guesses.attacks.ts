import { randomUUID } from 'node:crypto';
import { median } from '../../bench/measure/median.ts';
import { rankTestProbability } from '../../bench/measure/rank-test.ts';
import { attack } from './support/attack.ts';
import { untilLinked } from './support/audit-entries.ts';
import type { Answer, Caller } from './support/caller.ts';
import { isMailed } from './support/mails.ts';
import { runOperatorCommand } from './support/operator.ts';
import { WRONG_PASSWORD } from './support/passwords.ts';
import { disableAccount, newEmail } from './support/people.ts';
import { accountHash, failedSignIns } from './support/sign-in-records.ts';
import type { Stage } from './support/stage.ts';
import { newVisitor } from './support/staged-callers.ts';
import { common, countEach } from './support/tally.ts';

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
const SAMPLING_MS = 12_000;
const SAMPLES_MIN = 25;
/** Three comparisons in each run, so that chance alone fails one run in several hundred. */
const PROBABILITY_MIN = 0.001;
/** For medians that are more than 5 ms and 5 % apart, which they can be by chance on a busy machine. */
const PROBABILITY_APART_MIN = 0.01;

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
    return probability >= (isClose ? PROBABILITY_MIN : PROBABILITY_APART_MIN)
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
      await untilLinked(stage);
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
