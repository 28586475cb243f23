import type { AuditAlarm } from '@halyard/audit-proof/page-proof';
import type { DatabaseReader } from '../../db/database.ts';

/** Returns the open alarm about the first changed or missing entry; undefined if all entries fit. */
export async function readAuditAlarm(reader: DatabaseReader): Promise<AuditAlarm | undefined> {
  const { alarm_sequence, alarm_reason, alarm_at } = await reader
    .selectFrom('audit_watch')
    .select(['alarm_sequence', 'alarm_reason', 'alarm_at'])
    .executeTakeFirstOrThrow();
  if (alarm_sequence === null || alarm_reason === null || alarm_at === null) return undefined;
  return { sequence: alarm_sequence, reason: alarm_reason, foundAt: alarm_at.toISOString() };
}
