import { randomUUID } from 'node:crypto';
import { createPasswordHasher } from '../../apps/server/src/infra/crypto/password-hasher.ts';
import { attack } from './support/attack.ts';
import { type Answer, inShort } from './support/caller.ts';
import { dumpTables, printedLines } from './support/evidence.ts';
import { countMails, requestResetToken } from './support/mails.ts';
import {
  changePassword,
  completeReset,
  PASSWORD_CHANGED,
  signInByPassword,
} from './support/password-calls.ts';
import { NEW_PASSWORD, WRONG_PASSWORD } from './support/passwords.ts';
import type { Person } from './support/people.ts';
import { ageSecondFactor } from './support/second-factor.ts';
import type { Stage } from './support/stage.ts';
import { newVisitor } from './support/staged-callers.ts';
import { countEach, listed } from './support/tally.ts';

/** Passwords for a local part of `gr4c`, each with the first rule that it breaks. */
const WEAK: readonly (readonly [password: string, message: string])[] = [
  ['a', 'Password must be at least 12 characters'],
  ['Short-1-pas', 'Password must be at least 12 characters'],
  [`Long-1-pass-${'x'.repeat(116)}`, 'Password must be less than 128 characters'],
  [`Long-1-pass-${'x'.repeat(117)}`, 'Password must be less than 128 characters'],
  [`Long-1-pass-${'x'.repeat(4_000)}`, 'Password must be less than 128 characters'],
  ['aaaaaaaaaaaa', 'Password must contain at least one uppercase letter'],
  ['no-upper-case-7', 'Password must contain at least one uppercase letter'],
  ['NO-LOWER-CASE-7', 'Password must contain at least one lowercase letter'],
  ['No-Digit-At-All', 'Password must contain at least one digit'],
  ['NoSpecialSign77', 'Password must contain at least one special character'],
  ['No Special Sign 77', 'Password must contain at least one special character'],
  ['Password1234!', 'Password is too common'],
  ['P@ssw0rd1234!', 'Password is too common'],
  ['Welcome12345!', 'Password is too common'],
  ['Liverpool123!', 'Password is too common'],
  ['Administrator1!', 'Password is too common'],
  ['Correct-gR4C-7-Battery', 'Password cannot contain your email username'],
];

const STRONG = [
  'Strong-1-pas',
  `Long-1-pass-${'x'.repeat(114)}y`,
  ' Pässwörd 💥 mit Ende ７ ',
  'Correct-abc-7-Battery',
];

/** Gives an administrator an address with this local part. */
async function rename(stage: Stage, person: Person, local: string): Promise<{ readonly email: string }> {
  const email = `${local}@${randomUUID().slice(0, 8)}.example.com`;
  await stage.write('UPDATE administrators SET email = $2, email_key = $2 WHERE id = $1', [person.id, email]);
  return { email };
}

attack(
  'A64',
  'weak and odd passwords, sent to the API directly',
  'the first broken rule for 17 of 17 at reset, 17 of 17 at change; the same link then works 204; unchanged 400; 4 of 4 strong ones 204 and sign in',
  async (stage) => {
    const gr4c = await rename(stage, await stage.newAdministrator(), 'gr4c');
    const token = await requestResetToken(stage, gr4c.email);
    const odd: string[] = [];
    const messageOf = ({ status, body }: Answer) => (status === 400 ? body.message : `${status}`);
    const count = async (what: string, send: (password: string) => Promise<Answer>) => {
      let right = 0;
      for (const [password, message] of WEAK) {
        const answered = messageOf(await send(password));
        if (answered === message) right += 1;
        else odd.push(`${what} ${password.slice(0, 20)}: ${answered}`);
      }
      return `${right} of ${WEAK.length} at ${what}`;
    };
    const visitor = await newVisitor(stage);
    const atReset = await count('reset', async (password) => await completeReset(visitor, token, password));
    const reset = await completeReset(visitor, token);

    const { person: other, caller } = await stage.newEnrolled();
    await rename(stage, other, 'gr4c');
    const atChange = await count(
      'change',
      async (password) => await changePassword(caller, other.password, password),
    );
    const unchanged = await changePassword(caller, other.password, other.password);
    const abc = await rename(stage, other, 'abc');
    let current = other.password;
    let strong = 0;
    for (const password of STRONG) {
      const { status } = await changePassword(caller, current, password);
      const signedIn = await signInByPassword(stage, abc, password);
      if (status === 204 && signedIn.status === 200) strong += 1;
      else odd.push(`${password.slice(0, 20)}: ${status}, then ${signedIn.status}`);
      current = password;
    }
    return `the first broken rule for ${atReset}, ${atChange}; the same link then works ${reset.status}; unchanged ${unchanged.status}; ${strong} of ${STRONG.length} strong ones 204 and sign in${listed(odd)}`;
  },
);

