import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const SAMPLE_MS = 20;

/** What a process holds in memory, in MiB. */
export interface MemoryDuring<Result> {
  readonly result: Result;
  readonly beforeMb: number;
  readonly peakMb: number;
  /** How much higher the peak of the second half of the time is than that of the first. */
  readonly lateGrowthMb: number;
  readonly afterMb: number;
}

/** Looks at a process of Linux before, during and right after some work of it. */
export async function watchMemory<Result>(
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

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024;
}
