import { attack } from './support/attack.ts';
import { type Answer, type Caller, inShort } from './support/caller.ts';
import { countMails, mailsTo } from './support/mails.ts';
import { WRONG_PASSWORD } from './support/passwords.ts';
import type { Person } from './support/people.ts';
import {
  backUp,
  codeOfStep,
  currentCode,
  currentStep,
  disable,
  ensureTimeInStep,
  forgetWrongCodes,
  halfSignedIn,
  invite,
  manyHalfSignedIn,
  passForCodes,
  race,
  refusalReasons,
  regenerate,
  replaceAuthenticator,
  signInWith,
  storedFactors,
  verify,
} from './support/second-factor.ts';
import type { Stage } from './support/stage.ts';
import { newVisitor } from './support/staged-callers.ts';
import { countEach, countWanted } from './support/tally.ts';

type Place = (caller: Caller, code: string) => Promise<Answer>;

/** Each kind of place in a full session that takes a code. */
async function placesOf(stage: Stage): Promise<Readonly<Record<string, Place>>> {
  const wallet = await stage.newWallet();
  return {
    header: invite,
    'wallet backup': (caller, code) => backUp(caller, wallet, code),
    disable,
    regenerate,
    replace: replaceAuthenticator,
  };
}

attack(
  'A31',
  'a code that was used before, at every place',
  '204; then "used before" for 8 of 8, and the last used step stays',
  async (stage) => {
    const { person } = await stage.newEnrolled();
    const places = await placesOf(stage);
    const { totp_last_step: enrolmentStep } = await storedFactors(stage, person);
    const refused: Record<string, string> = {};
    const note = (place: string, { status, body }: Answer) => {
      const isReplay =
        body?.status === 'invalid_code' && body.message.startsWith('This code was used before');
      refused[place] = isReplay ? 'used before' : `${status} ${body?.message}`;
    };
    note('code of the set-up', await signInWith(stage, person, codeOfStep(person.secret, enrolmentStep)));

    const [caller, again, earlier] = (await manyHalfSignedIn(stage, person, 3)) as [Caller, Caller, Caller];
    await person.freshCode();
    await ensureTimeInStep(5_000);
    const step = currentStep();
    const code = codeOfStep(person.secret, step);
    const { status } = await verify(caller, code);
    note('sign-in', await verify(again, code));
    note('code before that', await verify(earlier, codeOfStep(person.secret, step - 1)));
    for (const [name, place] of Object.entries(places)) {
      await forgetWrongCodes(stage, person);
      note(name, await place(caller, code));
    }
    const { totp_last_step: last } = await storedFactors(stage, person);
    return `${status}; then "used before" for ${countWanted('used before', Object.entries(refused))}, and the last used step ${last === step ? 'stays' : `is ${last - step} off`}`;
  },
);

attack(
  'A32',
  'one code in 50 sessions at once, on both processes',
  '1 x 204, 49 x 400 invalid_code',
  async (stage) => {
    const { person } = await stage.newEnrolled();
    const callers = await manyHalfSignedIn(stage, person, 50);
    return countEach((await race(stage, callers, await person.freshCode())).map(inShort));
  },
);

attack(
  'A33',
  'codes of other time steps, and two steps at once on both processes',
  'steps -2 to 2: 400, 204, 204, 204, 400; the later of two racing steps stays in 5 of 5 races',
  async (stage) => {
    const { person } = await stage.newEnrolled();
    let kept = 0;
    for (let round = 0; round < 5; round++) {
      const [one, other] = (await manyHalfSignedIn(stage, person, 2)) as [Caller, Caller];
      await forgetWrongCodes(stage, person);
      await person.freshCode();
      await ensureTimeInStep(2_000);
      const step = currentStep();
      await Promise.all([
        verify(one, codeOfStep(person.secret, step), stage.a.address),
        verify(other, codeOfStep(person.secret, step + 1), stage.b.address),
      ]);
      if ((await storedFactors(stage, person)).totp_last_step === step + 1) kept++;
    }
    const statuses: number[] = [];
    for (const offset of [-2, -1, 0, 1, 2]) {
      const caller = await halfSignedIn(stage, person);
      await person.freshCode();
      await ensureTimeInStep(2_000);
      statuses.push((await verify(caller, codeOfStep(person.secret, currentStep() + offset))).status);
    }
    return `steps -2 to 2: ${statuses.join(', ')}; the later of two racing steps stays in ${kept} of 5 races`;
  },
);

