import type { PageToCheck, PageVerdict } from '@halyard/audit-proof/check-page';
import type { CheckRequest, CheckResult } from './check-page-worker.ts';

let worker: Worker | undefined;
let requests = 0;

/** Starts the worker if needed. Its code loads while the proof is requested. */
export function startChecker(): Worker {
  if (worker === undefined) {
    const started = new Worker(new URL('./check-page-worker.ts', import.meta.url), { type: 'module' });
    started.addEventListener('error', () => {
      if (worker === started) {
        worker = undefined;
      }
    });
    worker = started;
  }
  return worker;
}

/** Checks a page in the shared worker. @throws if the worker cannot start or the check fails */
export async function checkInWorker(page: PageToCheck): Promise<PageVerdict> {
  const checker = startChecker();
  const number = ++requests;
  const listening = new AbortController();
  const { signal } = listening;
  try {
    return await new Promise((resolve, reject) => {
      const receive = ({ data }: MessageEvent<CheckResult>) => {
        if (data.number !== number) {
          return;
        }
        if (data.verdict) {
          resolve(data.verdict);
        } else {
          reject(new Error('Checking the page failed'));
        }
      };
      const fail = () => {
        reject(new Error('Starting the checking worker failed'));
      };
      checker.addEventListener('message', receive, { signal });
      checker.addEventListener('error', fail, { signal });
      checker.postMessage({ number, page } satisfies CheckRequest);
    });
  } finally {
    listening.abort();
  }
}
