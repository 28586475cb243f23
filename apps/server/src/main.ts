import { type Configuration, readConfiguration } from './config/configuration.ts';
import { ignoreClosedOutput } from './infra/closed-output.ts';
import { createLog, exitAfterLog } from './infra/log.ts';
import { reportFailure } from './infra/report-failure.ts';
import { StartupError } from './infra/startup-error.ts';
import { type Product, startProduct } from './product.ts';

const STOP_SECONDS = 10;

ignoreClosedOutput();
let configuration: Configuration | undefined;
let product: Product | undefined;
const stopping = new AbortController();

function stop(status: number): void {
  if (stopping.signal.aborted) return;
  stopping.abort();
  const seconds = (configuration?.drainSeconds ?? 0) + STOP_SECONDS + 5;
  setTimeout(() => exitAfterLog(status), seconds * 1_000).unref();
  product?.stop(STOP_SECONDS).then(
    () => exitAfterLog(status),
    () => exitAfterLog(1),
  );
}

process.on('uncaughtException', (error) => {
  if (error instanceof StartupError) reportFailure(error);
  else createLog('error').fatal({ err: error }, 'stopping after an unexpected error');
  process.exitCode = 1;
  stop(1);
});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop(0));
// Without the launcher, nothing else would stop this process.
process.once('disconnect', () => stop(0));

try {
  configuration = readConfiguration();
  product = await startProduct(configuration, stopping.signal);
  // Print this last, because a program that reads it may stop the product at once.
  process.stdout.write(`ready on ${product.address}\n`);
} catch (error) {
  if (stopping.signal.aborted) await exitAfterLog(Number(process.exitCode ?? 0));
  reportFailure(error);
  await exitAfterLog(1);
}
