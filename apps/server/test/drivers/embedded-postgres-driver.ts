import { startEmbeddedPostgres } from '../../src/infra/embedded-postgres/embedded-postgres.ts';
import { StartupError } from '../../src/infra/startup-error.ts';

/** Runs an embedded database for tests that kill its owner. Prints one JSON line when the server runs. */
const write = (level: string) => (fields: object, message: string) => {
  process.stderr.write(`${level} ${message} ${JSON.stringify(fields)}\n`);
};
const log = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };

try {
  const postgres = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', log });
  process.once('SIGTERM', () => void postgres.stop().then(() => process.exit(0)));
  process.stdout.write(`${JSON.stringify({ pid: process.pid, connection: postgres.connection })}\n`);
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
