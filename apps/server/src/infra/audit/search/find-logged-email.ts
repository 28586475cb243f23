import { emailKey } from '@halyard/contract/email-key';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { countAudit } from './search-audit.ts';

/** Returns the logged spelling of an e-mail, because entries keep addresses as written and have no key column. */
export async function findLoggedEmail(
  database: Pick<Database, 'reader'>,
  actorEmail: string | undefined,
): Promise<string | undefined> {
  if (actorEmail === undefined) return undefined;
  const key = emailKey(actorEmail);
  const { rows } = await sql<{ readonly email: string; readonly is_typed: boolean }>`
    SELECT email, lower(email) = lower(${actorEmail}) AS is_typed
    FROM (SELECT email FROM administrators WHERE email_key = ${key}
      UNION ALL SELECT email FROM users WHERE email_key = ${key}) AS accounts
    ORDER BY is_typed DESC LIMIT 1`.execute(database.reader);
  const [account] = rows;
  if (account === undefined || account.is_typed) return actorEmail;
  return (await countAudit(database, { actorEmail })) > 0 ? actorEmail : account.email;
}
