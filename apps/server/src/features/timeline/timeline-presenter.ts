import type { TimelineEvent, TimelinePage } from '@halyard/contract/timeline';
import type { EntryRow, ExceptionRow, TimelineRecords, TransactionRow } from './timeline-records.ts';
import type { ReadTimeline } from './timeline-service.ts';
import { type EventKey, TIMELINE_SOURCES } from './timeline-sources.ts';

type Content = Omit<TimelineEvent, 'id' | 'kind' | 'at'>;

export function presentTimeline({ keys, records, nextCursor }: ReadTimeline): TimelinePage {
  const events = keys.flatMap((event) => {
    const content = contentOf(event, records);
    return content === undefined ? [] : [{ ...presentKey(event), ...content }];
  });
  return { events, nextCursor };
}

function presentKey({ source, at, key }: EventKey) {
  return {
    id: `${source}-${key}`,
    kind: TIMELINE_SOURCES[source].kind,
    at: new Date(at).toISOString(),
  };
}

function contentOf(event: EventKey, records: TimelineRecords): Content | undefined {
  switch (event.source) {
    case 'transaction': {
      const row = records.transactions.get(event.key);
      return row && { order: presentOrder(row), transaction: presentTransaction(row) };
    }
    case 'status': {
      const row = records.statuses.get(event.key);
      return row && { order: presentOrder(row), status: row.status };
    }
    case 'openedException':
    case 'closedException': {
      const row = records.exceptions.get(event.key);
      const change = event.source === 'openedException' ? 'opened' : 'closed';
      return row && { order: presentOrder(row), exception: presentException(row, change) };
    }
    case 'walletLock':
    case 'endedWalletLock': {
      const row = records.locks.get(event.key);
      const change = event.source === 'walletLock' ? 'locked' : 'unlocked';
      return (
        row && {
          lock: { wallet: { id: row.wallet_id, network: row.network }, currency: row.currency, change },
        }
      );
    }
    case 'earlierBlock': {
      const row = records.blocks.get(event.key);
      return row && { block: { reason: row.reason } };
    }
    case 'userCreation': {
      const row = records.users.get(event.key);
      return row && { created: { type: 'user', uuid: row.key, name: row.name } };
    }
    case 'merchantCreation': {
      const row = records.merchants.get(event.key);
      return row && { created: { type: 'merchant', uuid: row.key, name: row.name } };
    }
    default: {
      const row = records.entries.get(event.key);
      return row && { entry: presentEntry(row) };
    }
  }
}

function presentOrder({
  order_id: uuid,
  merchant_order_id: merchantOrderId,
}: Pick<TransactionRow, 'order_id' | 'merchant_order_id'>) {
  return { uuid, merchantOrderId };
}

function presentTransaction(row: TransactionRow): TimelineEvent['transaction'] {
  return {
    id: row.key,
    direction: row.direction,
    type: row.type,
    status: row.status,
    testnet: row.testnet,
    hash: row.hash,
    amount: row.amount,
    currency: row.currency,
    usdAmount: row.amount_usd,
    wallet: { id: row.wallet_id, network: row.network },
  };
}

function presentException(row: ExceptionRow, change: 'opened' | 'closed'): TimelineEvent['exception'] {
  return {
    id: row.key,
    kind: row.kind,
    change,
    expected: row.expected,
    received: row.received,
    currency: row.currency,
    amountUsd: row.amount_usd,
  };
}

function presentEntry(row: EntryRow): TimelineEvent['entry'] {
  const reason = row.metadata?.['reason'];
  return {
    id: row.id,
    action: row.action,
    description: row.description,
    status: row.status,
    ...(row.service_key_id !== null && { serviceKeyId: row.service_key_id }),
    actor: { type: row.actor_type, id: row.actor_id, email: row.actor_email },
    reason: typeof reason === 'string' ? reason : null,
    errorMessage: row.error_message,
  };
}
