import { KeptConnection } from '../measure/kept-connection.ts';
import { ADMINISTRATOR_ENVIRONMENT, enrolAdministrator } from './administrator.ts';
import { type BenchDatabase, type BenchRows, startBenchDatabase } from './bench-database.ts';
import { startServer } from './running-server.ts';
import { warmConnection, warmServer } from './warm-server.ts';

const PRODUCT = new URL('../../apps/server/src/main.ts', import.meta.url);
const LEAST_SERVER = new URL('../floors/sql-server.ts', import.meta.url);

/** A product over some number of rows, and the least server over the same. */
export interface ListedSide {
  readonly address: string;
  readonly cookie: string;
  readonly database: BenchDatabase;
  /** A connection on which the least server answers with what these statements find. */
  readonly askLeast: (statements: readonly string[]) => Promise<KeptConnection>;
  readonly stop: () => Promise<void>;
}

/** @param name tells its logs apart */
export async function openListedSide(
  name: string,
  rows: BenchRows,
  {
    firstCore,
    environment = {},
  }: { readonly firstCore: boolean; readonly environment?: Record<string, string> },
): Promise<ListedSide> {
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
    const least = await startServer(LEAST_SERVER, { name: `${name}-least`, environment: own, firstCore });
    closing.unshift(least.stop);
    const { address } = product;
    const { cookie } = await enrolAdministrator(address);
    await warmServer({ address, cookie });
    const askLeast: ListedSide['askLeast'] = async (statements) => {
      const query = new URLSearchParams(statements.map((sql) => ['sql', sql]));
      return await KeptConnection.open(`${least.address}/?${query}`, { cookie });
    };
    await warmConnection(await askLeast(['SELECT id FROM users LIMIT 20']));
    return {
      address,
      cookie,
      database,
      askLeast,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
