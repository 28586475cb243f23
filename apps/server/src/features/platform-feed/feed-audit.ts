import type { FeedReceipt } from '@halyard/contract/platform-feed';
import type { AuditEntry } from '../../infra/audit/append-audit.ts';
import type { FeedKind, FeedSender } from './feed-batch.ts';

/** A batch that changed something. */
export function batchKept(
  kind: FeedKind,
  { serviceKey, origin }: FeedSender,
  receipt: FeedReceipt,
): AuditEntry {
  const { created, updated, unchanged } = receipt;
  return {
    action: `platform_feed.${kind}`,
    category: 'system_operation',
    description: `Platform feed kept a batch of ${kind}`,
    status: 'success',
    actor: { type: 'api_key', id: serviceKey.id },
    resource: { type: 'system', identifier: serviceKey.name },
    origin,
    metadata: { created, updated, unchanged },
  };
}
