import type { FieldError } from '@halyard/contract/error-body';
import type { FeedReceipt } from '@halyard/contract/platform-feed';
import type { AppendAudit } from '../../infra/audit/append-audit.ts';
import type { Database, DatabaseTransaction } from '../../infra/db/database.ts';
import { noteAcceptedBatch } from '../../infra/feed-batches.ts';
import { Problem } from '../../infra/problem.ts';
import { createBatchTurns, type TakeTurn } from '../../infra/turns.ts';
import { batchKept, batchRefused } from './feed-audit.ts';
import type { FeedKind, FeedSender } from './feed-batch.ts';
import { lockFeed } from './feed-lock.ts';
import type { FeedRefusal } from './feed-refusal.ts';
import type { Tally } from './feed-tally.ts';

/**
 * Stores all items or none, with an audit entry. A `write` that returns a refusal must not have written.
 * @throws Problem for a refusal, after an audit entry, or `unavailable` if too many batches of a kind wait
 */
export type KeepBatch = (
  kind: FeedKind,
  size: number,
  sender: FeedSender,
  write: (transaction: DatabaseTransaction) => Promise<Tally | FeedRefusal>,
) => Promise<FeedReceipt>;

export function createKeepBatch(parts: {
  readonly database: Database;
  readonly appendAudit: AppendAudit;
}): KeepBatch {
  const { database, appendAudit } = parts;
  const turns = new Map<FeedKind, TakeTurn>();

  function turnsOf(kind: FeedKind): TakeTurn {
    const takeTurn = turns.get(kind) ?? createBatchTurns();
    turns.set(kind, takeTurn);
    return takeTurn;
  }

  return async (kind, size, sender, write) => {
    const batch = { serviceKeyId: sender.serviceKey.id, kind };
    const outcome = await turnsOf(kind)(() =>
      database.transaction(async (transaction) => {
        await lockFeed(transaction, kind);
        const written = await write(transaction);
        if ('errors' in written) {
          await appendAudit(transaction, batchRefused(kind, sender, written));
          return written;
        }
        const { created, updated, details, entries = [] } = written;
        const receipt = { created, updated, unchanged: size - created - updated };
        const changed = created + updated;
        await noteAcceptedBatch(transaction, batch, { items: size, changed });
        for (const entry of entries) await appendAudit(transaction, entry);
        if (changed > 0) await appendAudit(transaction, batchKept(kind, sender, receipt, details));
        return receipt;
      }),
    );
    if ('errors' in outcome) throw nothingKept(outcome.status, outcome.errors);
    return outcome;
  };
}

/** @throws Problem `validation_error` if there are errors. */
export function refuse(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw nothingKept('validation_error', errors);
}

function nothingKept(
  status: 'validation_error' | FeedRefusal['status'],
  errors: readonly FieldError[],
): Problem {
  return new Problem(status, 'The batch was rejected. Nothing was saved.', { errors });
}
