import { openSecret } from '../crypto/envelope.ts';
import type { KeyWrapper } from '../crypto/key-wrapper.ts';
import type { Database } from '../db/database.ts';
import type { OutboxEntry, OutboxHandlers } from './outbox-handler.ts';
import { finishEntry, type LeasedEntry, lockLeasedEntry, renewLease } from './outbox-store.ts';

export interface RunParts {
  readonly database: Database;
  readonly keys: KeyWrapper;
  readonly handlers: OutboxHandlers;
  readonly leaseSeconds: number;
}

/** Result of an attempt: done and marked, done but not marked yet, skipped because the lease was lost, or failed. */
type EntryResult = 'marked' | 'unmarked' | 'lost' | { readonly error: unknown };

/** Runs the handler of one leased entry. Errors are returned. */
export async function runEntry(
  parts: RunParts,
  leased: LeasedEntry,
  breakOff: AbortSignal,
): Promise<EntryResult> {
  try {
    const handler = parts.handlers[leased.kind];
    if (handler === undefined) throw new Error(`the outbox has no handler for ${leased.kind}`);
    const entry = await openEntry(parts.keys, leased);
    if ('outside' in handler) {
      await whileRenewing(parts, leased, async () => await handler.outside(entry, breakOff));
      return 'unmarked';
    }
    return await parts.database.transaction(async (transaction) => {
      if (!(await lockLeasedEntry(transaction, leased))) return 'lost';
      await handler.inTransaction(transaction, entry);
      await finishEntry(transaction, leased, 'done', null);
      return 'marked';
    });
  } catch (error) {
    return { error };
  }
}

async function openEntry(keys: KeyWrapper, leased: LeasedEntry): Promise<OutboxEntry> {
  const { id, kind, payload, created_at: createdAt } = leased;
  const text = (await openSecret(keys, { kind: 'outbox_entry', id }, payload)).toString();
  return { id, kind, createdAt, payload: JSON.parse(text) };
}

/** Renews the lease three times per term, so that it outlasts the work, however long a mail server takes. */
async function whileRenewing(
  { database, leaseSeconds }: RunParts,
  leased: LeasedEntry,
  work: () => Promise<void>,
): Promise<void> {
  // The next renewal makes up for a failed one.
  const renew = () => void renewLease(database, leased, leaseSeconds).catch(() => undefined);
  const timer = setInterval(renew, (leaseSeconds / 3) * 1_000);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
}
