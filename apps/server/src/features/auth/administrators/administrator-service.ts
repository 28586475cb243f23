import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { AppendAudit } from '../../../infra/audit/append-audit.ts';
import type { PasswordHasher } from '../../../infra/crypto/password-hasher.ts';
import type { Database } from '../../../infra/db/database.ts';
import type { SealedRows } from '../../../infra/sealed-rows/sealed-rows.ts';
import { forgetFailuresOf } from '../sign-in/sign-in-failures.ts';
import { insertAdministrator } from './administrator-management-store.ts';

/** Letters and digits without lookalikes such as 0 and O. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 5;
const EVERY_CLASS = [/[A-Z]/, /[a-z]/, /\d/];

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Creates the first administrator if there is none and returns whether it did. Safe in concurrent processes. */
export async function createFirstAdministrator(
  {
    database,
    sealedRows,
    appendAudit,
    passwords,
  }: {
    readonly database: Database;
    readonly sealedRows: SealedRows;
    readonly appendAudit: AppendAudit;
    readonly passwords: PasswordHasher;
  },
  { email, password }: Credentials,
): Promise<boolean> {
  const someone = await database.reader.selectFrom('administrators').select('id').limit(1).executeTakeFirst();
  if (someone !== undefined) return false;
  const password_hash = await passwords.hash(password);
  return await database.transaction(async (transaction) => {
    await sql`LOCK TABLE administrators IN SHARE ROW EXCLUSIVE MODE`.execute(transaction);
    const meanwhile = await transaction.selectFrom('administrators').select('id').limit(1).executeTakeFirst();
    if (meanwhile !== undefined) return false;
    const id = await insertAdministrator(transaction, sealedRows, email, password_hash);
    if (id === undefined) throw new Error('an administrator appeared in a locked table');
    await forgetFailuresOf(transaction, email);
    await appendAudit(transaction, {
      action: 'administrator.create',
      category: 'configuration',
      description: 'First administrator created',
      status: 'success',
      actor: { type: 'system' },
      resource: { type: 'admin', id, identifier: email },
    });
    return true;
  });
}

/** Returns 20 random letters and digits in four groups. */
export function newPassword(): string {
  for (;;) {
    const groups = Array.from({ length: GROUPS }, () =>
      Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
    );
    const password = groups.join('-');
    if (EVERY_CLASS.every((pattern) => pattern.test(password))) return password;
  }
}
