import { sql } from 'kysely';
import { examineSeal } from '../../infra/audit/chain/audit-seal.ts';
import { findMasterKey, type MasterKeys } from '../../infra/crypto/master-keys.ts';
import type { Database } from '../../infra/db/database.ts';
import { allowLongStatements } from '../../infra/db/long-statements.ts';
import { masterKeyIdIn, nameOf, SEALED_COLUMNS } from '../../infra/sealed-columns.ts';
import { StartupError } from '../../infra/startup-error.ts';

const WHAT_TO_DO = 'set MASTER_KEY to that key, or add that key to MASTER_KEY_PREVIOUS';

/** Prevents sealing the next entry with the key of another database. @throws StartupError */
export async function requireSealKey(database: Database, masterKeys: MasterKeys): Promise<void> {
  const head = await database.reader.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow();
  if (examineSeal(head, masterKeys()) !== 'unknown key') return;
  const key = head.seal_key_id === null ? '' : ` (key ${head.seal_key_id.toString('hex')})`;
  throw new StartupError(
    `MASTER_KEY: the audit log was sealed under another master key${key}: ${WHAT_TO_DO}`,
  );
}

/**
 * Detects a missing key before a sign-in needs it. Reads whole tables, which may take minutes.
 * @throws StartupError
 */
export async function requireSecretKeys(database: Database, masterKeys: MasterKeys): Promise<void> {
  const counts = SEALED_COLUMNS.map(
    (column) => sql`
      SELECT ${nameOf(column)}::text AS name, ${masterKeyIdIn(column)} AS key_id, count(*) AS secrets
      FROM ${sql.table(column.table)} WHERE ${sql.ref(column.column)} IS NOT NULL GROUP BY key_id`,
  );
  const { rows } = await database.transaction(async (transaction) => {
    await allowLongStatements(transaction);
    return await sql<{ name: string; key_id: Buffer; secrets: number }>`
      ${sql.join(counts, sql` UNION ALL `)}`.execute(transaction);
  });
  const ring = masterKeys();
  const stranger = rows.find(({ key_id }) => findMasterKey(ring, key_id) === undefined);
  if (stranger === undefined) return;
  const { name, key_id, secrets } = stranger;
  throw new StartupError(
    `MASTER_KEY: ${secrets} secrets in ${name} were sealed under another master key (key ${key_id.toString('hex')}): ${WHAT_TO_DO}`,
  );
}
