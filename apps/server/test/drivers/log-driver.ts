import { closeSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createLog, droppedLogLines } from '../../src/infra/log.ts';
import { createMetrics } from '../../src/infra/metrics.ts';

/**
 * Logs lines of a kilobyte, from the end of its standard input on, until one is dropped, at most 16 MiB. Says on
 * standard error how many it wrote, with its metrics, and closes that.
 */
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
