import { openCommandDatabase } from './command-database.ts';
import type { Configuration } from './config/configuration.ts';
import { type BackupParts, runBackupCommand, runRestoreCommand } from './features/backups/backup-commands.ts';
import { databaseName } from './infra/audit/proof/seen-head-file.ts';
import type { MasterKeys } from './infra/crypto/master-keys.ts';
import { openMasterKeys } from './infra/crypto/open-master-keys.ts';
import { ownerConnection } from './infra/db/set-up-database.ts';
import { waitForDatabase } from './infra/db/wait-for-database.ts';
import { createLog } from './infra/log.ts';
import { openRowVersionFile } from './infra/sealed-rows/row-version-file.ts';

const COMMANDS = new Map([
  ['backup', runBackupCommand],
  ['restore', runRestoreCommand],
]);

/** Whether a command works on whole databases. It then needs no master key, and its database may be empty. */
export function isBackupCommand(name: string | undefined): boolean {
  return name !== undefined && COMMANDS.has(name);
}

/** Runs `backup` or `restore`. Returns false if it failed. */
export async function runWithBackupParts(
  configuration: Configuration,
  [name = '', ...args]: readonly string[],
  { print, announce }: Record<'print' | 'announce', (line: string) => void>,
): Promise<boolean> {
  const command = COMMANDS.get(name);
  if (command === undefined) throw new Error(`${name} is no command`);
  const log = createLog('error');
  const { connection, name: shown, release } = await openCommandDatabase(configuration, log);
  try {
    await waitForDatabase({ connection, log, patienceMs: 0 });
    announce(`Database: ${shown}`);
    return await command({ ...(await partsOf(configuration, connection)), log }, args, print);
  } finally {
    await release();
  }
}

async function partsOf(
  configuration: Configuration,
  connection: BackupParts['connection'],
): Promise<Omit<BackupParts, 'log'>> {
  const { dataDir, postgresTools: tools, databaseUrl } = configuration;
  const versionFile = openRowVersionFile(dataDir, databaseName(configuration, connection), 'command');
  return {
    connection,
    owner: ownerConnection(configuration),
    masterKeys: await openKeys(configuration),
    tools,
    areRowsSealed: Object.keys(await versionFile.read()).length > 0,
    isEmbedded: databaseUrl === undefined,
  };
}

/** Undefined without MASTER_KEY. Only an embedded database has a key file. */
async function openKeys(configuration: Configuration): Promise<MasterKeys | undefined> {
  const { masterKey, databaseUrl } = configuration;
  if (masterKey === undefined && databaseUrl !== undefined) return undefined;
  return (await openMasterKeys(configuration)).masterKeys;
}
