import { checkPage } from '@halyard/audit-proof/check-page';
import type { CheckOrder, CheckOutcome } from './check-messages.ts';
import { pageCrypto } from './page-crypto.ts';

/** The thread in which pages are checked, so that nobody waits for it. */
addEventListener('message', async ({ data: { number, page } }: MessageEvent<CheckOrder>) => {
  const verdict = await checkPage(page, pageCrypto).catch(() => undefined);
  postMessage({ number, verdict } satisfies CheckOutcome);
});