attack(
  'A34',
  'guessing codes after the password',
  'right code after 5 wrong 401, after 10 400; wait of 15 min: a minute before its end 400, then 204; 1 mail about wrong codes, 1 about the wait',
  async (stage) => {
    const { person } = await stage.newEnrolled();
    const first = await guess(stage, person, 5);
    const afterFive = await verify(first, await person.freshCode());
    await guess(stage, person, 5);
    const wait = await secondsOfWait(stage, person);
    const afterTen = await signInWith(stage, person, await person.freshCode());
    await passForCodes(stage, person, wait - 60);
    const before = await signInWith(stage, person, await person.freshCode());
    await passForCodes(stage, person, 60);
    const after = await signInWith(stage, person, await person.freshCode());
    const wrongCodes = await countMails(stage, person.email, 'Wrong 2FA codes');
    const waits = await countMails(stage, person.email, 'Failed 2FA attempts');
    return `right code after 5 wrong ${afterFive.status}, after 10 ${afterTen.status}; wait of ${Math.round(wait / 60)} min: a minute before its end ${before.status}, then ${after.status}; ${wrongCodes} mail about wrong codes, ${waits} about the wait`;
  },
);

async function secondsOfWait({ database }: Stage, { id }: Person): Promise<number> {
  const { rows } = await database.query<{ readonly seconds: string }>({
    text: 'SELECT extract(epoch FROM codes_locked_until - now()) AS seconds FROM administrators WHERE id = $1',
    values: [id],
  });
  return Number(rows[0]?.seconds);
}

/** Enters wrong codes in a new session. */
async function guess(stage: Stage, person: Person, codes: number): Promise<Caller> {
  const caller = await halfSignedIn(stage, person);
  for (let guesses = 0; guesses < codes; guesses++) await verify(caller, person.wrongCode());
  return caller;
}

attack(
  'A35',
  'wrong codes spread over places and sessions, to get more of them checked',
  'of 20 at once at sign-in 10 checked; then right codes: 400 at sign-in, 429 at 5 of 5 places; of 15 at once at 5 places 3 checked, then 429; 10 at enable, then right 400; 3 while keys are held, then 429',
  async (stage) => {
    const places = await placesOf(stage);
    const parts = [
      await spreadOverSignIns(stage, places),
      await spreadOverPlaces(stage, places),
      await guessAtEnrolment(stage),
      await guessWhileHeld(stage),
    ];
    return parts.join('; ');
  },
);

async function spreadOverSignIns(stage: Stage, places: Readonly<Record<string, Place>>): Promise<string> {
  const { person, caller } = await stage.newEnrolled();
  await race(stage, await manyHalfSignedIn(stage, person, 20), person.wrongCode());
  const checked = (await refusalReasons(stage, person)).filter((reason) => reason === 'wrong').length;
  const atSignIn = await signInWith(stage, person, await person.freshCode());
  const outcomes: Record<string, string> = {};
  for (const [name, place] of Object.entries(places)) {
    outcomes[name] = String((await place(caller, await person.freshCode())).status);
  }
  return `of 20 at once at sign-in ${checked} checked; then right codes: ${atSignIn.status} at sign-in, 429 at ${countWanted('429', Object.entries(outcomes))} places`;
}

async function spreadOverPlaces(stage: Stage, places: Readonly<Record<string, Place>>): Promise<string> {
  const { person, caller } = await stage.newEnrolled();
  const other = stage.newCaller({ on: stage.b });
  await person.signIn(other);
  const code = person.wrongCode();
  const calls = Object.values(places).flatMap((place) => [
    place(caller, code),
    place(other, code),
    place(caller, code),
  ]);
  await Promise.all(calls);
  const checked = (await refusalReasons(stage, person)).filter((reason) => reason === 'wrong').length;
  const right = await invite(other, await person.freshCode(), stage.b.address);
  return `of ${calls.length} at once at 5 places ${checked} checked, then ${right.status}`;
}

