import { emailKey } from '@halyard/contract/email-key';
import type { FieldError } from '@halyard/contract/error-body';
import type { FeedReceipt } from '@halyard/contract/platform-feed';
import { FEED_AUDIT_LIMIT, type FeedAuditEntry } from '@halyard/contract/platform-feed-audit-logs';
import type { ServiceKey } from '../../http/call.ts';
import { extendChain, lockAuditHead, writingAudit } from '../../infra/audit/chain/audit-chain.ts';
import type { MasterKeys } from '../../infra/crypto/master-keys.ts';
import type { Database } from '../../infra/db/database.ts';
import { noteAcceptedBatch } from '../../infra/feed-batches.ts';
import { Problem } from '../../infra/problem.ts';
import type { RateLimiter } from '../../infra/rate-limiter.ts';
import { createBatchTurns } from '../../infra/turns.ts';
import { contentOf, findKnownEntries, isSameEntry } from './fed-entries.ts';
import { findDuplicates, itemError } from './feed-batch.ts';
import { refuse } from './keep-batch.ts';

export interface AuditFeedService {
  /**
   * Appends all entries or none, and skips known ones.
   * @throws Problem `validation_error` for repeated or changed uuids and administrators as actors, `rate_limited` for more
   *   than FEED_AUDIT_LIMIT entries of the key, `unavailable` if too many batches wait
   */
  readonly keep: (entries: readonly FeedAuditEntry[], serviceKey: ServiceKey) => Promise<FeedReceipt>;
}

export function createAuditFeedService(parts: {
  readonly database: Database;
  readonly masterKeys: MasterKeys;
  readonly limiter: Pick<RateLimiter, 'takeMany'>;
  readonly now: () => number;
}): AuditFeedService {
  const { database, masterKeys, limiter, now } = parts;
  const takeTurn = createBatchTurns();

  return {
    keep: async (entries, serviceKey) => {
      await takeEntries(limiter, serviceKey, entries.length);
      refuse(findDuplicates('audit_logs', entries));
      refuse(await findOwnActors(database, entries));
      const contents = entries.map((entry) => contentOf(entry, serviceKey.id));
      return await takeTurn(() =>
        database.transaction(async (transaction) => {
          const head = await writingAudit(() => lockAuditHead(transaction, masterKeys));
          // The head is locked, so no other process can add these entries.
          const known = await findKnownEntries(
            transaction,
            contents.map(({ id }) => id),
          );
          refuse(
            contents.flatMap((content, position) => {
              const stored = known.get(content.id);
              if (stored === undefined || isSameEntry(stored, content)) return [];
              return itemError('audit_logs', position, 'uuid', {
                code: 'already_known',
                message: 'A different entry with this uuid exists. Send it unchanged, or with a new uuid.',
              });
            }),
          );
          const fresh = contents.filter(({ id }) => !known.has(id));
          if (fresh.length > 0) {
            const at = new Date(now());
            const dated = fresh.map((content) => ({ ...content, created_at: at.toISOString() }));
            await writingAudit(() => extendChain(head, dated, masterKeys, at));
          }
          await noteAcceptedBatch(
            transaction,
            { serviceKeyId: serviceKey.id, kind: 'audit_logs' },
            { items: contents.length, changed: fresh.length },
          );
          return { created: fresh.length, updated: 0, unchanged: contents.length - fresh.length };
        }),
      );
    },
  };
}

async function takeEntries(
  limiter: Pick<RateLimiter, 'takeMany'>,
  { id }: ServiceKey,
  entries: number,
): Promise<void> {
  const verdict = await limiter.takeMany(`audit entries:key:${id}`, entries, FEED_AUDIT_LIMIT);
  if (verdict.allowed) return;
  const { retryAfterSeconds } = verdict;
  const perMinute = FEED_AUDIT_LIMIT.calls.toLocaleString('en');
  throw new Problem(
    'rate_limited',
    `Too many audit entries: a service key may send ${perMinute} a minute. Please slow down.`,
    { retryAfterSeconds },
  );
}

/** The product records the acts of administrators itself. An entry of the platform about one would look like ours. */
async function findOwnActors(
  { reader }: Database,
  entries: readonly FeedAuditEntry[],
): Promise<FieldError[]> {
  const administrators = await reader.selectFrom('administrators').select(['id', 'email_key']).execute();
  const own = new Set(administrators.flatMap(({ id, email_key }) => [id, email_key]));
  return entries.flatMap(({ actor }, position) => {
    const isOwn =
      own.has(actor.id?.toLowerCase() ?? '') || (actor.email != null && own.has(emailKey(actor.email)));
    if (!isOwn) return [];
    const message = 'This is an administrator, whose acts only the dashboard itself records';
    return itemError('audit_logs', position, 'actor', { code: 'administrator', message });
  });
}
