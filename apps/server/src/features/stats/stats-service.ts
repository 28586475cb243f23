import type { Database } from '../../infra/db/database.ts';
import { type RecordCounts, readRecordCounts } from './stats-queries.ts';

export interface StatsService {
  readonly read: () => Promise<{ readonly counts: RecordCounts; readonly asOf: Date }>;
}

export function createStatsService(parts: {
  readonly database: Database;
  readonly now: () => number;
}): StatsService {
  const { database, now } = parts;
  return {
    read: async () => {
      const asOf = new Date(now());
      return { counts: await readRecordCounts(database), asOf };
    },
  };
}
