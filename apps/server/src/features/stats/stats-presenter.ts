import type { Stats } from '@halyard/contract/stats';
import type { RecordCounts } from './stats-queries.ts';

export function presentStats(counts: RecordCounts, asOf: Date): Stats {
  return {
    users: {
      total: counts.users,
      active: counts.users - counts.blocked_users,
      blocked: counts.blocked_users,
    },
    merchants: {
      total: counts.merchants,
      active: counts.merchants - counts.deleted_merchants,
      deleted: counts.deleted_merchants,
    },
    invitations: { pending: counts.pending_invitations },
    wallets: {
      outbound: counts.outbound_wallets,
      inbound: counts.inbound_wallets,
      locked: counts.locked_wallets,
    },
    asOf: asOf.toISOString(),
  };
}
