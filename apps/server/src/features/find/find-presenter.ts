import type { FindResult, FindResults } from '@halyard/contract/find';
import { NETWORK_NAMES } from '@halyard/contract/networks';
import type { SealedRows } from '../../infra/sealed-rows/sealed-rows.ts';
import type { FoundRecordRow, FoundWalletRow } from './find-queries.ts';
import type { Found } from './find-service.ts';

const RESULTS_MAX = 20;

type Addresses = Pick<SealedRows, 'isOurAddress'>;

export function presentFound({ rows, isByHash }: Found, addresses: Addresses): FindResults {
  return {
    results: rows
      .slice(0, RESULTS_MAX)
      .map((row) =>
        row.kind === 'wallet'
          ? presentWallet(row, isByHash ? 'transactions' : undefined, addresses)
          : presentRecord(row),
      ),
  };
}

function presentRecord(row: Exclude<FoundRecordRow, FoundWalletRow>): FindResult {
  const { kind, id, title, detail, state, exact } = row;
  return { kind, id, title, detail, state, url: urlOf(row), exact };
}

/** Money follows an address, so one that was changed outside the product is not shown. */
function presentWallet(row: FoundWalletRow, tab: string | undefined, addresses: Addresses): FindResult {
  const { kind, id, title: address, network, type, exact } = row;
  const isOurs = addresses.isOurAddress({ ...row, address });
  return {
    kind,
    id,
    title: isOurs ? address : `Wallet ${id}`,
    detail: `${NETWORK_NAMES[network]} · ${type}`,
    state: isOurs ? row.state : 'address_changed',
    url: `/wallets?${new URLSearchParams({
      ...(type === 'inbound' && { type }),
      wallet: id,
      ...(tab !== undefined && { tab }),
    })}`,
    exact,
  };
}

function urlOf({ kind, id, title, detail, state }: Exclude<FoundRecordRow, FoundWalletRow>): string {
  switch (kind) {
    case 'user':
      return state === 'deleted'
        ? `/users?${new URLSearchParams({ status: state, search: detail ?? '' })}`
        : `/users?user=${id}`;
    case 'merchant':
      return `/merchants?${new URLSearchParams({ search: title, merchant: id })}`;
    case 'order':
      return `/orders?order=${id}`;
    case 'invitation':
      return `/invitations?invitation=${id}`;
    case 'audit_entry':
      return `/audit-logs?entry=${id}`;
    case 'ip_address':
      return `/audit-logs?${new URLSearchParams({
        ...(detail !== null && { actorEmail: detail }),
        ipAddress: title,
      })}`;
  }
}
