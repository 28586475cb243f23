import { readAuditExport } from '../src/features/exports/audit-export/audit-export.ts';
import { HASH_BYTES } from '../src/infra/audit/chain/audit-seal.ts';
import { extendAuditTiles } from '../src/infra/audit/proof/extend-audit-tiles.ts';
import { checkAuditRange } from '../src/infra/audit/verification/check-audit-range.ts';
import { fixedMasterKeys, type MasterKeys } from '../src/infra/crypto/master-keys.ts';
import { createDatabase, type Database } from '../src/infra/db/database.ts';
import type { DatabaseConnection } from '../src/infra/db/database-connection.ts';
import { createRecordingLog } from './recording-log.ts';
import { createTestInbox } from './test-audit-inbox.ts';

export interface SmallHeapOrder {
  readonly work: 'tiles' | 'check' | 'jsonl' | 'csv';
  readonly entries: number;
  readonly connection: DatabaseConnection;
  readonly masterKey: string;
}

/** Process that reads the whole audit log in one way. Sends how many entries it read. */
process.once('message', async (order: SmallHeapOrder) => {
  const { connection, masterKey } = order;
  const database = createDatabase({ connection, max: 2, log: createRecordingLog().log });
  const read = await readLog(database, fixedMasterKeys(Buffer.from(masterKey, 'hex')), order);
  await database.close();
  process.send?.(read, () => process.disconnect());
});

async function readLog(
  database: Database,
  masterKeys: MasterKeys,
  { work, entries }: SmallHeapOrder,
): Promise<number> {
  if (work === 'tiles') {
    const { extended } = await extendAuditTiles(database, Date.now);
    return extended ? entries : 0;
  }
  if (work === 'check') {
    const { hashes } = await checkAuditRange(database.reader, { first: 1, last: entries });
    return hashes.length / HASH_BYTES;
  }
  const auditInbox = createTestInbox({ database, masterKeys });
  let rows = 0;
  const request = { of: 'audit-logs', format: work } as const;
  for await (const step of readAuditExport({ database, masterKeys, auditInbox }, request)) rows += step.rows;
  return rows;
}
