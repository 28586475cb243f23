import { setTimeout as pause } from 'node:timers/promises';
import type { AppendAudit, AuditEntry } from '../audit/append-audit.ts';
import type { DatabaseLog } from '../db/database-log.ts';
import { errorCode } from '../error-code.ts';
import type { Metrics } from '../metrics.ts';
import { PermanentFailure, TemporaryFailure } from './outbox-handler.ts';
import { finishEntry, type LeasedEntry, lockLeasedEntry, postponeEntry } from './outbox-store.ts';
import { retryPauseSeconds, TRIES_MAX } from './retry-pause.ts';
import { type RunParts, runEntry } from './run-entry.ts';

export interface OutboxWorkerParts extends RunParts {
  readonly appendAudit: AppendAudit;
  readonly log: DatabaseLog;
  readonly metrics: Pick<Metrics, 'countOutboxTry'>;
}

const MARK_AGAIN_MS = 200;

/**
 * Makes what is done with one leased entry: its handler, and the mark of how that went. It never rejects:
 * where the database does not take the mark, the lease runs out.
 */
export function createEntryWork(
  parts: OutboxWorkerParts,
  breakOff: AbortSignal,
): (entry: LeasedEntry) => Promise<void> {
  const { database, appendAudit, log, metrics } = parts;

  /** What was done outside must not be done again only because the database is away for a moment. */
  const markDone = async (entry: LeasedEntry): Promise<void> => {
    for (;;) {
      try {
        return await database.transaction((transaction) => finishEntry(transaction, entry, 'done', null));
      } catch (error) {
        if (breakOff.aborted) throw error;
        await pause(MARK_AGAIN_MS);
      }
    }
  };

  /** False when the lease was lost: then another worker has a say in it. */
  const bury = async (entry: LeasedEntry, reason: string): Promise<boolean> =>
    await database.transaction(async (transaction) => {
      if (!(await lockLeasedEntry(transaction, entry))) return false;
      await finishEntry(transaction, entry, 'dead', reason);
      await appendAudit(transaction, gaveUp(entry, reason));
      return true;
    });

  const fail = async (entry: LeasedEntry, error: unknown): Promise<void> => {
    const { id, kind, attempts } = entry;
    const known = error instanceof PermanentFailure || error instanceof TemporaryFailure;
    const reason = known ? error.message : reasonOfUnforeseen(error);
    const fields = { entry: id, kind, tries: attempts, reason, ...(!known && { err: error }) };
    if (error instanceof PermanentFailure || attempts >= TRIES_MAX) {
      if (!(await bury(entry, reason))) return;
      log.error(fields, 'gave up an entry of the outbox');
      metrics.countOutboxTry(kind, 'dead');
      return;
    }
    const seconds = retryPauseSeconds(attempts);
    await database.transaction((transaction) => postponeEntry(transaction, entry, seconds, reason));
    log.warn(fields, 'an entry of the outbox is tried again later');
    metrics.countOutboxTry(kind, 'failed');
  };

  const work = async (entry: LeasedEntry): Promise<void> => {
    if (entry.expired) {
      await database.transaction((transaction) => finishEntry(transaction, entry, 'expired', null));
      metrics.countOutboxTry(entry.kind, 'expired');
      return;
    }
    const result = await runEntry(parts, entry, breakOff);
    if (typeof result === 'object') return await fail(entry, result.error);
    if (result === 'lost') return;
    if (result === 'unmarked') await markDone(entry);
    metrics.countOutboxTry(entry.kind, 'done');
  };

  return async (entry) => {
    try {
      await work(entry);
    } catch (error) {
      log.warn({ err: error, entry: entry.id }, 'an entry of the outbox could not be marked');
    }
  };
}

/** The action names the noun of the kind: `mail.fail` for every kind of mail. */
function gaveUp({ id, kind, queue, attempts }: LeasedEntry, reason: string): AuditEntry {
  return {
    action: `${kind.replace(/\..*/, '')}.fail`,
    category: 'system_operation',
    description: kind.startsWith('mail.')
      ? 'An email could not be delivered'
      : 'A piece of work was given up',
    status: 'failure',
    actor: { type: 'system' },
    resource: { type: 'system', id, identifier: queue },
    errorMessage: reason,
    metadata: { kind, tries: attempts },
  };
}

/** Of an error that nobody foresaw, only what surely holds no secret. */
function reasonOfUnforeseen(error: unknown): string {
  const name = error instanceof Error ? error.name : typeof error;
  return ['unforeseen', name, errorCode(error)].filter(Boolean).join(' ');
}
