import type { FeedReceipt } from '@halyard/contract/platform-feed';
import type { AuditEntry } from '../../infra/audit/append-audit.ts';
import type { FeedKind, FeedSender } from './feed-batch.ts';
import { type FeedRefusal, REFUSAL_MESSAGES } from './feed-refusal.ts';
import type { Tally } from './feed-tally.ts';

function entryOf(
  kind: FeedKind,
  { serviceKey, origin }: FeedSender,
  rest: Pick<AuditEntry, 'description' | 'status'> & Partial<AuditEntry>,
): AuditEntry {
  return {
    action: `platform_feed.${kind}`,
    category: 'system_operation',
    actor: { type: 'api_key', id: serviceKey.id },
    resource: { type: 'system', identifier: serviceKey.name },
    origin,
    ...rest,
  };
}

export function batchKept(
  kind: FeedKind,
  sender: FeedSender,
  { created, updated, unchanged }: FeedReceipt,
  details: Tally['details'],
): AuditEntry {
  return entryOf(kind, sender, {
    description: `Platform feed accepted a batch of ${labelOf(kind)}`,
    status: 'success',
    metadata: { created, updated, unchanged, ...details },
  });
}

export function batchRefused(kind: FeedKind, sender: FeedSender, refusal: FeedRefusal): AuditEntry {
  const { status, errors } = refusal;
  return entryOf(kind, sender, {
    description: `Platform feed rejected a batch of ${labelOf(kind)}`,
    status: 'failure',
    errorMessage: REFUSAL_MESSAGES[status],
    metadata: { reason: status, refusedItems: errors.length },
  });
}

function labelOf(kind: FeedKind): string {
  return kind.replace('_', ' ');
}
