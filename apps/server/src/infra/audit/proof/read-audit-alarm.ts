import type { AuditAlarm } from '@halyard/audit-proof/page-proof';
import type { DatabaseReader } from '../../db/database.ts';

/** The first entry that was found to be another than was written, or gone, while it is; undefined where all fit. */
export async function readAuditAlarm(reader: DatabaseReader): Promise<AuditAlarm | undefined> {
  const { alarm_sequence, alarm_reason, alarm_at } = await reader
    .selectFrom('audit_watch')
    .select(['alarm_sequence', 'alarm_reason', 'alarm_at'])
    .executeTakeFirstOrThrow();
  if (alarm_sequence === null || alarm_reason === null || alarm_at === null) return undefined;
  return { sequence: alarm_sequence, reason: alarm_reason, foundAt: alarm_at.toISOString() };
}
