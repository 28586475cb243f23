import { argon2Sync } from 'node:crypto';
import { ADMIN_API } from '@halyard/contract/constants';
import { ENDPOINTS } from '@halyard/contract/endpoints';
import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../apps/server/src/infra/db/database.ts';
import { attack } from './support/attack.ts';
import { untilLinked } from './support/audit-entries.ts';
import { type Answer, type Caller, inShort } from './support/caller.ts';
import { eventually } from './support/eventually.ts';
import { logoutLast, urlOf } from './support/every-call.ts';
import { countMails } from './support/mails.ts';
import { NEW_PASSWORD } from './support/passwords.ts';
import type { Person } from './support/people.ts';
import {
  backUp,
  currentCode,
  disable,
  halfSignedIn,
  regenerate,
  signedIn,
  signInWith,
  storedFactors,
} from './support/second-factor.ts';
import type { Stage } from './support/stage.ts';
import { countWanted } from './support/tally.ts';

attack(
  'A40',
  'regenerating backup codes: bad codes, two at once, a process that is killed before the commit',
  'without a code 400, wrong 400; right 200: 0 of 10 old and 10 of 10 new codes are stored, salted with Argon2id, 1 mail; two at once: 1 set is stored whole, 0 in part; killed: all 10 codes stay, one signs in 204',
  async (stage) => {
    const { person, caller } = await stage.newEnrolled();
    const without = await caller.post('/auth/2fa/backup-codes', {});
    const wrong = await regenerate(caller, person.wrongCode());
    const right = await regenerate(caller, await person.freshCode());
    const codes: string[] = right.body.backupCodes;
    const stored = `${await storedOf(stage, person, person.backupCodes)} old and ${await storedOf(stage, person, codes)} new codes`;
    const mails = await countMails(stage, person.email, 'Your Halyard backup codes were regenerated');

    const both = await Promise.all([
      regenerate(caller, await person.freshCode(), stage.a.address),
      regenerate(caller, codes[0], stage.b.address),
    ]);
    const sets = both.filter(({ status }) => status === 200).map(({ body }): string[] => body.backupCodes);
    const shares: string[] = [];
    for (const set of sets) shares.push(await storedOf(stage, person, set));
    const whole = sets.filter((_, index) => shares[index] === '10 of 10');
    const parts = shares.filter((share) => !['0 of 10', '10 of 10'].includes(share));

    await regenerateOnKilled(stage, person);
    const after = (await storedFactors(stage, person)).backup_codes.length;
    const works = await signInWith(stage, person, whole[0]?.[0]);
    return `without a code ${without.status}, wrong ${wrong.status}; right ${right.status}: ${stored} are stored, salted with Argon2id, ${mails} mail; two at once: ${whole.length} set is stored whole, ${parts.length} in part; killed: ${after === 10 ? 'all 10' : after} codes stay, one signs in ${works.status}`;
  },
);

/** How many of these codes the database holds, as hashes of Argon2id with the salt beside them. */
async function storedOf(stage: Stage, person: Person, codes: readonly string[]): Promise<string> {
  const { backup_codes: hashes, backup_code_salt: nonce } = await storedFactors(stage, person);
  const cost = { memory: 64 * 1024, passes: 3, parallelism: 1, tagLength: 32 };
  const found = codes.filter((message) => {
    const hash = argon2Sync('argon2id', { message, nonce: nonce ?? Buffer.alloc(16), ...cost });
    return hashes.some((stored) => stored.equals(hash));
  });
  return `${found.length} of ${codes.length}`;
}

/** Kills the process while its transaction waits for the row of this person. */
async function regenerateOnKilled(stage: Stage, person: Person): Promise<void> {
  const { process, address } = await stage.start();
  const caller = await signedIn(stage, person);
  const code = await person.freshCode();
  await stage.database.transaction(async (transaction) => {
    await sql`SELECT FROM administrators WHERE id = ${person.id} FOR UPDATE`.execute(transaction);
    const answered = regenerate(caller, code, address)
      .then(inShort, String)
      .then((answer) => {
        throw new Error(`answered before the kill: ${answer}`);
      });
    await Promise.race([lockAwaited(transaction), answered]);
    process.child.kill('SIGKILL');
    await process.ended;
  });
  // In place of waiting for a minute, until other processes take over what it held.
  await stage.database.query({ text: 'UPDATE outbox SET leased_until = now()' });
}

