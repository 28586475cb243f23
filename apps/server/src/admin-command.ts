import { setTimeout as sleep } from 'node:timers/promises';
import { isCommonPassword } from '@halyard/contract/common-passwords';
import { auditWithNotices } from './app.ts';
import { isBackupCommand, runWithBackupParts } from './backup-command.ts';
import { openCommandDatabase } from './command-database.ts';
import type { Configuration } from './config/configuration.ts';
import { AUDIT_USAGE, runAuditCommand } from './features/audit-logs/audit-commands.ts';
import {
  ADMINISTRATOR_COMMANDS,
  ADMINISTRATOR_USAGE,
  type AdministratorCommand,
  runAdministratorCommand,
} from './features/auth/administrators/administrator-commands.ts';
import { createAdministratorManagement } from './features/auth/administrators/administrator-management-service.ts';
import { BACKUP_USAGE } from './features/backups/backup-commands.ts';
import { findExceptionDifferences } from './features/exceptions/exceptions-check.ts';
import { FOREIGN_ROW_USAGE, runForeignRowCommand } from './features/foreign-rows/foreign-row-commands.ts';
import { requireSealKey } from './features/master-key/master-key-check.ts';
import { MASTER_KEY_USAGE, runMasterKeyCommand } from './features/master-key/master-key-commands.ts';
import { findTotalDifferences } from './features/overview/totals-check.ts';
import { runServiceKeyCommand, SERVICE_KEY_USAGE } from './features/service-keys/service-key-commands.ts';
import { createServiceKeyService } from './features/service-keys/service-key-service.ts';
import { createWallet } from './features/wallets/create-wallet.ts';
import { runWalletCommand, WALLET_USAGE } from './features/wallets/wallet-commands.ts';
import type { AppendAudit } from './infra/audit/append-audit.ts';
import { sealFormerLog } from './infra/audit/chain/seal-former-log.ts';
import { type AuditInbox, createAuditInbox } from './infra/audit/inbox/audit-inbox.ts';
import { createHeadMemory } from './infra/audit/proof/head-memory.ts';
import { databaseName, openSeenHeadFile, type SeenHeadFile } from './infra/audit/proof/seen-head-file.ts';
import { findAuditBlockDifferences } from './infra/audit/search/check-audit-blocks.ts';
import { createEnvironmentKeyWrapper } from './infra/crypto/key-wrapper.ts';
import { type OpenMasterKeys, openMasterKeys } from './infra/crypto/open-master-keys.ts';
import { createPasswordHasher } from './infra/crypto/password-hasher.ts';
import { openDatabaseClock } from './infra/database-clock.ts';
import { createDatabase, type Database } from './infra/db/database.ts';
import type { DatabaseConnection } from './infra/db/database-connection.ts';
import { hasMigration } from './infra/db/migrate.ts';
import { ownerConnection, setUpDatabase } from './infra/db/set-up-database.ts';
import { waitForDatabase } from './infra/db/wait-for-database.ts';
import { createLog } from './infra/log.ts';
import { createOutbox } from './infra/outbox/outbox.ts';
import { openSealedRows } from './infra/sealed-rows/open-sealed-rows.ts';
import { createRowMemory } from './infra/sealed-rows/row-memory.ts';
import { openRowVersionFile } from './infra/sealed-rows/row-version-file.ts';
import type { SealedRows } from './infra/sealed-rows/sealed-rows.ts';
import { StartupError } from './infra/startup-error.ts';

/** Longer than any request takes between sealing a secret and storing it. */
const SETTLE_SECONDS = 2;
const USAGE = [
  'npm run admin -- <command>',
  '',
  ...[...ADMINISTRATOR_USAGE, ...SERVICE_KEY_USAGE, ...WALLET_USAGE].map((line) => `  ${line}`),
  '  totals check                recount every stored total and report differences',
  '  exceptions check            derive all exceptions from the records again and report differences',
  ...AUDIT_USAGE.map((line) => `  ${line}`),
  ...FOREIGN_ROW_USAGE.map((line) => `  ${line}`),
  ...[...MASTER_KEY_USAGE, ...BACKUP_USAGE].map((line) => `  ${line}`),
];

