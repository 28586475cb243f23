import type { Revenue, readRevenue } from '@halyard/contract/overview';
import type { z } from 'zod';
import type { Database } from '../../infra/db/database.ts';
import { chosenPeriod } from './chosen-period.ts';
import { type RevenueRow, readRevenueRows } from './revenue-queries.ts';
import { revenueSpanOf } from './revenue-span.ts';
import { readFirstDay } from './series-queries.ts';

type RevenueQuery = z.output<NonNullable<(typeof readRevenue)['query']>>;

export interface RevenueService {
  /** Reads kept totals. @throws Problem `validation_error` for a day after today */
  readonly read: (query: RevenueQuery) => Promise<Revenue>;
}

export function createRevenueService(parts: {
  readonly database: Database;
  readonly now: () => number;
}): RevenueService {
  const { database, now } = parts;
  return {
    read: async (query) => {
      const today = new Date(now()).toISOString().slice(0, 10);
      const span = revenueSpanOf(chosenPeriod(query, today), today, await readFirstDay(database.reader));
      const rows = await readRevenueRows(database.reader, span);
      const { from, to, before } = span;
      return {
        from,
        to,
        ...figuresOf(rows, 'total'),
        previous: before && { ...before, ...figuresOf(rows, 'previous') },
        byNetwork: rows.flatMap((row) =>
          row.kind === 'network' ? [{ network: row.key, ...presentFigures(row) }] : [],
        ),
        byCurrency: rows.flatMap((row) =>
          row.kind === 'currency' ? [{ currency: row.key, ...presentFigures(row) }] : [],
        ),
        topMerchants: rows.flatMap((row) =>
          row.kind === 'merchant'
            ? [
                {
                  uuid: row.key,
                  name: row.name,
                  previousRevenueUsd: before && row.previous_revenue_usd,
                  ...presentFigures(row),
                },
              ]
            : [],
        ),
      };
    },
  };
}

function figuresOf(rows: readonly RevenueRow[], kind: 'total' | 'previous') {
  const row = rows.find((found) => found.kind === kind);
  if (row === undefined) throw new Error('an aggregate without a row');
  return presentFigures(row);
}

function presentFigures({ revenue_usd, orders }: RevenueRow) {
  return { revenueUsd: revenue_usd, orders };
}
