import { fileURLToPath } from 'node:url';
import { auditWith } from './app.ts';
import type { Configuration } from './config/configuration.ts';
import { findTotalDifferences } from './features/overview/totals-check.ts';
import { runServiceKeyCommand, SERVICE_KEY_USAGE } from './features/service-keys/service-key-commands.ts';
import { createServiceKeyService } from './features/service-keys/service-key-service.ts';
import { ensureMasterKeyFile } from './infra/crypto/master-key.ts';
import { borrowEmbeddedPostgres } from './infra/db/borrow-embedded-postgres.ts';
import { createDatabase, type Database } from './infra/db/database.ts';
import { migrate } from './infra/db/migrate.ts';
import { createLog } from './infra/log.ts';

const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));
const USAGE = [
  'npm run admin -- <command>',
  '',
  ...SERVICE_KEY_USAGE.map((line) => `  ${line}`),
  '  totals check                compare every kept total with its rows',
];

type Print = (line: string) => void;

/**
 * Runs one command of `npm run admin`, on the same database as the product, which may be running or not.
 * @returns whether it was understood and done; if not, a line said why.
 */
export async function runAdminCommand(
  configuration: Configuration,
  [noun, ...args]: readonly string[],
  print: Print,
): Promise<boolean> {
  if (noun !== 'keys' && noun !== 'totals') {
    for (const line of USAGE) print(line);
    return noun === undefined || noun === 'help';
  }
  return await withDatabase(configuration, async (database, masterKey) => {
    if (noun === 'totals') return await checkTotals(database, args, print);
    const appendAudit = auditWith(masterKey, Date.now);
    return await runServiceKeyCommand(createServiceKeyService({ database, appendAudit }), args, print);
  });
}

async function withDatabase(
  { databaseUrl, dataDir, masterKey }: Configuration,
  work: (database: Database, masterKey: Buffer) => Promise<boolean>,
): Promise<boolean> {
  const log = createLog('warn');
  const { connection, giveBack } =
    databaseUrl === undefined
      ? await borrowEmbeddedPostgres({ dataDir, log })
      : { connection: { connectionString: databaseUrl }, giveBack: async () => undefined };
  try {
    await migrate({ connection, directory: MIGRATIONS, log });
    const database = createDatabase({ connection, max: 2, log });
    try {
      return await work(database, masterKey ?? (await ensureMasterKeyFile(dataDir)));
    } finally {
      await database.close();
    }
  } finally {
    await giveBack();
  }
}

async function checkTotals(database: Database, [command]: readonly string[], print: Print): Promise<boolean> {
  if (command !== 'check') {
    print('totals: expected check');
    return false;
  }
  const differences = await findTotalDifferences(database);
  for (const { total, kept, counted } of differences) print(`${total}: kept ${kept}, counted ${counted}`);
  if (differences.length === 0) print('Every total agrees with its rows.');
  return differences.length === 0;
}
