import type { RequestedSnapshots } from '@halyard/contract/wallets';
import { useState } from 'react';
import { fieldsOf, instantIn } from '../../shared/api/answer-fields.ts';
import type { RequestOptions } from '../../shared/api/api-client.ts';
import { useUnmountSignal } from '../../shared/lib/use-unmount-signal.ts';
import { CALL_IS_MISSING } from '../../shared/query/read-failures.ts';
import { useAct } from '../../shared/query/use-act.ts';

const PAUSES_MS = [1_000, 2_000, 3_000, 4_000];

/** Statuses that are no error here: no response, or a server without this endpoint. */
const NOT_SUPPORTED = [0, 401, ...CALL_IS_MISSING];

type SnapshotRequest = (options: RequestOptions) => Promise<RequestedSnapshots>;

export interface Reading {
  /** Whether further attempts are pointless: loading failed, or there is nothing to load. */
  readonly isFinal: boolean;
  readonly asOf: string | undefined;
}

/**
 * Requests balance snapshots and refetches up to five times until they are new. Otherwise sets `timedOut`.
 * @param onRead called at the end, to invalidate other queries with these balances
 */
export function useRefresh(request: SnapshotRequest, read: () => Promise<Reading>, onRead: () => void) {
  const [timedOut, setTimedOut] = useState(false);
  const unmountSignal = useUnmountSignal();

  const { pending, run } = useAct(async () => {
    const signal = unmountSignal();
    setTimedOut(false);
    const requestedAt = await requestSnapshots(request);
    let reading = await read();
    const isDone = () =>
      requestedAt === undefined || reading.isFinal || signal.aborted || isNewer(reading, requestedAt);
    for (const pauseMs of PAUSES_MS) {
      if (isDone()) {
        break;
      }
      await pause(pauseMs, signal);
      if (!signal.aborted) {
        reading = await read();
      }
    }
    setTimedOut(!isDone());
    onRead();
  });
  return { pending, run, timedOut };
}

/** Resolves with the time of the request, or undefined if the server rejected it. */
async function requestSnapshots(request: SnapshotRequest): Promise<string | undefined> {
  try {
    const answer = await request({ missingWhen: NOT_SUPPORTED });
    return instantIn(fieldsOf<RequestedSnapshots>(answer).requestedAt) ?? undefined;
  } catch {
    return undefined;
  }
}

function isNewer({ asOf }: Reading, requestedAt: string): boolean {
  return asOf !== undefined && Date.parse(asOf) >= Date.parse(requestedAt);
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
