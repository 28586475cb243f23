import type { Series, SeriesRange } from '@halyard/contract/overview';
import { countAuditByPeriod } from '../../infra/audit/search/count-audit-by-period.ts';
import type { Database } from '../../infra/db/database.ts';
import { readFirstDay, readPeriod, readPoints } from './series-queries.ts';
import { type DaySpan, spanOf } from './series-span.ts';

export interface SeriesService {
  /** Reads daily totals and the audit log's blocks, up to now. */
  readonly read: (range: SeriesRange) => Promise<Series>;
}

export function createSeriesService(parts: {
  readonly database: Database;
  readonly now: () => number;
}): SeriesService {
  const { database, now } = parts;
  const { reader } = database;

  async function readBefore(span: DaySpan | null): Promise<Series['before']> {
    return span && { ...span, ...(await readPeriod(reader, span)) };
  }

  return {
    read: async (range) => {
      const today = new Date(now()).toISOString().slice(0, 10);
      const span = spanOf(range, today, await readFirstDay(reader));
      const [{ points, period }, before, auditEntries] = await Promise.all([
        readPoints(reader, span),
        readBefore(span.before),
        countAuditByPeriod(database, span),
      ]);
      return {
        range,
        step: span.step,
        points: points.map((point) => ({ ...point, auditEntries: auditEntries.get(point.start) ?? 0 })),
        period: { from: span.from, to: span.to, ...period },
        before,
      };
    },
  };
}
