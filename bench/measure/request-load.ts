import { readFileSync } from 'node:fs';
import type { KeepAliveConnection } from './keep-alive-connection.ts';
import { quantile } from './median.ts';

export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly p99Ms: number;
  /** Server CPU time; undefined without /proc. */
  readonly cpuMsPerRequest: number | undefined;
}

/** Clock tick of proc(5): 10 ms on every Linux that Node runs on. */
const TICK_MS = 10;

/** Sends requests back to back on all connections. @param pids of the server's processes */
export async function applyLoad(
  connections: readonly KeepAliveConnection[],
  { pids, seconds }: { readonly pids: readonly number[]; readonly seconds: number },
): Promise<LoadResult> {
  const latencies: number[] = [];
  const processorBefore = processorMs(pids);
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1_000;
  await Promise.all(
    connections.map(async (connection) => {
      for (let sentAt = startedAt; sentAt < endsAt; ) {
        await connection.request();
        const receivedAt = performance.now();
        latencies.push(receivedAt - sentAt);
        sentAt = receivedAt;
      }
    }),
  );
  const elapsedMs = performance.now() - startedAt;
  const processorAfter = processorMs(pids);
  return {
    requestsPerSecond: (latencies.length * 1_000) / elapsedMs,
    p99Ms: quantile(latencies, 0.99),
    cpuMsPerRequest:
      processorBefore === undefined || processorAfter === undefined
        ? undefined
        : (processorAfter - processorBefore) / latencies.length,
  };
}

function processorMs(pids: readonly number[]): number | undefined {
  try {
    return pids
      .map((pid) => {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
      })
      .reduce((sum, ms) => sum + ms, 0);
  } catch {
    return undefined;
  }
}
