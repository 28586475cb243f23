import type { PageToCheck, PageVerdict } from '@halyard/audit-proof/check-page';
import type { CheckOrder, CheckOutcome } from './check-messages.ts';

let worker: Worker | undefined;
let orders = 0;

/** Starts the thread that checks, unless there is one: its code is fetched while the proof is on its way. */
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

/**
 * Checks a page in a thread of its own, which stays for the next.
 * @throws where the thread cannot be had, or the page is none
 */
export async function checkInWorker(page: PageToCheck): Promise<PageVerdict> {
  const thread = startChecker();
  const number = ++orders;
  const listening = new AbortController();
  const { signal } = listening;
  try {
    return await new Promise((resolve, reject) => {
      const answered = ({ data }: MessageEvent<CheckOutcome>) => {
        if (data.number !== number) {
          return;
        }
        if (data.verdict) {
          resolve(data.verdict);
        } else {
          reject(new Error('The page cannot be checked'));
        }
      };
      const failed = () => {
        reject(new Error('The thread that checks could not be started'));
      };
      thread.addEventListener('message', answered, { signal });
      thread.addEventListener('error', failed, { signal });
      thread.postMessage({ number, page } satisfies CheckOrder);
    });
  } finally {
    listening.abort();
  }
}
