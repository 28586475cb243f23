import { sql } from 'kysely';
import type { MasterKeys } from '../../crypto/master-keys.ts';
import type { Database } from '../../db/database.ts';
import { allowLongStatements } from '../../db/long-statements.ts';
import { StartupError } from '../../startup-error.ts';
import { lockAuditHead } from './audit-chain.ts';
import { registerKey } from './audit-keys.ts';
import {
  AUDIT_HEAD_COLUMNS,
  type AuditHead,
  BrokenSeal,
  extendTree,
  requireSeal,
  sealHead,
} from './audit-seal.ts';
import { checkChain } from './check-chain.ts';

const ROWS_AT_ONCE = 5_000;
const WHAT_TO_DO = 'Run "npm run audit:verify"';

/** Checks and reseals a log from before the hash tree. 30 s per million entries. @throws StartupError */
export async function sealFormerLog(
  database: Database,
  masterKeys: MasterKeys,
  now: () => number,
): Promise<void> {
  try {
    const head = await database.reader
      .selectFrom('audit_head')
      .select(AUDIT_HEAD_COLUMNS)
      .executeTakeFirstOrThrow();
    requireSeal(head, masterKeys());
    if (isFormer(head)) await sealFormer(database, masterKeys, now);
  } catch (error) {
    if (!(error instanceof BrokenSeal)) throw error;
    throw new StartupError(`${error.message}. ${WHAT_TO_DO}`, { cause: error });
  }
}

function isFormer({ root, sequence }: AuditHead): boolean {
  return root === null && sequence > 0;
}

async function sealFormer(database: Database, masterKeys: MasterKeys, now: () => number): Promise<void> {
  await database.transaction(async (transaction) => {
    // Wait without a timeout, because another process may be upgrading the log.
    await allowLongStatements(transaction);
    await sql`SET LOCAL lock_timeout = 0`.execute(transaction);
    const head = await lockAuditHead(transaction, masterKeys);
    if (!isFormer(head)) return;
    let tree: Pick<typeof head, 'sequence' | 'frontier'> = { sequence: 0, frontier: Buffer.alloc(0) };
    let hash: Buffer = Buffer.alloc(32);
    while (tree.sequence < head.sequence) {
      const last = Math.min(tree.sequence + ROWS_AT_ONCE, head.sequence);
      const { fault, hashes } = await checkChain(transaction, { sequence: tree.sequence, hash }, last);
      if (fault !== undefined) {
        throw new StartupError(
          `The audit log is broken: entry ${fault.sequence} ${fault.reason}. ${WHAT_TO_DO}`,
        );
      }
      tree = extendTree(tree, hashes);
      hash = hashes.at(-1) ?? hash;
    }
    if (!hash.equals(head.hash)) {
      throw new StartupError(
        `The audit log is broken: its last entry does not match the seal. ${WHAT_TO_DO}`,
      );
    }
    const at = new Date(now());
    await registerKey(transaction, head, masterKeys(), at);
    await transaction
      .updateTable('audit_head')
      .set(sealHead(masterKeys()[0], { ...tree, hash }, at))
      .execute();
  });
}
