import type { SystemReport } from '@halyard/contract/system';
import type { Configuration } from '../../config/configuration.ts';
import type { HeadMemory } from '../../infra/audit/proof/head-memory.ts';
import { databaseNow } from '../../infra/database-now.ts';
import type { Database } from '../../infra/db/database.ts';
import type { SealedRows } from '../../infra/sealed-rows/sealed-rows.ts';
import { readAuditLogChecks } from './audit-log-checks.ts';
import { readDatabaseChecks, readRowChecks } from './database-checks.ts';
import { readFeedChecks } from './feed-checks.ts';
import { readMailChecks } from './mail-checks.ts';
import { readSourceChecks } from './source-checks.ts';

export interface SystemService {
  readonly read: () => Promise<SystemReport>;
}

export function createSystemService(parts: {
  readonly database: Pick<Database, 'reader'>;
  readonly configuration: Pick<
    Configuration,
    'chainUrls' | 'feedSilentMinutes' | 'isEvaluation' | 'pricesUrl' | 'smtpUrl'
  >;
  /** Whether the records are sample data, which no platform sends. */
  readonly sampleData: boolean;
  readonly headMemory: Pick<HeadMemory, 'alarm'>;
  /** Whether several rechecks of the audit log in a row have failed. */
  readonly areRechecksFailing: () => boolean;
  readonly sealedRows: SealedRows;
  /** The clock of this machine, in milliseconds since 1970. */
  readonly now: () => number;
}): SystemService {
  const { database, configuration, sampleData, headMemory, areRechecksFailing, sealedRows, now } = parts;
  const { reader } = database;
  return {
    read: async () => {
      const measuredAt = new Date(await databaseNow(reader)).toISOString();
      const feed = { silentMinutes: configuration.feedSilentMinutes, sampleData };
      const checks = await Promise.all([
        readFeedChecks(reader, feed),
        readSourceChecks(reader, configuration),
        readMailChecks(reader, configuration),
        readAuditLogChecks(reader, headMemory, areRechecksFailing()),
        readRowChecks(reader, sealedRows),
        readDatabaseChecks(reader, now),
      ]);
      return { measuredAt, checks: checks.flat() };
    },
  };
}
