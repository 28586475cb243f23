import { checkPage, type PageToCheck, type PageVerdict } from '@halyard/audit-proof/check-page';
import { pageCrypto } from './page-crypto.ts';

/** A page to check. The response repeats its number. */
export interface CheckRequest {
  readonly number: number;
  readonly page: PageToCheck;
}

export interface CheckResult {
  readonly number: number;
  readonly verdict: PageVerdict | undefined;
}

addEventListener('message', async ({ data: { number, page } }: MessageEvent<CheckRequest>) => {
  const verdict = await checkPage(page, pageCrypto).catch(() => undefined);
  postMessage({ number, verdict } satisfies CheckResult);
});
