import type { FeedAuditEntry } from '@halyard/contract/platform-feed-audit-logs';
import { createAuditFeedService } from '../src/features/platform-feed/audit-feed-service.ts';
import { RateLimiter } from '../src/infra/rate-limiter.ts';
import type { TestApplication } from './test-application.ts';

/** Keeps an entry of the platform that its call would refuse. */
export async function keepFedEntry(
  { database, masterKeys, clock }: TestApplication,
  serviceKeyId: string,
  entry: FeedAuditEntry,
): Promise<void> {
  const limiter = new RateLimiter(database, 1);
  const service = createAuditFeedService({ database, masterKeys, limiter, now: () => clock.now });
  await service.keep([entry], { id: serviceKeyId, name: 'Test platform' });
}