attack(
  'A65',
  'guessing the current password in a session, and signing in with the old one during a change',
  '5 x 400 invalid_password Current password is incorrect, then 401, another session 200; without a recent code 403 2fa_verification_required; change 204, 1 notice; other sessions 2 x 401, own 200; 0 of 8 concurrent sign-ins live on; old password 401, new one 200',
  async (stage) => {
    const { person: guessed, caller: guesser } = await stage.newEnrolled();
    const elsewhere = stage.newCaller();
    await guessed.signIn(elsewhere);
    const guesses: string[] = [];
    while (guesses.length < 5) {
      const answer = await changePassword(guesser, WRONG_PASSWORD, NEW_PASSWORD);
      guesses.push(`${inShort(answer)} ${answer.body.message}`);
    }
    const after = await changePassword(guesser, guessed.password, NEW_PASSWORD);
    const living = await elsewhere.get('/auth/me');

    const { person, caller } = await stage.newEnrolled();
    const whole = stage.newCaller({ on: stage.b });
    await person.signIn(whole);
    const half = stage.newCaller();
    await half.signIn(person);
    await ageSecondFactor(stage, person.id, 15 * 60 + 1);
    const stale = await changePassword(caller, person.password, NEW_PASSWORD);
    await ageSecondFactor(stage, person.id, 0);
    const late = await Promise.all(
      Array.from({ length: 8 }, async (_, at) => await newVisitor(stage, { on: at % 2 ? stage.b : stage.a })),
    );
    const [changed] = await Promise.all([
      changePassword(caller, person.password, NEW_PASSWORD),
      ...late.map(
        async (each) => await each.post('/auth/login', { email: person.email, password: person.password }),
      ),
    ]);
    const own = await caller.get('/auth/me');
    const others = [await whole.get('/auth/me'), await half.get('/auth/2fa/status')];
    let alive = 0;
    for (const each of late) if ((await each.get('/auth/2fa/status')).status !== 401) alive += 1;
    const oldOne = await signInByPassword(stage, person, person.password);
    const newOne = await signInByPassword(stage, person, NEW_PASSWORD);
    const notices = await countMails(stage, person.email, PASSWORD_CHANGED);
    return `${countEach(guesses)}, then ${after.status}, another session ${living.status}; without a recent code ${inShort(stale)}; change ${changed.status}, ${notices} notice; other sessions ${countEach(others.map(({ status }) => status))}, own ${own.status}; ${alive} of ${late.length} concurrent sign-ins live on; old password ${oldOne.status}, new one ${newOne.status}`;
  },
);

const HASH = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$([\w+/]+)\$[\w+/]{43}$/;

async function hashOf({ database }: Stage, { id }: Person): Promise<string> {
  const { rows } = await database.query<{ readonly password_hash: string }>({
    text: 'SELECT password_hash FROM administrators WHERE id = $1',
    values: [id],
  });
  return rows[0]?.password_hash ?? '';
}

attack(
  'A66',
  'what the database keeps of passwords',
  '3 x 204 for a change and two resets; 3 of 3 hashes argon2id of 64 MiB and 3 passes, 3 salts for 1 password; a hash of 19 MiB and 2 passes becomes one of 64 MiB and 3 passes at sign-in; the password in 0 tables and 0 lines of the log',
  async (stage) => {
    const password = `Plain-${randomUUID()}-A1`;
    const { person, caller } = await stage.newEnrolled();
    const people = [person, await stage.newAdministrator(), await stage.newAdministrator()];
    const statuses = [(await changePassword(caller, person.password, password)).status];
    for (const each of people.slice(1)) {
      const reset = await completeReset(
        await newVisitor(stage),
        await requestResetToken(stage, each.email),
        password,
      );
      statuses.push(reset.status);
    }
    const hashes = await Promise.all(people.map(async (person) => await hashOf(stage, person)));
    const costOf = (hash: string) => {
      const [, memory, passes] = HASH.exec(hash) ?? [];
      return `${Math.round(Number(memory) / 1_024)} MiB and ${passes} passes`;
    };
    const good = hashes.filter((hash) => costOf(hash) === '64 MiB and 3 passes').length;
    const salts = new Set(hashes.map((hash) => HASH.exec(hash)?.[3])).size;

    const old = await stage.newAdministrator();
    const cheap = createPasswordHasher({ memory: 19_456, passes: 2, parallelism: 1 });
    await stage.write('UPDATE administrators SET password_hash = $2 WHERE id = $1', [
      old.id,
      await cheap.hash(password),
    ]);
    const before = costOf(await hashOf(stage, old));
    await signInByPassword(stage, old, password);
    const after = costOf(await hashOf(stage, old));

    const spellings = [
      password,
      Buffer.from(password).toString('hex'),
      Buffer.from(password).toString('base64'),
    ];
    const holds = (text: string) => spellings.some((spelling) => text.includes(spelling));
    const tables = [...(await dumpTables(stage)).values()].filter(holds).length;
    const lines = (await printedLines(stage)).filter(holds).length;
    return `${countEach(statuses)} for a change and two resets; ${good} of ${hashes.length} hashes argon2id of 64 MiB and 3 passes, ${salts} salts for 1 password; a hash of ${before} becomes one of ${after} at sign-in; the password in ${tables} tables and ${lines} lines of the log`;
  },
);
