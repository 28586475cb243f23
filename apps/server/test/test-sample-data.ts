import { auditWith } from '../src/app.ts';
import { sendThrough } from '../src/features/sample-data/load-at-start.ts';
import type { SampleDataParts } from '../src/features/sample-data/sample-data-service.ts';
import { createServiceKeyService } from '../src/features/service-keys/service-key-service.ts';
import type { TestApplication } from './test-application.ts';

export function sampleDataPartsOf({ app, database, masterKeys, clock }: TestApplication): SampleDataParts {
  const now = () => clock.now;
  const appendAudit = auditWith(masterKeys, now);
  const keys = createServiceKeyService({ database, appendAudit });
  return { database, appendAudit, keys, send: sendThrough(app), now };
}
