import type { RequestedSnapshots } from '@halyard/contract/wallets';
import { useState } from 'react';
import { fieldsOf, instantIn } from '../../shared/api/answer-fields.ts';
import type { RequestOptions } from '../../shared/api/api-client.ts';
import { useLeaveSignal } from '../../shared/lib/use-leave-signal.ts';
import { CALL_IS_MISSING } from '../../shared/query/read-failures.ts';
import { useAct } from '../../shared/query/use-act.ts';

/** So long it waits before each further look at the balances. */
const PAUSES_MS = [1_000, 2_000, 3_000, 4_000];

/** No answer, and answers of servers that take no such request, or have one of their own to it: nothing is said of them. */
const NOT_TAKEN = [0, 401, ...CALL_IS_MISSING];

type SnapshotRequest = (options: RequestOptions) => Promise<RequestedSnapshots>;

/** What was read of the balances. */
export interface Reading {
  /** Nothing newer is to be expected of another try: it could not be read, or there is nothing to read. */
  readonly isFinal: boolean;
  /** When the balances were taken; undefined where that is not known. */
  readonly asOf: string | undefined;
}

/**
 * Asks for new snapshots and reads the balances again until they are there, or a few times. `isLate` says that
 * they had not come when it gave up.
 *
 * @param request the call that asks for the snapshots
 * @param read reads the balances again
 * @param onRead told at the end, for what else shows them
 */
export function useRefresh(request: SnapshotRequest, read: () => Promise<Reading>, onRead: () => void) {
  const [isLate, setLate] = useState(false);
  const leaveSignal = useLeaveSignal();

  const { pending, run } = useAct(async () => {
    const signal = leaveSignal();
    setLate(false);
    const requestedAt = await requestSnapshots(request);
    let reading = await read();
    const isEnough = () =>
      requestedAt === undefined || reading.isFinal || signal.aborted || isNewer(reading, requestedAt);
    for (const pauseMs of PAUSES_MS) {
      if (isEnough()) {
        break;
      }
      await pause(pauseMs, signal);
      if (!signal.aborted) {
        reading = await read();
      }
    }
    setLate(!isEnough());
    onRead();
  });
  return { pending, run, isLate };
}

/** When the server took the request down; undefined where it did not: what it has can be read, or says why not. */
async function requestSnapshots(request: SnapshotRequest): Promise<string | undefined> {
  try {
    const answer = await request({ missingWhen: NOT_TAKEN });
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
