import { type AnalyticsReceiver, startAnalyticsReceiver } from '../../../apps/web/test/analytics-receiver.ts';
import { type BrowserProcess, startForBrowser } from './browser-process.ts';
import type { Stage } from './stage.ts';

/** A process for browsers that sends analytics, and answers many calls of one. */
export interface LoopbackProduct extends BrowserProcess {
  readonly analytics: AnalyticsReceiver;
}

export async function loopbackProduct(stage: Stage): Promise<LoopbackProduct> {
  const analytics = await startAnalyticsReceiver();
  const product = await startForBrowser(stage, {
    RATE_LIMIT_FACTOR: '100',
    ANALYTICS_HOST: analytics.origin,
    ANALYTICS_KEY: 'phc_attack',
  });
  return { ...product, analytics };
}
