import { fileURLToPath } from 'node:url';
import type { MasterKeys } from '../crypto/master-keys.ts';
import type { DatabaseConnection } from './database-connection.ts';
import type { DatabaseLog } from './database-log.ts';
import { migrate } from './migrate.ts';
import { requireLimitedAccount } from './product-rights.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** Applies missing migrations, as the owner if there is one. Returns the newest one. @throws StartupError */
export async function setUpDatabase({
  connection,
  owner,
  ...parts
}: {
  readonly connection: DatabaseConnection;
  /** The account of `connection` then gets only the rights that the product needs. */
  readonly owner: DatabaseConnection | undefined;
  readonly masterKeys: MasterKeys;
  readonly log: DatabaseLog;
  /** Whether the rows that grant access were sealed before. */
  readonly areRowsSealed: boolean;
}): Promise<number> {
  if (owner === undefined) return await migrate({ ...parts, connection, directory: MIGRATIONS });
  const productAccount = await requireLimitedAccount(connection, owner);
  return await migrate({ ...parts, connection: owner, directory: MIGRATIONS, productAccount });
}

/** Undefined for the embedded database. */
export function productConnection({
  databaseUrl,
  databasePooler,
}: {
  readonly databaseUrl: string | undefined;
  readonly databasePooler: 'session' | 'transaction';
}): DatabaseConnection | undefined {
  if (databaseUrl === undefined) return undefined;
  return { connectionString: databaseUrl, sharesSessions: databasePooler === 'transaction' };
}

/** Undefined if the account of DATABASE_URL owns the tables. */
export function ownerConnection({
  databaseUrlOwner,
}: {
  readonly databaseUrlOwner: string | undefined;
}): DatabaseConnection | undefined {
  return databaseUrlOwner === undefined ? undefined : { connectionString: databaseUrlOwner };
}
