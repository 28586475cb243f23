import {
  type Exception,
  type ExceptionPage,
  listExceptions,
  reopenException,
  resolveException,
} from '@halyard/contract/exceptions';
import type { Mount } from '../../http/mount.ts';
import type { ExceptionRow } from './exception-queries.ts';
import { exceptionEtag } from './exception-versions.ts';
import type { ExceptionsPage, ExceptionsService } from './exceptions-service.ts';

export function mountExceptions(mount: Mount, exceptions: ExceptionsService): void {
  mount(listExceptions, async ({ query }) => presentPage(await exceptions.list(query)));

  mount(resolveException, async ({ session, params, body, ifMatch, setEtag, stepUp, origin }) => {
    const decision = { session, id: params.id, reason: body.reason, ifMatch, stepUp, origin };
    setEtag(await exceptions.resolve(decision));
  });

  mount(reopenException, async ({ session, params, body, ifMatch, setEtag, stepUp, origin }) => {
    const decision = { session, id: params.id, reason: body.reason, ifMatch, stepUp, origin };
    setEtag(await exceptions.reopen(decision));
  });
}

function presentPage({ rows, totalCount, open, openUsd }: ExceptionsPage): ExceptionPage {
  const countOf = new Map(open.map(({ kind, exceptions }) => [kind, exceptions]));
  return {
    exceptions: rows.map(presentException),
    totalCount,
    openByKind: {
      paid_after_end: countOf.get('paid_after_end') ?? 0,
      underpaid: countOf.get('underpaid') ?? 0,
      overpaid: countOf.get('overpaid') ?? 0,
      paid_without_money: countOf.get('paid_without_money') ?? 0,
      stuck_pending: countOf.get('stuck_pending') ?? 0,
      unmatched_money: countOf.get('unmatched_money') ?? 0,
      wrong_asset: countOf.get('wrong_asset') ?? 0,
      unexplained_balance: countOf.get('unexplained_balance') ?? 0,
    },
    openUsd,
  };
}

function presentException(row: ExceptionRow): Exception {
  const { merchant_id: merchantUuid, merchant_name: name } = row;
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    openedAt: row.opened_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
    resolvedAt: row.resolved_at?.toISOString() ?? null,
    reason: row.reason,
    orderUuid: row.order_id,
    merchantOrderId: row.merchant_order_id,
    merchant: merchantUuid === null || name === null ? null : { uuid: merchantUuid, name },
    transactionId: row.transaction_id,
    walletId: row.wallet_id === null ? null : String(row.wallet_id),
    network: row.network,
    currency: row.currency,
    expected: row.expected,
    received: row.received,
    amountUsd: row.amount_usd,
    ...(row.unconfirmed_amount !== null && {
      unconfirmed: { payments: row.unconfirmed_payments, amount: row.unconfirmed_amount },
    }),
    etag: exceptionEtag(row),
  };
}
