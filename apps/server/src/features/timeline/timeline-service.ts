import type { TimelineKind } from '@halyard/contract/timeline-kinds';
import { sql } from 'kysely';
import type { AuditInbox } from '../../infra/audit/inbox/audit-inbox.ts';
import type { Database } from '../../infra/db/database.ts';
import { Problem } from '../../infra/problem.ts';
import { cursorAfter, readCursor } from './timeline-cursor.ts';
import { readTimelineKeys, type TimelineQuery } from './timeline-keys.ts';
import { readTimelineRecords, type TimelineRecords } from './timeline-records.ts';
import type { EventKey, RecordType } from './timeline-sources.ts';

export interface ReadTimeline {
  readonly keys: readonly EventKey[];
  readonly records: TimelineRecords;
  readonly nextCursor: string | null;
}

export interface TimelineService {
  /** @throws Problem `not_found`, or `validation_error` for a cursor of something else */
  readonly read: (
    record: TimelineQuery['record'],
    query: {
      readonly kind?: readonly TimelineKind[] | undefined;
      readonly limit: number;
      readonly cursor?: string | undefined;
    },
  ) => Promise<ReadTimeline>;
}

const EXISTING = {
  user: { condition: sql`FROM users WHERE deleted_at IS NULL AND`, unknown: 'User not found' },
  merchant: { condition: sql`FROM merchants WHERE`, unknown: 'Merchant not found' },
  order: { condition: sql`FROM orders WHERE`, unknown: 'Order not found' },
} as const satisfies Readonly<Record<RecordType, unknown>>;

export function createTimelineService({
  database,
  auditInbox,
}: {
  readonly database: Database;
  readonly auditInbox: Pick<AuditInbox, 'catchUp'>;
}): TimelineService {
  async function requireRecord({ type, id }: TimelineQuery['record']): Promise<void> {
    const { condition, unknown } = EXISTING[type];
    const { rows } = await sql`SELECT ${condition} id = ${id}::uuid`.execute(database.reader);
    if (rows.length === 0) throw new Problem('not_found', unknown);
  }

  return {
    async read(record, { kind: kinds, limit, cursor }) {
      const after = cursor === undefined ? undefined : readCursor(cursor);
      await auditInbox.catchUp();
      const [found] = await Promise.all([
        readTimelineKeys(database, { record, kinds, limit: limit + 1, after }),
        requireRecord(record),
      ]);
      const keys = found.slice(0, limit);
      const last = keys.at(-1);
      return {
        keys,
        records: await readTimelineRecords(database.reader, keys),
        nextCursor: found.length > limit && last ? cursorAfter(last) : null,
      };
    },
  };
}
