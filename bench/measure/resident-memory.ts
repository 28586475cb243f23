import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const SAMPLE_MS = 20;

/** Resident memory in MiB. */
export interface MemoryDuring<Result> {
  readonly result: Result;
  readonly beforeMb: number;
  readonly peakMb: number;
  /** Peak of the second half minus the peak of the first half. */
  readonly lateGrowthMb: number;
  readonly afterMb: number;
}

/** Measures a Linux process before, during and after `work`. */
export async function measureMemory<Result>(
  pid: number,
  work: () => Promise<Result>,
): Promise<MemoryDuring<Result>> {
  const beforeMb = await residentMb(pid);
  const samples: number[] = [beforeMb];
  let isWorking = true;
  const watching = (async () => {
    while (isWorking) {
      samples.push(await residentMb(pid));
      await sleep(SAMPLE_MS);
    }
  })();
  const result = await work().finally(() => {
    isWorking = false;
  });
  await watching;
  const middle = Math.ceil(samples.length / 2);
  const early = Math.max(...samples.slice(0, middle));
  const late = Math.max(...samples.slice(middle), beforeMb);
  return {
    result,
    beforeMb,
    peakMb: Math.max(early, late),
    lateGrowthMb: late - early,
    afterMb: await residentMb(pid),
  };
}

export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024;
}
