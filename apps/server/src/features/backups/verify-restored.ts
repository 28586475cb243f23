import { type AuditHead, examineSeal } from '../../infra/audit/chain/audit-seal.ts';
import { createAuditCheckThreads } from '../../infra/audit/verification/audit-check-threads.ts';
import { verifyAuditLog } from '../../infra/audit/verification/verify-audit-log.ts';
import type { MasterKeys } from '../../infra/crypto/master-keys.ts';
import type { Database } from '../../infra/db/database.ts';
import type { DatabaseConnection } from '../../infra/db/database-connection.ts';
import { findForeignRows } from '../../infra/sealed-rows/find-foreign-rows.ts';
import { openSealedRows } from '../../infra/sealed-rows/open-sealed-rows.ts';
import { SEALED_TABLES } from '../../infra/sealed-rows/row-seal.ts';
import type { BackupContent } from './backup-manifest.ts';
import { countSecrets, countWalletKeys, type OpenedCount } from './count-secrets.ts';

/** The verdict on a restored database. Each line tells the operator about one check. */
export interface Verification {
  readonly lines: readonly string[];
  readonly isComplete: boolean;
}

interface VerifyParts {
  readonly database: Database;
  readonly connection: DatabaseConnection;
  /** Undefined if MASTER_KEY is not set. */
  readonly masterKeys: MasterKeys | undefined;
  /** From the backup's manifest; undefined without one. */
  readonly content: BackupContent | undefined;
}

/** Compares a restored database with the backup's manifest, verifies its audit log, and opens every secret. */
export async function verifyRestored(parts: VerifyParts): Promise<Verification> {
  const { database, masterKeys, content } = parts;
  const head = await database.reader.selectFrom('audit_head').selectAll().executeTakeFirstOrThrow();
  const entries = `Audit log: ${head.sequence} entries, root ${head.root?.toString('hex') ?? 'none'}`;
  const difference = content && differenceOf(head, content);
  if (difference !== undefined) {
    return { lines: [`${entries}. FAILED: the backup was made with ${difference}.`], isComplete: false };
  }
  const missing = whyNoKey(head, masterKeys);
  if (missing !== undefined || masterKeys === undefined) {
    return {
      lines: [`${entries}, not verified.`, `No secret can be opened: ${missing}.`],
      isComplete: false,
    };
  }
  const fault = await findFault(parts, masterKeys);
  const wallets = await countWalletKeys(database, masterKeys);
  const others = await countSecrets(database, masterKeys);
  const log = { error: () => undefined };
  const foreign = await findForeignRows(database.reader, openSealedRows({ masterKeys, log }), SEALED_TABLES);
  const lost = (content?.walletKeys ?? wallets.all) - wallets.all;
  return {
    lines: [
      fault === undefined ? `${entries}, verified.` : `${entries}. FAILED: ${fault}.`,
      `Wallet keys: ${ofAll(wallets)} derive their address.${lost === 0 ? '' : ` FAILED: ${lost} are missing.`}`,
      `Other secrets: ${ofAll(others)} open (authenticators and queued mails).`,
      foreign.length === 0
        ? 'Rows that grant access: all were written by Halyard.'
        : `Rows that grant access: FAILED: ${foreign.length} were changed outside Halyard. To list them: npm run admin -- rows check`,
    ],
    isComplete:
      fault === undefined &&
      lost === 0 &&
      [wallets, others].every(({ all, right }) => all === right) &&
      foreign.length === 0,
  };
}

function ofAll({ all, right }: OpenedCount): string {
  return right === all ? `all ${all}` : `FAILED: ${right} of ${all}`;
}

function differenceOf({ sequence, root }: AuditHead, content: BackupContent): string | undefined {
  const { auditEntries, auditRoot } = content;
  const isEqual = sequence === auditEntries && (root?.toString('hex') ?? null) === auditRoot;
  return isEqual ? undefined : `${auditEntries} entries and root ${auditRoot ?? 'none'}`;
}

/** Why no secret can be opened; undefined with the key that sealed the audit log. */
function whyNoKey(head: AuditHead, masterKeys: MasterKeys | undefined): string | undefined {
  if (masterKeys === undefined) return 'MASTER_KEY is not set';
  return examineSeal(head, masterKeys()) === 'unknown key'
    ? 'MASTER_KEY is not the key of this backup'
    : undefined;
}

async function findFault(
  { database, connection }: VerifyParts,
  masterKeys: MasterKeys,
): Promise<string | undefined> {
  const checker = createAuditCheckThreads(database, connection);
  const { fault } = await verifyAuditLog({ database, masterKeys }, { checker }).finally(checker.stop);
  return fault && `entry ${fault.sequence} ${fault.reason}`;
}
