import { auditTitle } from '../audit-entry/audit-title.ts';
import { EXCEPTION_KIND_LABELS } from '../exceptions/exception-labels.ts';
import {
  labelOf,
  TRANSACTION_DIRECTION_LABELS,
  TRANSACTION_TYPE_LABELS,
} from '../transaction/transaction-labels.ts';
import type { TimelineEventRecord } from './parse-timeline-event.ts';

const CREATED = 'pending';

/** Returns what happened, in a few words. */
export function eventTitle(event: TimelineEventRecord): string {
  const { entry, status, transaction, exception, lock, block, created } = event;
  if (entry) {
    return auditTitle(entry).title;
  }
  if (status !== undefined) {
    return `Order ${status === CREATED ? 'created' : status}`;
  }
  if (transaction) {
    const direction = labelOf(TRANSACTION_DIRECTION_LABELS, transaction.direction);
    return `${direction} ${labelOf(TRANSACTION_TYPE_LABELS, transaction.type).toLowerCase()}`;
  }
  if (exception) {
    return `Exception ${exception.change}: ${labelOf(EXCEPTION_KIND_LABELS, exception.kind)}`;
  }
  if (lock) {
    return lock.isEnded ? 'Wallet unlocked' : 'Wallet locked for a payment';
  }
  if (created) {
    return created.type === 'merchant' ? 'Merchant created' : 'User created';
  }
  return block ? 'User blocked' : 'Event';
}
