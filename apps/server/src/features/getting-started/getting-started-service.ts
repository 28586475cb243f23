import { BACKUP_CODES_LOW } from '@halyard/contract/constants';
import type { GettingStarted } from '@halyard/contract/getting-started';
import { sql } from 'kysely';
import type { Configuration } from '../../config/configuration.ts';
import type { Database } from '../../infra/db/database.ts';
import { onlyRow } from '../../infra/db/only-row.ts';

export interface GettingStartedService {
  /** @param administratorId whose backup codes count */
  readonly read: (administratorId: string) => Promise<GettingStarted>;
}

export function createGettingStartedService(parts: {
  readonly database: Database;
  readonly configuration: Pick<Configuration, 'smtpUrl'>;
}): GettingStartedService {
  const { database, configuration } = parts;
  return {
    async read(administratorId) {
      const { rows } = await sql<GettingStarted>`SELECT
        (SELECT count(*) > 1 FROM administrators WHERE disabled_at IS NULL) AS "secondAdministrator",
        EXISTS (SELECT FROM service_keys WHERE revoked_at IS NULL) AS "serviceKey",
        EXISTS (SELECT FROM users) OR EXISTS (SELECT FROM merchants) AS "firstBatch",
        EXISTS (SELECT FROM installation_marks WHERE name = 'mail.smtp') AND coalesce((SELECT state = 'done' FROM outbox WHERE state <> 'waiting' AND kind LIKE 'mail.%'
          ORDER BY finished_at DESC LIMIT 1), false) AS mail,
        (SELECT cardinality(backup_codes) > ${BACKUP_CODES_LOW} FROM administrators
          WHERE id = ${administratorId}) AS "backupCodes"`.execute(database.reader);
      const steps = onlyRow(rows);
      return { ...steps, mail: steps.mail && configuration.smtpUrl !== undefined };
    },
  };
}
