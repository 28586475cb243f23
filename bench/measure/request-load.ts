import { readFileSync } from 'node:fs';
import type { KeptConnection } from './kept-connection.ts';
import { quantile } from './median.ts';

export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly p99Ms: number;
  /** Time that the server's process worked for one request; undefined where there is no /proc. */
  readonly cpuMsPerRequest: number | undefined;
}

/** proc(5) counts in clock ticks, a hundredth of a second on every Linux that Node runs on. */
const TICK_MS = 10;

/** Asks on all connections at once, each again as soon as it was answered. @param pid the server's process */
export async function applyLoad(
  connections: readonly KeptConnection[],
  { pid, seconds }: { readonly pid: number; readonly seconds: number },
): Promise<LoadResult> {
  const latencies: number[] = [];
  const processorBefore = processorMs(pid);
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1_000;
  await Promise.all(
    connections.map(async (connection) => {
      for (let askedAt = startedAt; askedAt < endsAt; ) {
        await connection.ask();
        const answeredAt = performance.now();
        latencies.push(answeredAt - askedAt);
        askedAt = answeredAt;
      }
    }),
  );
  const elapsedMs = performance.now() - startedAt;
  const processorAfter = processorMs(pid);
  return {
    requestsPerSecond: (latencies.length * 1_000) / elapsedMs,
    p99Ms: quantile(latencies, 0.99),
    cpuMsPerRequest:
      processorBefore === undefined || processorAfter === undefined
        ? undefined
        : (processorAfter - processorBefore) / latencies.length,
  };
}

/** What a process has spent in user and system mode so far. */
function processorMs(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return undefined;
  }
}
