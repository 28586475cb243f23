import { setTimeout as pause } from 'node:timers/promises';
import type { AppendAudit, AuditEntry } from '../audit/append-audit.ts';
import type { DatabaseLog } from '../db/database-log.ts';
import { errorCode } from '../error-code.ts';
import type { Metrics } from '../metrics.ts';
import { markFailed, traced } from '../telemetry/spans.ts';
import { PermanentFailure, TemporaryFailure } from './outbox-handler.ts';
import { finishEntry, type LeasedEntry, lockLeasedEntry, postponeEntry } from './outbox-store.ts';
import { retryPauseSeconds, TRIES_MAX } from './retry-pause.ts';
import { type RunParts, runEntry } from './run-entry.ts';

export interface OutboxWorkerParts extends RunParts {
  readonly appendAudit: AppendAudit;
  readonly log: DatabaseLog;
  readonly metrics: Pick<Metrics, 'countOutboxTry' | 'expectOutboxTries'>;
}

const MARK_AGAIN_MS = 200;

/** Runs the handler of a leased entry. Never rejects: if the outcome cannot be stored, the lease runs out. */
export function createEntryWork(
  parts: OutboxWorkerParts,
  abort: AbortSignal,
): (entry: LeasedEntry) => Promise<void> {
  return async (entry) => {
    try {
      await traced({ name: `outbox ${entry.kind}` }, () => work(parts, entry, abort));
    } catch (error) {
      parts.log.warn({ err: error, entry: entry.id }, 'marking an outbox entry failed');
    }
  };
}

async function work(parts: OutboxWorkerParts, entry: LeasedEntry, abort: AbortSignal): Promise<void> {
  const { database, metrics } = parts;
  if (entry.expired) {
    await database.transaction((transaction) => finishEntry(transaction, entry, 'expired', null));
    metrics.countOutboxTry(entry.kind, 'expired');
    return;
  }
  const result = await runEntry(parts, entry, abort);
  if (typeof result === 'object') return await fail(parts, entry, result.error);
  if (result === 'lost') return;
  if (result === 'unmarked') await markDone(parts, entry, abort);
  metrics.countOutboxTry(entry.kind, 'done');
}

/** Retries until the mark is stored: otherwise, a short database outage would repeat external work. */
async function markDone(
  { database }: OutboxWorkerParts,
  entry: LeasedEntry,
  abort: AbortSignal,
): Promise<void> {
  for (;;) {
    try {
      return await database.transaction((transaction) => finishEntry(transaction, entry, 'done', null));
    } catch (error) {
      if (abort.aborted) throw error;
      await pause(MARK_AGAIN_MS);
    }
  }
}

async function fail(parts: OutboxWorkerParts, entry: LeasedEntry, error: unknown): Promise<void> {
  const { database, log, metrics } = parts;
  const { id, kind, attempts } = entry;
  markFailed(error);
  const known = error instanceof PermanentFailure || error instanceof TemporaryFailure;
  const reason = known ? error.message : unexpectedReason(error);
  const fields = { entry: id, kind, tries: attempts, reason, ...(!known && { err: error }) };
  if (error instanceof PermanentFailure || attempts >= TRIES_MAX) {
    if (!(await giveUp(parts, entry, reason))) return;
    log.error(fields, 'outbox entry failed permanently');
    metrics.countOutboxTry(kind, 'dead');
    return;
  }
  const seconds = retryPauseSeconds(attempts);
  await database.transaction((transaction) => postponeEntry(transaction, entry, seconds, reason));
  log.warn(fields, 'outbox entry failed, retrying later');
  metrics.countOutboxTry(kind, 'failed');
}

/** Returns false if the lease was lost: another worker then decides about the entry. */
async function giveUp(
  { database, appendAudit }: OutboxWorkerParts,
  entry: LeasedEntry,
  reason: string,
): Promise<boolean> {
  return await database.transaction(async (transaction) => {
    if (!(await lockLeasedEntry(transaction, entry))) return false;
    await finishEntry(transaction, entry, 'dead', reason);
    await appendAudit(transaction, failureEntry(entry, reason));
    return true;
  });
}

/** Builds the action from the first part of the kind: `mail.fail` for every mail. */
function failureEntry({ id, kind, queue, attempts }: LeasedEntry, reason: string): AuditEntry {
  return {
    action: `${kind.replace(/\..*/, '')}.fail`,
    category: 'system_operation',
    description: kind.startsWith('mail.') ? 'Email delivery failed' : 'Background task failed',
    status: 'failure',
    actor: { type: 'system' },
    resource: { type: 'system', id, identifier: queue },
    errorMessage: reason,
    metadata: { kind, tries: attempts },
  };
}

/** Keeps only the parts of an unexpected error that cannot contain a secret. */
function unexpectedReason(error: unknown): string {
  const name = error instanceof Error ? error.name : typeof error;
  return ['unexpected', name, errorCode(error)].filter(Boolean).join(' ');
}