async function guessAtEnrolment(stage: Stage): Promise<string> {
  const caller = await halfSignedIn(stage, await stage.newAdministrator());
  let wrong = 0;
  let right: Answer | undefined;
  for (let setups = 0; setups < 3; setups++) {
    const { secret, backupCodes } = (await caller.post('/auth/2fa/setup')).body;
    const enable = (code: string) => caller.post('/auth/2fa/enable', { code, secret, backupCodes });
    for (let guesses = 0; guesses < 5 && setups < 2; guesses++) {
      await enable(codeOfStep(secret, currentStep() + 100));
      wrong++;
    }
    right = setups === 2 ? await enable(currentCode(secret)) : right;
  }
  return `${wrong} at enable, then right ${right?.status}`;
}

/** A replaced authenticator releases no key for a day. Codes that are tried meanwhile count, too. */
async function guessWhileHeld(stage: Stage): Promise<string> {
  const { person, caller } = await stage.newEnrolled();
  const wallet = await stage.newWallet();
  await stage.write(`UPDATE administrators SET created_at = created_at - interval '2 days' WHERE id = $1`, [
    person.id,
  ]);
  const { secret } = await replaceAuthenticator(caller, await person.freshCode());
  person.secret = secret;
  const held = await backUp(caller, wallet, await person.freshCode());
  const wrong = [
    await backUp(caller, wallet, person.wrongCode()),
    await replaceAuthenticator(caller, person.wrongCode()),
    await backUp(caller, wallet, person.wrongCode()),
  ];
  const counted =
    wrong.map(({ body }) => body?.attemptsRemaining).join() === '2,1,0' ? 3 : wrong.map(inShort);
  const right = await backUp(caller, wallet, await person.freshCode());
  return `${counted} while keys are ${held.body?.status === 'factor_too_new' ? 'held' : 'not held'}, then ${right.status}`;
}

attack(
  'A36',
  "a stranger's wrong passwords against codes, and wrong codes against passwords",
  '401 for 100 wrong passwords, then the owner steps up: 204; while codes wait, right password 200 requires2FA, wrong 401 as for everybody',
  async (stage) => {
    const { person, caller } = await stage.newEnrolled();
    let refused = 0;
    for (let network = 0; network < 20; network++) {
      const stranger = await newVisitor(stage);
      for (let tries = 0; tries < 5; tries++) {
        const { status } = await stranger.post('/auth/login', {
          email: person.email,
          password: WRONG_PASSWORD,
        });
        if (status === 401) refused++;
      }
    }
    const steppedUp = await invite(caller, await person.freshCode());

    const { person: locked, caller: itsCaller } = await stage.newEnrolled();
    for (let wrong = 0; wrong < 3; wrong++) await disable(itsCaller, locked.wrongCode());
    const right = await stage.newCaller().signIn(locked);
    const wrong = await stage.newCaller().signIn({ ...locked, password: WRONG_PASSWORD });
    const { person: free } = await stage.newEnrolled();
    const usual = await stage.newCaller().signIn({ ...free, password: WRONG_PASSWORD });
    const same = `${wrong.status} ${wrong.body?.message}` === `${usual.status} ${usual.body?.message}`;
    return `401 for ${refused} wrong passwords, then the owner steps up: ${steppedUp.status}; while codes wait, right password ${right.status} ${right.body?.requires2FA ? 'requires2FA' : ''}, wrong ${wrong.status} ${same ? 'as for everybody' : 'unlike others'}`;
  },
);

