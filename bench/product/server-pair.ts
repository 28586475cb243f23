import { KeepAliveConnection } from '../measure/keep-alive-connection.ts';
import { ADMINISTRATOR_ENVIRONMENT, enrolAdministrator } from './administrator.ts';
import { type BenchDatabase, type BenchRows, startBenchDatabase } from './bench-database.ts';
import { startServer } from './running-server.ts';
import { warmConnection, warmServer } from './warm-server.ts';

const PRODUCT = new URL('../../apps/server/src/main.ts', import.meta.url);
const FLOOR_SERVER = new URL('../floors/sql-server.ts', import.meta.url);

/** The product and a minimal server on the same database. */
export interface ServerPair {
  readonly address: string;
  readonly cookie: string;
  readonly database: BenchDatabase;
  /** Connects to the minimal server, which runs these statements per request. */
  readonly connectToFloor: (statements: readonly string[]) => Promise<KeepAliveConnection>;
  readonly stop: () => Promise<void>;
}

/** Starts both servers. @param name prefix of their log files */
export async function startServerPair(
  name: string,
  rows: BenchRows,
  {
    firstCore,
    environment = {},
  }: { readonly firstCore: boolean; readonly environment?: Record<string, string> },
): Promise<ServerPair> {
  const closing: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const close of closing) await close();
  };
  try {
    const database = await startBenchDatabase(rows);
    closing.unshift(database.stop);
    const own = { DATABASE_URL: database.url };
    const product = await startServer(PRODUCT, {
      name,
      environment: { ...own, PORT: '0', ...ADMINISTRATOR_ENVIRONMENT, ...environment },
      firstCore,
    });
    closing.unshift(product.stop);
    const floor = await startServer(FLOOR_SERVER, { name: `${name}-floor`, environment: own, firstCore });
    closing.unshift(floor.stop);
    const { address } = product;
    const { cookie } = await enrolAdministrator(address);
    await warmServer({ address, cookie });
    const connectToFloor: ServerPair['connectToFloor'] = async (statements) => {
      const query = new URLSearchParams(statements.map((sql) => ['sql', sql]));
      return await KeepAliveConnection.open(`${floor.address}/?${query}`, { cookie });
    };
    await warmConnection(await connectToFloor(['SELECT id FROM users LIMIT 20']));
    return {
      address,
      cookie,
      database,
      connectToFloor,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
