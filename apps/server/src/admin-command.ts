import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isCommonPassword } from '@halyard/contract/common-passwords';
import { auditWith } from './app.ts';
import type { Configuration } from './config/configuration.ts';
import { AUDIT_USAGE, runAuditCommand } from './features/audit-logs/audit-commands.ts';
import {
  ADMINISTRATOR_COMMANDS,
  ADMINISTRATOR_USAGE,
  type AdministratorCommand,
  runAdministratorCommand,
} from './features/auth/administrators/administrator-commands.ts';
import { createAdministratorManagement } from './features/auth/administrators/administrator-management-service.ts';
import { requireSealKey } from './features/master-key/master-key-check.ts';
import { MASTER_KEY_USAGE, runMasterKeyCommand } from './features/master-key/master-key-commands.ts';
import { findTotalDifferences } from './features/overview/totals-check.ts';
import { runServiceKeyCommand, SERVICE_KEY_USAGE } from './features/service-keys/service-key-commands.ts';
import { createServiceKeyService } from './features/service-keys/service-key-service.ts';
import { createWallet } from './features/wallets/create-wallet.ts';
import { runWalletCommand, WALLET_USAGE } from './features/wallets/wallet-commands.ts';
import { sealFormerLog } from './infra/audit/chain/seal-former-log.ts';
import { findAuditBlockDifferences } from './infra/audit/search/check-audit-blocks.ts';
import { createEnvironmentKeyWrapper } from './infra/crypto/key-wrapper.ts';
import { type OpenMasterKeys, openMasterKeys } from './infra/crypto/open-master-keys.ts';
import { createPasswordHasher } from './infra/crypto/password-hasher.ts';
import { createDatabase, type Database } from './infra/db/database.ts';
import type { DatabaseConnection } from './infra/db/database-connection.ts';
import { migrate } from './infra/db/migrate.ts';
import { borrowEmbeddedPostgres } from './infra/embedded-postgres/borrow-embedded-postgres.ts';
import { createLog } from './infra/log.ts';
import { createOutbox } from './infra/outbox/outbox.ts';

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));
/** Longer than any request takes between sealing a secret and storing it. */
const SETTLE_SECONDS = 2;
const USAGE = [
  'npm run admin -- <command>',
  '',
  ...[...ADMINISTRATOR_USAGE, ...SERVICE_KEY_USAGE, ...WALLET_USAGE].map((line) => `  ${line}`),
  '  totals check                recount every stored total and report differences',
  ...AUDIT_USAGE.map((line) => `  ${line}`),
  ...MASTER_KEY_USAGE.map((line) => `  ${line}`),
];

export interface Shell {
  readonly print: (line: string) => void;
  readonly readInput: () => Promise<string>;
}

type Command = (
  parts: {
    readonly database: Database;
    readonly connection: DatabaseConnection;
    readonly keys: OpenMasterKeys;
  },
  args: readonly string[],
  shell: Shell,
) => Promise<boolean>;

/** Skips the seal check and the audit entry, because the command must work on a log with a broken seal. */
const AUDIT = 'audit';

const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  ...ADMINISTRATOR_COMMANDS.map((command): [string, Command] => [command, manageWith(command)]),
  ['keys', manageServiceKeys],
  ['wallets', manageWallets],
  ['totals', async ({ database }, args, { print }) => await checkTotals(database, args, print)],
  ['rotate-master-key', rotateMasterKey],
  [
    AUDIT,
    async ({ database, connection, keys }, args, { print }) =>
      await runAuditCommand({ database, connection, ...keys }, args, print),
  ],
]);

/** Runs one command of `npm run admin`, also while the product runs. Returns false if it failed. */
export async function runAdminCommand(
  configuration: Configuration,
  [name = 'help', ...args]: readonly string[],
  shell: Shell,
): Promise<boolean> {
  const command = COMMANDS.get(name);
  if (command === undefined) {
    for (const line of USAGE) shell.print(line);
    return name === 'help';
  }
  return await withDatabase(configuration, async (parts) => {
    const { database, keys } = parts;
    if (name !== AUDIT) {
      await requireSealKey(database, keys.masterKeys);
      await sealFormerLog(database, keys.masterKeys, Date.now);
    }
    return await command(parts, args, shell);
  });
}

function manageWith(command: AdministratorCommand): Command {
  return async ({ database, keys: { masterKeys } }, args, { print, readInput }) => {
    const management = createAdministratorManagement({
      database,
      appendAudit: auditWith(masterKeys, Date.now),
      outbox: createOutbox({ keys: createEnvironmentKeyWrapper(masterKeys) }),
      passwords: createPasswordHasher(),
      isCommonPassword,
    });
    return await runAdministratorCommand({ management, print, readInput }, command, args);
  };
}

async function manageServiceKeys(...[{ database, keys }, args, { print }]: Parameters<Command>) {
  const appendAudit = auditWith(keys.masterKeys, Date.now);
  return await runServiceKeyCommand(createServiceKeyService({ database, appendAudit }), args, print);
}

async function manageWallets(
  ...[
    {
      database,
      keys: { masterKeys },
    },
    args,
    { print },
  ]: Parameters<Command>
) {
  const keys = createEnvironmentKeyWrapper(masterKeys);
  const parts = { database, keys, appendAudit: auditWith(masterKeys, Date.now), now: Date.now };
  return await runWalletCommand(async (wallet) => await createWallet(parts, wallet), args, print);
}

async function rotateMasterKey(...[{ database, keys }, args, { print }]: Parameters<Command>) {
  const appendAudit = auditWith(keys.masterKeys, Date.now);
  const settle = async () => await sleep(SETTLE_SECONDS * 1_000);
  return await runMasterKeyCommand({ database, ...keys, appendAudit, settle }, args, print);
}

async function withDatabase(
  configuration: Configuration,
  work: (parts: Parameters<Command>[0]) => Promise<boolean>,
): Promise<boolean> {
  const { databaseUrl, dataDir } = configuration;
  const log = createLog('warn');
  const { connection, release } =
    databaseUrl === undefined
      ? await borrowEmbeddedPostgres({ dataDir, log })
      : { connection: { connectionString: databaseUrl }, release: async () => undefined };
  try {
    await migrate({ connection, directory: MIGRATIONS, log });
    const database = createDatabase({ connection, max: 2, log });
    try {
      const keys = await openMasterKeys(configuration);
      return await work({ database, connection, keys });
    } finally {
      await database.close();
    }
  } finally {
    await release();
  }
}

async function checkTotals(
  database: Database,
  [command]: readonly string[],
  print: Shell['print'],
): Promise<boolean> {
  if (command !== 'check') {
    print('totals: expected check');
    return false;
  }
  const differences = [
    ...(await findTotalDifferences(database)),
    ...(await findAuditBlockDifferences(database)),
  ];
  for (const { total, kept, counted } of differences) print(`${total}: stored ${kept}, counted ${counted}`);
  if (differences.length === 0) print('All stored totals are correct.');
  return differences.length === 0;
}