attack(
  'A37',
  'malformed codes, made of the right digits',
  '400 for 14 of 14, 413 for 10 kB; the right digits in 4 of 4 spellings 204',
  async (stage) => {
    const { person } = await stage.newEnrolled();
    const answerTo = async (spell: (code: string) => unknown): Promise<string> => {
      const caller = await halfSignedIn(stage, person);
      await forgetWrongCodes(stage, person);
      return String((await verify(caller, spell(await person.freshCode()))).status);
    };
    const outcomesOf = async (spellings: Readonly<Record<string, (code: string) => unknown>>) => {
      const outcomes: Record<string, string> = {};
      for (const [name, spell] of Object.entries(spellings)) outcomes[name] = await answerTo(spell);
      return outcomes;
    };
    const malformed = await outcomesOf({
      empty: () => '',
      missing: () => undefined,
      null: () => null,
      true: () => true,
      number: Number,
      list: (code) => [code],
      object: (code) => ({ code }),
      'five digits': (code) => code.slice(0, 5),
      'seven digits': (code) => `${code}0`,
      'five digits and a dash': (code) => `-${code.slice(1)}`,
      exponent: () => '1e5',
      zeros: () => '000000',
      'a wrong code in groups': () => person.wrongCode().replace(/(..)/g, '$1 '),
      'two codes': (code) => `${code} ${code}`,
    });
    const huge = await answerTo((code) => code.padEnd(10_000));
    const spelt = await outcomesOf({
      'with spaces around': (code) => ` ${code} `,
      'in groups': (code) => code.replace(/(..)/g, '$1 '),
      'full-width': (code) => code.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
      plain: (code) => code,
    });
    return `400 for ${countWanted('400', Object.entries(malformed))}, ${huge} for 10 kB; the right digits in ${countWanted('204', Object.entries(spelt))} spellings 204`;
  },
);

attack(
  'A38',
  'a backup code that was used before, at every place and in other spellings',
  '204, then invalid_code for 9 of 9; the code of another administrator 400; another one in lower case with a dash 204; 2 mails, the first about 9 codes left',
  async (stage) => {
    const { person, caller } = await stage.newEnrolled();
    const [code = '', another = ''] = person.backupCodes;
    const { status } = await signInWith(stage, person, code);
    const outcomes: Record<string, string> = {};
    const note = async (place: string, act: () => Promise<Answer>) => {
      await forgetWrongCodes(stage, person);
      outcomes[place] = (await act()).body?.status;
    };
    await note('again', () => signInWith(stage, person, code));
    await note('in lower case', () => signInWith(stage, person, code.toLowerCase()));
    await note('with dashes', () => signInWith(stage, person, code.replace(/(.....)/g, '$1-')));
    await note('with spaces', () => signInWith(stage, person, ` ${code.replace(/(..)/g, '$1 ')}`));
    for (const [name, place] of Object.entries(await placesOf(stage)))
      await note(name, () => place(caller, code));

    const { person: stranger } = await stage.newEnrolled();
    await forgetWrongCodes(stage, person);
    const ofStranger = await signInWith(stage, person, stranger.backupCodes[0]);
    const spelt = await signInWith(stage, person, `${another.slice(0, 5)}-${another.slice(5)}`.toLowerCase());
    const mails = (await mailsTo(stage, person.email)).filter(({ subject }) =>
      subject.startsWith('A backup code was used'),
    );
    const left = /You have (\d+) left/.exec(mails[0]?.text ?? '')?.[1];
    return `${status}, then invalid_code for ${countWanted('invalid_code', Object.entries(outcomes))}; the code of another administrator ${ofStranger.status}; another one in lower case with a dash ${spelt.status}; ${mails.length} mails, the first about ${left} codes left`;
  },
);

attack(
  'A39',
  'one backup code in 50 sessions at once, on both processes',
  '1 x 204, 49 x 400 invalid_code; 9 codes left',
  async (stage) => {
    const { person } = await stage.newEnrolled();
    const callers = await manyHalfSignedIn(stage, person, 50);
    const answers = await race(stage, callers, person.backupCodes[0] ?? '');
    const { backup_codes: left } = await storedFactors(stage, person);
    return `${countEach(answers.map(inShort))}; ${left.length} codes left`;
  },
);
