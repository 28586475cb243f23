import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { AppendAudit } from '../../../infra/audit/append-audit.ts';
import type { PasswordHasher } from '../../../infra/crypto/password-hasher.ts';
import type { Database, DatabaseTransaction } from '../../../infra/db/database.ts';
import { allowLongStatements } from '../../../infra/db/long-statements.ts';
import type { SealedRows } from '../../../infra/sealed-rows/sealed-rows.ts';
import { forgetFailuresOf } from '../sign-in/sign-in-failures.ts';
import { insertAdministrator } from './administrator-management-store.ts';

/** Letters and digits without lookalikes such as 0 and O. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
const CREATED = 'administrator.create';
/** Only of the first one: sample data has entries about administrators that do not exist. */
const FIRST_CREATED = 'First administrator created';
const GROUPS = 4;
const GROUP_LENGTH = 5;
const EVERY_CLASS = [/[A-Z]/, /[a-z]/, /\d/];

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** `lost` means that there is no administrator, but that there was a first one. Somebody deleted them from outside. */
export type FirstAdministrator = 'created' | 'exists' | 'lost';

/** Creates the first administrator if there never was one. Safe in concurrent processes. */
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
): Promise<FirstAdministrator> {
  const someone = await database.reader.selectFrom('administrators').select('id').limit(1).executeTakeFirst();
  if (someone !== undefined) return 'exists';
  const password_hash = await passwords.hash(password);
  return await database.transaction(async (transaction) => {
    await sql`LOCK TABLE administrators IN SHARE ROW EXCLUSIVE MODE`.execute(transaction);
    const meanwhile = await transaction.selectFrom('administrators').select('id').limit(1).executeTakeFirst();
    if (meanwhile !== undefined) return 'exists';
    if (await wasOneCreated(transaction)) return 'lost';
    const id = await insertAdministrator(transaction, sealedRows, email, password_hash);
    if (id === undefined) throw new Error('an administrator appeared in a locked table');
    await forgetFailuresOf(transaction, email);
    await appendAudit(transaction, {
      action: CREATED,
      category: 'configuration',
      description: FIRST_CREATED,
      status: 'success',
      actor: { type: 'system' },
      resource: { type: 'admin', id, identifier: email },
    });
    return 'created';
  });
}

/** Retention removes the entry of a long time ago, so a log without its beginning counts, too. */
async function wasOneCreated(transaction: DatabaseTransaction): Promise<boolean> {
  await allowLongStatements(transaction);
  const { rows } = await sql`SELECT FROM audit_blocks WHERE first_sequence > 1
    UNION ALL (SELECT FROM audit_log WHERE action = ${CREATED} AND description = ${FIRST_CREATED} LIMIT 1)`.execute(
    transaction,
  );
  return rows.length > 0;
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
