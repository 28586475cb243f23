import { randomUUID } from 'node:crypto';
import type { Database } from '../../../apps/server/src/infra/db/database.ts';
import { codeAt, wrongCode } from '../../../apps/server/test/totp-codes.ts';
import type { Answer, Caller } from './caller.ts';
import { PASSWORD } from './passwords.ts';
import type { Stage } from './stage.ts';

/** An address that nobody else uses. */
export const newEmail = (name = 'nobody'): string => `${name}-${randomUUID().slice(0, 8)}@example.com`;

/** As an operator does. */
export async function disableAccount({ write }: Stage, { id }: Pick<Person, 'id'>): Promise<void> {
  await write('UPDATE administrators SET disabled_at = now() WHERE id = $1', [id]);
}

/** An administrator with what they know and own. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  /** Empty until `enrol`. */
  secret: string;
  backupCodes: readonly string[];
  /** Signs in with the password, sets up an authenticator and is signed in whole. */
  readonly enrol: (caller: Caller) => Promise<Answer>;
  /** Signs in with password and code. */
  readonly signIn: (caller: Caller) => Promise<Answer>;
  /** A code that is good now: lets the product forget the last one, in place of waiting for 30 seconds. */
  readonly freshCode: () => Promise<string>;
  /** A code of six digits that is not good now. */
  readonly wrongCode: () => string;
}

export function createPeople({
  database,
  write,
  newCaller,
  passwordHash,
}: Pick<Stage, 'write' | 'newCaller'> & {
  readonly database: Database;
  readonly passwordHash: string;
}): Pick<Stage, 'newAdministrator' | 'newEnrolled'> {
  const newAdministrator: Stage['newAdministrator'] = async (name = 'adm') => {
    const email = newEmail(name);
    await write('INSERT INTO administrators (email, email_key, password_hash) VALUES ($1, $1, $2)', [
      email,
      passwordHash,
    ]);
    const { rows } = await database.query<{ readonly id: string }>({
      text: 'SELECT id FROM administrators WHERE email = $1',
      values: [email],
    });
    const person: Person = {
      id: rows[0]?.id ?? '',
      email,
      password: PASSWORD,
      secret: '',
      backupCodes: [],
      async enrol(caller) {
        await caller.signIn(person);
        const { body } = await caller.post('/auth/2fa/setup');
        person.secret = body.secret;
        person.backupCodes = body.backupCodes;
        const code = codeAt(person.secret, Date.now());
        return await caller.post('/auth/2fa/enable', {
          code,
          secret: body.secret,
          backupCodes: body.backupCodes,
        });
      },
      async signIn(caller) {
        const answer = await caller.signIn(person);
        if (answer.status !== 200) return answer;
        return await caller.post('/auth/2fa/verify', { code: await person.freshCode() });
      },
      async freshCode() {
        await write('UPDATE administrators SET totp_last_step = 0 WHERE id = $1', [person.id]);
        return codeAt(person.secret, Date.now());
      },
      wrongCode: () => wrongCode(person.secret, Date.now()),
    };
    return person;
  };
  return {
    newAdministrator,
    async newEnrolled(name) {
      const person = await newAdministrator(name);
      const caller = newCaller();
      const { status, text } = await person.enrol(caller);
      if (status !== 204) throw new Error(`the set-up of an authenticator answered ${status}: ${text}`);
      return { person, caller };
    },
  };
}
