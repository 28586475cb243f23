import { findTotalDifferences, type TotalDifference } from '../src/features/overview/totals-check.ts';
import type { TestApplication } from './test-application.ts';

export async function keptTotalDifferences({
  database,
}: Pick<TestApplication, 'database'>): Promise<readonly TotalDifference[]> {
  return await findTotalDifferences(database);
}
