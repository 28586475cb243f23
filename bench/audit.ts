import { type AuditLogServer, measureAuditReads } from './audit-reads.ts';
import { measureAuditWrites } from './audit-writes.ts';
import { describeMachine, leaveFirstCore } from './measure/machine.ts';
import { type Bar, printBars } from './measure/report.ts';
import { ADMINISTRATOR_ENVIRONMENT, enrolAdministrator } from './product/administrator.ts';
import { type BenchDatabase, startBenchDatabase } from './product/bench-database.ts';
import { type RunningServer, startServer } from './product/running-server.ts';
import { warmServer } from './product/warm-server.ts';

/** `npm run bench:audit [-- ENTRIES]`: searches logs of 10,000,000 and 10,000 entries, and measures writes. */

const ENTRIES = Number(process.argv[2] ?? 10_000_000);
const SMALL = 10_000;
/** Size of a separate log for writes, so that the compared logs do not grow. */
const WRITTEN_TO = 20_000;
const USERS = 1_000;
const PRODUCT = new URL('../apps/server/src/main.ts', import.meta.url);

interface FilledProduct extends AuditLogServer {
  readonly database: BenchDatabase;
  readonly stop: () => Promise<void>;
}

async function startFilled(entries: number, name: string, firstCore: boolean): Promise<FilledProduct> {
  const database = await startBenchDatabase({ users: USERS, auditEntries: entries });
  const environment = { DATABASE_URL: database.url, PORT: '0', ...ADMINISTRATOR_ENVIRONMENT };
  let product: RunningServer | undefined;
  const stop = async () => {
    await product?.stop();
    await database.stop();
  };
  try {
    product = await startServer(PRODUCT, { name, environment, firstCore });
    const { cookie } = await enrolAdministrator(product.address);
    await warmServer({ address: product.address, cookie });
    return { address: product.address, cookie, client: database.client, database, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function measureReads(): Promise<Bar[]> {
  const firstCore = leaveFirstCore();
  if (firstCore) console.log('one core for the servers');
  const small = await startFilled(SMALL, 'audit-small', firstCore);
  try {
    const large = await startFilled(ENTRIES, 'audit-large', firstCore);
    try {
      return await measureAuditReads(large, small);
    } finally {
      await large.stop();
    }
  } finally {
    await small.stop();
  }
}

async function measureWrites(): Promise<Bar[]> {
  const written = await startFilled(WRITTEN_TO, 'audit-written', false);
  try {
    return await measureAuditWrites(written.database.connection, written.address);
  } finally {
    await written.stop();
  }
}

console.log(describeMachine());
// Writes come first, because they need both cores.
const writes = await measureWrites();
printBars([...(await measureReads()), ...writes]);
