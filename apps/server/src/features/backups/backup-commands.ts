import path from 'node:path';
import type { MasterKeys } from '../../infra/crypto/master-keys.ts';
import { createDatabase } from '../../infra/db/database.ts';
import type { DatabaseConnection } from '../../infra/db/database-connection.ts';
import type { DatabaseLog } from '../../infra/db/database-log.ts';
import { requireLimitedAccount } from '../../infra/db/product-rights.ts';
import { setUpDatabase } from '../../infra/db/set-up-database.ts';
import type { PostgresTools } from '../../infra/postgres-tools/run-postgres-tool.ts';
import { StartupError } from '../../infra/startup-error.ts';
import { untilStopped } from '../../infra/until-stopped.ts';
import { type BackupContent, checkAgainstManifest, manifestFileOf } from './backup-manifest.ts';
import { restoreBackup } from './restore-backup.ts';
import { withThrowawayDatabase } from './throwaway-database.ts';
import { type Verification, verifyRestored } from './verify-restored.ts';
import { writeBackup } from './write-backup.ts';

export const BACKUP_USAGE = [
  'backup <file>               write the database to a file, by pg_dump',
  'backup verify <file>        restore a backup into a new database, verify it, and drop that database',
  'restore <file>              restore a backup into the empty database of DATABASE_URL, and verify it',
];

export interface BackupParts {
  readonly connection: DatabaseConnection;
  /** Undefined if the account of `connection` owns the tables. */
  readonly owner: DatabaseConnection | undefined;
  /** Undefined if MASTER_KEY is not set. */
  readonly masterKeys: MasterKeys | undefined;
  readonly tools: PostgresTools;
  /** Whether processes on this machine saw sealed rows in the database of this name. */
  readonly areRowsSealed: boolean;
  readonly isEmbedded: boolean;
  readonly log: DatabaseLog;
}

type Print = (line: string) => void;

/** Runs `backup <file>` and `backup verify <file>`. Returns false if it failed; the reason was printed. */
export async function runBackupCommand(
  parts: BackupParts,
  args: readonly string[],
  print: Print,
): Promise<boolean> {
  const [first = '', second] = args;
  if (args.length === 1 && first !== 'verify' && isFileName(first)) return await backUp(parts, first, print);
  if (args.length === 2 && first === 'verify' && isFileName(second)) {
    return await verify(parts, second, print);
  }
  print('backup: expected <file>, or verify <file>');
  return false;
}

/** Runs `restore <file>`. Returns false if it failed, or if the restored data is not complete; the reason was printed. */
export async function runRestoreCommand(
  parts: BackupParts,
  args: readonly string[],
  print: Print,
): Promise<boolean> {
  const [file] = args;
  if (args.length !== 1 || !isFileName(file)) {
    print('restore: expected <file>');
    return false;
  }
  if (parts.isEmbedded) {
    throw new StartupError(
      'DATABASE_URL: required to restore, because the embedded database is never empty: set it to an empty database.',
    );
  }
  return await restore(parts, file, print);
}

function isFileName(name: string | undefined): name is string {
  return name !== undefined && name !== '' && !name.startsWith('-');
}

async function backUp({ connection, owner, tools }: BackupParts, name: string, print: Print) {
  const file = path.resolve(name);
  const begun = performance.now();
  const { bytes, auditEntries, auditRoot, walletKeys } = await untilStopped(
    async (signal) => await writeBackup({ connection: owner ?? connection, file, tools, signal }),
  );
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
  print(`Wrote ${file}: ${bytes} bytes in ${seconds} s. ${manifestFileOf(file)} describes it; keep both.`);
  print(`Audit log: ${auditEntries} entries, root ${auditRoot ?? 'none'}`);
  print(`Wallet keys: ${walletKeys}`);
  print(
    'The master key is not in it. Keep MASTER_KEY in another place: without it, the wallet keys cannot be opened.',
  );
  return true;
}

async function verify(parts: BackupParts, name: string, print: Print): Promise<boolean> {
  const { connection, owner, tools, masterKeys, log } = parts;
  const file = path.resolve(name);
  return await untilStopped(async (signal) => {
    const content = await checkAgainstManifest(file, signal);
    return await withThrowawayDatabase(owner ?? connection, async (throwaway, database) => {
      print(`Restoring ${file} into ${database}, which is dropped at the end.`);
      await restoreBackup({ connection: throwaway, file, tools, signal });
      const setUp = { connection: throwaway, owner: undefined, areRowsSealed: false, log };
      await setUpDatabase({ ...setUp, masterKeys: masterKeys ?? failWithoutKey });
      const verification = await readVerification(parts, throwaway, content);
      return report(verification, content, print);
    });
  });
}

async function restore(parts: BackupParts, name: string, print: Print): Promise<boolean> {
  const { connection, owner, tools, masterKeys } = parts;
  const file = path.resolve(name);
  return await untilStopped(async (signal) => {
    if (owner !== undefined) await requireLimitedAccount(connection, owner);
    const content = await checkAgainstManifest(file, signal);
    await restoreBackup({ connection: owner ?? connection, file, tools, signal });
    print(`Restored ${file}.`);
    await setUpDatabase({ ...parts, masterKeys: masterKeys ?? failWithoutKey });
    const verification = await readVerification(parts, connection, content);
    const isComplete = report(verification, content, print);
    for (const line of NEXT_STEPS) print(line);
    return isComplete;
  });
}

const NEXT_STEPS = [
  'Next steps:',
  '  1. Start the product with the master key of this backup. It ends all sessions and reset links.',
  '     If its log says that pg_control_system() cannot be called, run: npm run admin -- sessions end --all',
  '  2. Run npm run audit:verify -- --expect <size>:<root> with the values of your last check.',
  '  3. Run npm run admin -- audit accept, then restart every process.',
];

/** @throws StartupError; only migrations of very old backups use the key */
function failWithoutKey(): never {
  throw new StartupError(
    'MASTER_KEY: required, because this backup is older than the seals of rows, which the update of its tables adds.',
  );
}

async function readVerification(
  { masterKeys, log }: BackupParts,
  connection: DatabaseConnection,
  content: BackupContent | undefined,
): Promise<Verification> {
  const database = createDatabase({ connection, max: 2, log });
  try {
    return await verifyRestored({ database, connection, masterKeys, content });
  } finally {
    await database.close();
  }
}

function report(
  { lines, isComplete }: Verification,
  content: BackupContent | undefined,
  print: Print,
): boolean {
  for (const line of lines) print(line);
  if (content === undefined) {
    print('The file that describes the backup is missing, so compare entries and root with your notes.');
  }
  print(isComplete ? 'COMPLETE: the backup is whole and its secrets open.' : 'NOT COMPLETE: see above.');
  return isComplete;
}
