import { auditWith } from '../src/app.ts';
import type { SampleDataParts } from '../src/features/sample-data/sample-data-service.ts';
import { createServiceKeyService } from '../src/features/service-keys/service-key-service.ts';
import type { TestApplication } from './test-application.ts';

/** Returns the parts that load sample data into a test application through its own platform API. */
export function sampleDataPartsOf({ app, database, masterKeys, clock }: TestApplication): SampleDataParts {
  const now = () => clock.now;
  const appendAudit = auditWith(masterKeys, now);
  return {
    database,
    appendAudit,
    keys: createServiceKeyService({ database, appendAudit }),
    send: async (path, body, token) => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await app.inject({ method: 'POST', url: path, headers, payload: body });
      return { status: answer.statusCode, json: answer.json() };
    },
    now,
  };
}
