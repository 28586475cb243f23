import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { ensureSampleData, type SampleDataParts } from './sample-data-service.ts';

/** Prints progress and limits the log to warnings, so that bulk requests do not flood it. */
export async function loadSampleDataAtStart(
  parts: Pick<SampleDataParts, 'database' | 'appendAudit' | 'keys' | 'now'> & { readonly log: Logger },
  app: FastifyInstance,
): Promise<void> {
  const { log } = parts;
  const { level } = log;
  if (log.isLevelEnabled('info')) log.level = 'warn';
  try {
    await ensureSampleData({ ...parts, send: sendThrough(app), onProgress: printQuarters() });
  } finally {
    log.level = level;
  }
}

export function sendThrough(app: FastifyInstance): SampleDataParts['send'] {
  return async (path, body, token) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await app.inject({ method: 'POST', url: path, headers, payload: body });
    return { status: answer.statusCode, json: answer.json() };
  };
}

function printQuarters(): (share: number) => void {
  let printed = 0;
  return (share) => {
    const quarters = Math.floor(share * 4);
    if (quarters > printed) process.stdout.write(`sample data: ${quarters * 25} % written\n`);
    printed = quarters;
  };
}