export interface Shell {
  readonly print: (line: string) => void;
  /** Prints a line that is not part of the command's result. */
  readonly announce: (line: string) => void;
  readonly readInput: () => Promise<string>;
}

interface CommandParts {
  readonly database: Database;
  readonly connection: DatabaseConnection;
  readonly keys: OpenMasterKeys;
  readonly seenHeads: SeenHeadFile;
  readonly forgetVersions: () => Promise<void>;
  readonly sealedRows: SealedRows;
  readonly appendAudit: AppendAudit;
  readonly auditInbox: AuditInbox;
  /** The time of the database, in milliseconds since 1970. */
  readonly now: () => number;
  /** Where the database is, for the operator. */
  readonly name: string;
}

type Command = (parts: CommandParts, args: readonly string[], shell: Shell) => Promise<boolean>;

/** Skips the seal check and the audit entry, because the command must work on a log with a broken seal. */
const AUDIT = 'audit';

const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  ...ADMINISTRATOR_COMMANDS.map((command): [string, Command] => [command, manageWith(command)]),
  ['keys', manageServiceKeys],
  ['wallets', manageWallets],
  [
    'rows',
    async ({ database, sealedRows, appendAudit }, args, { print }) =>
      await runForeignRowCommand({ database, sealedRows, appendAudit }, args, print),
  ],
  ['totals', async ({ database }, args, { print }) => await checkTotals(database, args, print)],
  ['exceptions', async ({ database }, args, { print }) => await checkStoredExceptions(database, args, print)],
  ['rotate-master-key', rotateMasterKey],
  [
    AUDIT,
    async ({ keys, ...parts }, args, { print }) => await runAuditCommand({ ...parts, ...keys }, args, print),
  ],
]);

/** Runs one command of `npm run admin`, also while the product runs. Returns false if it failed. */
export async function runAdminCommand(
  configuration: Configuration,
  [name = 'help', ...args]: readonly string[],
  shell: Shell,
): Promise<boolean> {
  if (isBackupCommand(name)) return await runWithBackupParts(configuration, [name, ...args], shell);
  const command = COMMANDS.get(name);
  if (name === 'help') {
    for (const line of USAGE) shell.print(line);
    return true;
  }
  if (command === undefined) {
    shell.print(`${name}: unknown command. To see all, run npm run admin -- help.`);
    return false;
  }
  return await withDatabase(configuration, async (parts) => {
    const { database, keys, now } = parts;
    if (name !== AUDIT) {
      await requireSealKey(database, keys.masterKeys);
      await sealFormerLog(database, keys.masterKeys, now);
    }
    shell.announce(`Database: ${parts.name}`);
    try {
      return await command(parts, args, shell);
    } finally {
      if (name !== AUDIT) await linkEntries(parts, shell);
    }
  });
}

async function linkEntries({ auditInbox }: Pick<CommandParts, 'auditInbox'>, shell: Shell): Promise<void> {
  await auditInbox.linkAll().catch(() => {
    shell.announce('The audit entries of this command wait until a running Halyard links them.');
  });
}

function manageWith(command: AdministratorCommand): Command {
  return async ({ database, sealedRows, appendAudit, keys: { masterKeys } }, args, { print, readInput }) => {
    const management = createAdministratorManagement({
      database,
      sealedRows,
      appendAudit,
      outbox: createOutbox({ keys: createEnvironmentKeyWrapper(masterKeys) }),
      passwords: createPasswordHasher(),
      isCommonPassword,
    });
    return await runAdministratorCommand({ management, print, readInput }, command, args);
  };
}

async function manageServiceKeys(
  ...[{ database, sealedRows, appendAudit }, args, { print }]: Parameters<Command>
) {
  return await runServiceKeyCommand(
    createServiceKeyService({ database, sealedRows, appendAudit }),
    args,
    print,
  );
}

