import type { readSeries, Series } from '@halyard/contract/overview';
import type { z } from 'zod';
import type { AuditInbox } from '../../infra/audit/inbox/audit-inbox.ts';
import { countAuditByPeriod } from '../../infra/audit/search/count-audit-by-period.ts';
import type { Database } from '../../infra/db/database.ts';
import { chosenPeriod } from './chosen-period.ts';
import { readFirstDay, readPeriod, readPoints } from './series-queries.ts';
import { type DaySpan, spanOf } from './series-span.ts';

type SeriesQuery = z.output<NonNullable<(typeof readSeries)['query']>>;

export interface SeriesService {
  /** Reads daily totals and the audit log's blocks. @throws Problem `validation_error` for a day after today */
  readonly read: (query: SeriesQuery) => Promise<Series>;
}

export function createSeriesService(parts: {
  readonly database: Database;
  readonly auditInbox: Pick<AuditInbox, 'catchUp'>;
  readonly now: () => number;
}): SeriesService {
  const { database, auditInbox, now } = parts;
  const { reader } = database;

  async function readBefore(span: DaySpan | null): Promise<Series['before']> {
    return span && { ...span, ...(await readPeriod(reader, span)) };
  }

  return {
    read: async (query) => {
      const today = new Date(now()).toISOString().slice(0, 10);
      const choice = chosenPeriod(query, today);
      const span = spanOf(choice, today, await readFirstDay(reader));
      const [{ points, period }, before, auditEntries] = await Promise.all([
        readPoints(reader, span),
        readBefore(span.before),
        auditInbox.catchUp().then(() => countAuditByPeriod(database, span)),
      ]);
      return {
        ...(typeof choice === 'string' ? { range: choice } : {}),
        step: span.step,
        points: points.map((point) => ({ ...point, auditEntries: auditEntries.get(point.start) ?? 0 })),
        period: { from: span.from, to: span.to, ...period },
        before,
      };
    },
  };
}
