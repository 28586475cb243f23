import { openFeedWith } from '../src/app.ts';
import type { SampleDataParts } from '../src/features/sample-data/sample-data-parts.ts';
import type { TestApplication } from './test-application.ts';

export function sampleDataPartsOf({ database, masterKeys, clock }: TestApplication): SampleDataParts {
  return { database, masterKeys, openFeed: openFeedWith({ database, masterKeys }), now: () => clock.now };
}
