import { openFeedWith } from '../src/app.ts';
import type { SampleDataParts } from '../src/features/sample-data/sample-data-parts.ts';
import type { TestApplication } from './test-application.ts';

export function sampleDataPartsOf({
  database,
  masterKeys,
  sealedRows,
  clock,
}: TestApplication): SampleDataParts {
  const openFeed = openFeedWith({ database, masterKeys, sealedRows });
  return { database, masterKeys, sealedRows, openFeed, now: () => clock.now };
}