async function manageWallets(
  ...[
    {
      database,
      sealedRows,
      appendAudit,
      keys: { masterKeys },
      now,
    },
    args,
    { print },
  ]: Parameters<Command>
) {
  const keys = createEnvironmentKeyWrapper(masterKeys);
  const parts = { database, sealedRows, keys, appendAudit, now };
  return await runWalletCommand(async (wallet) => await createWallet(parts, wallet), args, print);
}

async function rotateMasterKey(
  ...[{ database, keys, appendAudit, auditInbox }, args, { print }]: Parameters<Command>
) {
  const settle = async () => await sleep(SETTLE_SECONDS * 1_000);
  return await runMasterKeyCommand({ database, ...keys, appendAudit, auditInbox, settle }, args, print);
}

/** @throws StartupError if the database is unreachable, or was not set up by the product. */
async function withDatabase(
  configuration: Configuration,
  work: (parts: CommandParts) => Promise<boolean>,
): Promise<boolean> {
  // Warnings would mix with the command's output.
  const log = createLog('error');
  const { connection, name, release } = await openCommandDatabase(configuration, log);
  try {
    await waitForDatabase({ connection, log, patienceMs: 0 });
    const database = createDatabase({ connection, max: 2, log });
    try {
      await requireProductData(database, name);
      const keys = await openMasterKeys(configuration);
      const { masterKeys } = keys;
      const { dataDir } = configuration;
      const noted = databaseName(configuration, connection);
      const versionFile = openRowVersionFile(dataDir, noted, 'command');
      const versions = await versionFile.read();
      const areRowsSealed = Object.keys(versions).length > 0;
      const owner = ownerConnection(configuration);
      await setUpDatabase({ connection, owner, masterKeys, log, areRowsSealed });
      const { now } = await openDatabaseClock(database.reader, () => performance.now());
      const headMemory = createHeadMemory(masterKeys, undefined);
      const auditInbox = createAuditInbox({ database, masterKeys, now, seenHeads: headMemory, log });
      const appendAudit = auditWithNotices({ masterKeys, now, auditInbox, configuration });
      const seenHeads = openSeenHeadFile(dataDir, noted);
      const memory = createRowMemory(versions);
      const sealedRows = openSealedRows({ masterKeys, log, memory });
      const forgetVersions = async () => {
        await versionFile.forget();
        memory.clear();
      };
      const parts = {
        database,
        connection,
        keys,
        seenHeads,
        forgetVersions,
        sealedRows,
        appendAudit,
        auditInbox,
        now,
        name,
      };
      const isDone = await work(parts);
      await versionFile.keep(memory.versions());
      return isDone;
    } finally {
      await database.close();
    }
  } finally {
    await release();
  }
}

async function requireProductData(database: Database, name: string): Promise<void> {
  if (await hasMigration(database, 1)) return;
  throw new StartupError(
    `The database ${name} holds no Halyard data: set DATABASE_URL to the value the server uses, or start the server first.`,
  );
}

async function checkTotals(
  database: Database,
  args: readonly string[],
  print: Shell['print'],
): Promise<boolean> {
  if (args.join(' ') !== 'check') {
    print('totals: expected check');
    return false;
  }
  const differences = [
    ...(await findTotalDifferences(database)),
    ...(await findAuditBlockDifferences(database)),
  ];
  for (const { total, kept, counted } of differences) print(`${total}: stored ${kept}, counted ${counted}`);
  print(
    differences.length === 0
      ? 'All stored totals are correct.'
      : 'These totals differ from the records: report this, and trust the records until it is fixed.',
  );
  return differences.length === 0;
}

async function checkStoredExceptions(
  database: Database,
  args: readonly string[],
  print: Shell['print'],
): Promise<boolean> {
  if (args.join(' ') !== 'check') {
    print('exceptions: expected check');
    return false;
  }
  const differences = await findExceptionDifferences(database);
  for (const { kind, subject, problem } of differences) print(`${kind} ${subject}: ${problem}`);
  print(
    differences.length === 0
      ? 'All stored exceptions agree with the records.'
      : 'These exceptions differ from the records. Conditions that became true in the last seconds are looked at soon: run this again in a minute, and report what still differs.',
  );
  return differences.length === 0;
}
