import { StartupError } from './startup-error.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs `work` with a signal that a request to stop this process aborts, so that `work` can remove what it left.
 * @throws StartupError if it was stopped
 */
export async function untilStopped<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const signal of SIGNALS) process.once(signal, stop);
  try {
    return await work(stopping.signal);
  } catch (error) {
    throw stopping.signal.aborted ? new StartupError('Stopped.', { cause: error }) : error;
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
  }
}
