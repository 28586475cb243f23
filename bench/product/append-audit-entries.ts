import { createAppendAudit } from '../../apps/server/src/infra/audit/append-audit.ts';
import { fixedMasterKeys } from '../../apps/server/src/infra/crypto/master-keys.ts';
import { createDatabase } from '../../apps/server/src/infra/db/database.ts';
import type { DatabaseConnection } from '../../apps/server/src/infra/db/database-connection.ts';
import { createLog } from '../../apps/server/src/infra/log.ts';
import { ADMINISTRATOR, ADMINISTRATOR_ENVIRONMENT } from './administrator.ts';

const AT_ONCE = 100;

/** Appends real entries until the log has `entries`. Those of `writeAuditEntries` have no proofs. */
export async function appendAuditEntries(connection: DatabaseConnection, entries: number): Promise<void> {
  const database = createDatabase({ connection, max: 1, log: createLog('error') });
  const masterKeys = fixedMasterKeys(Buffer.from(ADMINISTRATOR_ENVIRONMENT.MASTER_KEY, 'base64'));
  const append = createAppendAudit(masterKeys, () => new Date());
  const { sequence } = await database.reader
    .selectFrom('audit_head')
    .select('sequence')
    .executeTakeFirstOrThrow();
  for (let number = Number(sequence); number < entries; number += AT_ONCE) {
    await database.transaction(async (transaction) => {
      for (let user = number; user < number + AT_ONCE; user++) {
        await append(transaction, {
          action: 'user.settings',
          category: 'user_management',
          description: `Settings of user${user}@example.com changed`,
          status: user % 40 === 0 ? 'failure' : 'success',
          actor: { type: 'admin', id: 'benchmark', email: ADMINISTRATOR.email },
          resource: { type: 'user', id: `user-${user}`, identifier: `user${user}@example.com` },
          changes: { serviceFeeRate: { before: '0.02', after: '0.05' } },
        });
      }
    });
  }
  await database.close();
}