async function lockAwaited(transaction: DatabaseTransaction): Promise<void> {
  const isAwaited = await eventually(async () => {
    const { rows } = await sql`SELECT FROM pg_locks WHERE NOT granted`.execute(transaction);
    return rows.length > 0;
  }, 60_000);
  if (!isAwaited) throw new Error('nothing waits for the lock');
}

const SESSION_CALLS = ENDPOINTS.filter(({ access }) => access.kind === 'session');

attack(
  'A41',
  'disabling the second factor, with bad codes and a good one',
  `400 for 3 of 3 bad codes; 204, then 401 for ${SESSION_CALLS.length} of ${SESSION_CALLS.length} calls in both sessions, sign-in asks for a set-up, 1 mail, 1 audit entry; after that 400 for 2 of 2 old factors; key backup 409 factor_too_new, a day later 200; a backup code disables, too: 204`,
  async (stage) => {
    const { person, caller } = await stage.newEnrolled();
    const other = await signedIn(stage, person);
    const used = await person.freshCode();
    await signInWith(stage, person, used);
    const bad = {
      'no code': String((await caller.post('/auth/2fa/disable', {})).status),
      'a wrong code': String((await disable(caller, person.wrongCode())).status),
      'a used code': String((await disable(caller, used)).status),
    };
    const sessions = [caller, other].map(({ cookie, csrfToken }) => ({ cookie, 'x-csrf-token': csrfToken }));
    const disabled = await disable(caller, await person.freshCode());
    const ended = await callInSessions(stage, sessions);
    const again = await stage.newCaller().signIn(person);
    const mails = await countMails(stage, person.email, 'Two-factor authentication was disabled');
    const entries = await countEntries(stage, person, 'two_factor.disable');
    const afterwards = await enrolAgain(stage, person);

    const { person: second, caller: itsCaller } = await stage.newEnrolled();
    const withBackupCode = await disable(itsCaller, second.backupCodes[0]);
    return `400 for ${countWanted('400', Object.entries(bad))} bad codes; ${disabled.status}, then 401 for ${countWanted('401,401', Object.entries(ended))} calls in both sessions, sign-in asks for a ${again.body?.requires2FA === false ? 'set-up' : 'code'}, ${mails} mail, ${entries} audit entry; after that ${afterwards}; a backup code disables, too: ${withBackupCode.status}`;
  },
);

/** Calls each endpoint that needs a session, in all of these sessions. */
async function callInSessions(
  { newCaller, b }: Stage,
  sessions: readonly Readonly<Record<string, string>>[],
): Promise<Record<string, string>> {
  const outcomes: Record<string, string> = {};
  for (const endpoint of SESSION_CALLS) {
    const statuses: number[] = [];
    for (const headers of sessions) {
      const sending = { headers, on: b.address, ...(endpoint.body !== undefined && { body: {} }) };
      statuses.push((await newCaller().send(endpoint.method, urlOf(endpoint), sending)).status);
    }
    outcomes[endpoint.name] = statuses.join();
  }
  return outcomes;
}

async function countEntries(stage: Stage, { email }: Person, action: string): Promise<number> {
  await untilLinked(stage);
  const { rows } = await stage.database.query({
    text: `SELECT FROM audit_log WHERE actor_email = $1 AND action = $2 AND status = 'success'`,
    values: [email, action],
  });
  return rows.length;
}

/** Sets up another authenticator, then tries the former factors, and a key backup with the new one. */
async function enrolAgain(stage: Stage, person: Person): Promise<string> {
  const { secret: formerSecret, backupCodes: formerCodes } = person;
  const caller = stage.newCaller();
  // Its set-up needs a time step that was not used.
  await person.freshCode();
  await person.enrol(caller);
  await person.freshCode();
  const former = {
    authenticator: String((await signInWith(stage, person, currentCode(formerSecret))).status),
    'backup code': String((await signInWith(stage, person, formerCodes[0])).status),
  };
  const wallet = await stage.newWallet();
  await passFor(stage, person, { account: 48, factors: 0 });
  const held = await backUp(caller, wallet, await person.freshCode());
  await passFor(stage, person, { account: 0, factors: 24 });
  const released = await backUp(caller, wallet, await person.freshCode());
  return `400 for ${countWanted('400', Object.entries(former))} old factors; key backup ${inShort(held)}, a day later ${released.status}`;
}

/** In place of waiting for hours. */
async function passFor(
  { write }: Stage,
  { id }: Person,
  hours: { readonly account: number; readonly factors: number },
): Promise<void> {
  await write(
    `UPDATE administrators SET created_at = created_at - make_interval(hours => $2),
      authenticator_replaced_at = authenticator_replaced_at - make_interval(hours => $3) WHERE id = $1`,
    [id, hours.account, hours.factors],
  );
}

