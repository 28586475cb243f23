import { checkPage } from '@halyard/audit-proof/check-page';
import type { CheckRequest, CheckResult } from './check-messages.ts';
import { pageCrypto } from './page-crypto.ts';

/** Worker that checks pages. */
addEventListener('message', async ({ data: { number, page } }: MessageEvent<CheckRequest>) => {
  const verdict = await checkPage(page, pageCrypto).catch(() => undefined);
  postMessage({ number, verdict } satisfies CheckResult);
});
