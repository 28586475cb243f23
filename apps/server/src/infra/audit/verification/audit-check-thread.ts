import { parentPort, workerData } from 'node:worker_threads';
import { createDatabase } from '../../db/database.ts';
import type { DatabaseConnection } from '../../db/database-connection.ts';
import { createLog } from '../../log.ts';
import type { CheckOrder, CheckOutcome } from './audit-check-threads.ts';
import { checkAuditRange } from './check-audit-range.ts';

/** Worker thread that checks ranges of the audit log. An error ends the thread and rejects pending checks. */
const port = parentPort;
if (port === null) throw new Error('expected to be started as a thread');
const database = createDatabase({
  connection: workerData as DatabaseConnection,
  max: 2,
  log: createLog('warn'),
});

port.on('message', async (order: CheckOrder) => {
  if (order === undefined) {
    port.close();
    await database.close();
    return;
  }
  const checked = await checkAuditRange(database.reader, order);
  port.postMessage({ first: order.first, checked } satisfies CheckOutcome);
});