const AUTH_CALLS = ENDPOINTS.filter(({ path }) => path.startsWith(`${ADMIN_API}/auth/`));
const AUTH_BODIES = AUTH_CALLS.filter(({ body }) => body !== undefined);

attack(
  'A43',
  'the ids of another administrator in bodies, queries and headers of the calls of auth',
  `400 validation_error for ${AUTH_BODIES.length} of ${AUTH_BODIES.length} bodies; in queries and headers ignored: account and sessions are the caller's own, the other's session 404; the other is as before and signed in: 200`,
  async (stage) => {
    const { person: other, caller: ofOther } = await stage.newEnrolled('other');
    const { person, caller } = await stage.newEnrolled();
    const before = await accountOf(stage, other);
    const bodies: Record<string, string> = {};
    for (const { name, method, path } of AUTH_BODIES) {
      const by = name === 'verifyTwoFactor' ? await halfSignedIn(stage, person) : caller;
      const body = { email: other.email, ...idsOf(other), ...(await validBodyOf(name, person, caller)) };
      bodies[name] = inShort(await by.send(method, path, { body }));
    }
    const answers = await callNaming(other, before.sessions[0]?.id ?? '', caller);
    const own = (await accountOf(stage, person)).sessions.map(({ id }) => id);
    const shown: { readonly id: string }[] = answers['listAccountSessions']?.body?.sessions ?? [];
    const isOwn =
      answers['me']?.body?.email === person.email &&
      shown.length > 0 &&
      shown.every(({ id }) => own.includes(id));
    const isAsBefore = JSON.stringify(await accountOf(stage, other)) === JSON.stringify(before);
    const { status } = await ofOther.get('/auth/me');
    return `400 validation_error for ${countWanted('400 validation_error', Object.entries(bodies))} bodies; in queries and headers ignored: account and sessions are ${isOwn ? '' : 'not '}the caller's own, the other's session ${answers['endAccountSession']?.status}; the other is ${isAsBefore ? 'as before' : 'changed'} and signed in: ${status}`;
  },
);

const idsOf = ({ id }: Person) => ({ adminId: id, administratorId: id, userId: id, id, uuid: id, sub: id });

/** Calls each endpoint of auth that takes no body, logout last, with the other's ids in query and headers. */
async function callNaming(other: Person, sessionId: string, caller: Caller): Promise<Record<string, Answer>> {
  const answers: Record<string, Answer> = {};
  const query = new URLSearchParams({ email: other.email, ...idsOf(other) });
  const headers = { 'x-user-id': other.id, 'x-admin-id': other.id, 'x-forwarded-user': other.email };
  for (const { name, method, path } of logoutLast(AUTH_CALLS.filter(({ body }) => body === undefined))) {
    answers[name] = await caller.send(method, `${path.replace(':id', sessionId)}?${query}`, { headers });
  }
  return answers;
}

/** The row of an administrator, and their sessions, open ones first. */
async function accountOf({ database }: Stage, { id }: Person) {
  const account = await database.query({ text: 'SELECT * FROM administrators WHERE id = $1', values: [id] });
  const sessions = await database.query<{ readonly id: string }>({
    text: 'SELECT id, stage, ended_at FROM sessions WHERE administrator_id = $1 ORDER BY ended_at DESC, id',
    values: [id],
  });
  return { account: account.rows, sessions: sessions.rows };
}

/** A body that the endpoint would accept. */
async function validBodyOf(
  name: string,
  { email, password, freshCode }: Person,
  caller: Caller,
): Promise<object> {
  const { body: setup } = await caller.post('/auth/2fa/replace/setup');
  const newCode = currentCode(setup.secret);
  const code = await freshCode();
  const bodies: Readonly<Record<string, object>> = {
    login: { email, password },
    enableTwoFactor: { code: newCode, secret: setup.secret, backupCodes: [] },
    verifyTwoFactor: { code },
    replaceAuthenticator: { code, secret: setup.secret, newCode },
    disableTwoFactor: { code },
    regenerateBackupCodes: { code },
    changePassword: { currentPassword: password, newPassword: NEW_PASSWORD },
    initiatePasswordReset: { email },
    validatePasswordReset: { token: 'x' },
    completePasswordReset: { token: 'x', newPassword: NEW_PASSWORD },
  };
  return bodies[name] ?? {};
}
