import { closeSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createLog, droppedLogLines } from '../../src/infra/log.ts';
import { createMetrics } from '../../src/infra/metrics.ts';

/** Logs 1 KB lines until one is dropped or 16 MiB are written. Then writes their number and metrics to stderr. */
const WRITTEN_MAX = 16 * 1024;

await text(process.stdin);
const log = createLog('info');
let written = 0;
while (written < WRITTEN_MAX && droppedLogLines() === 0) {
  log.info({ text: 'x'.repeat(1_024) });
  written++;
  await nextTurn();
}
const metrics = await createMetrics().text();
process.stderr.write(`written ${written}\n${metrics}`, () => closeSync(2));
