import { isEmailAddress } from '@halyard/contract/email-address';
import { emailKey } from '@halyard/contract/email-key';
import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { AuditFilter } from './audit-filter.ts';
import { countAudit } from './search-audit.ts';

type Reading = Pick<Database, 'reader'>;
type Typed = Pick<AuditFilter, 'actorEmail' | 'action' | 'resourceId'>;

const WALLET_ID = /^\d{1,18}$/;

/**
 * Reads each typed text as a complete value if there is one, and otherwise as a part of what the table shows. A whole
 * email is always complete: as a part, it could only find the entries of longer addresses.
 */
export async function findTypedValues<Filter extends Typed>(
  database: Reading,
  { actorEmail, action, resourceId, ...filter }: Filter,
): Promise<Omit<Filter, keyof Typed> & AuditFilter> {
  const found = await Promise.all([
    actorEmail === undefined ? {} : findActor(database, actorEmail),
    action === undefined ? {} : findAction(database, action),
    resourceId === undefined ? {} : findResource(database, resourceId),
  ]);
  return Object.assign(filter, ...found);
}

async function findActor(database: Reading, actorEmail: string): Promise<AuditFilter> {
  if ((await countAudit(database, { actorEmail })) > 0) return { actorEmail };
  // Entries keep addresses as written and have no key column.
  const { rows } = await sql<{ readonly email: string }>`
    SELECT email FROM (SELECT email, email_key FROM administrators UNION ALL SELECT email, email_key FROM users)
      AS accounts
    WHERE email_key = ${emailKey(actorEmail)} ORDER BY lower(email) = lower(${actorEmail}) DESC LIMIT 1`.execute(
    database.reader,
  );
  const [account] = rows;
  if (account !== undefined) return { actorEmail: account.email };
  return isEmailAddress(actorEmail) ? { actorEmail } : { actorPart: actorEmail };
}

async function findAction(database: Reading, action: string): Promise<AuditFilter> {
  return (await countAudit(database, { action })) > 0 ? { action } : { actionPart: action };
}

/** The id of a wallet is a number, which must not find the wallets whose ids contain it. */
async function findResource(database: Reading, resourceId: string): Promise<AuditFilter> {
  const isComplete =
    (await countAudit(database, { resourceId })) > 0 ||
    (WALLET_ID.test(resourceId) && (await isWallet(database, resourceId)));
  return isComplete ? { resourceId } : { resourcePart: resourceId };
}

async function isWallet({ reader }: Reading, id: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM wallets WHERE id = ${id}::bigint`.execute(reader);
  return rows.length > 0;
}
