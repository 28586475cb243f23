import { type AuditInbox, createAuditInbox } from '../src/infra/audit/inbox/audit-inbox.ts';
import { createHeadMemory } from '../src/infra/audit/proof/head-memory.ts';
import type { MasterKeys } from '../src/infra/crypto/master-keys.ts';
import type { Database } from '../src/infra/db/database.ts';
import { createRecordingLog } from './recording-log.ts';

/** The inbox of one more process. Nothing links in the background unless it is started. */
export function createTestInbox(
  { database, masterKeys }: { readonly database: Database; readonly masterKeys: MasterKeys },
  now: () => number = Date.now,
): AuditInbox {
  const { log } = createRecordingLog();
  return createAuditInbox({
    database,
    masterKeys,
    now,
    seenHeads: createHeadMemory(masterKeys, undefined),
    log,
  });
}
