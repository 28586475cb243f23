import type { Json } from '@halyard/audit-proof/canonical-json';
import type { Session } from '../../http/call.ts';
import type { AuditEntry } from '../../infra/audit/append-audit.ts';
import type { RequestOrigin } from '../../infra/request-origin.ts';
import { type BlockEffectRow, SETTINGS_UPDATE } from './user-queries.ts';
import type { LockedUser } from './user-store.ts';

interface Act {
  readonly session: Session;
  readonly user: LockedUser;
  readonly origin: RequestOrigin;
}

type Change = Readonly<Record<'before' | 'after', Json>>;

function entryOf(
  { session, user, origin }: Act,
  rest: Pick<AuditEntry, 'action' | 'description'> & Pick<Partial<AuditEntry>, 'metadata' | 'changes'>,
): AuditEntry {
  const { id, email } = session.administrator;
  return {
    category: 'user_management',
    status: 'success',
    actor: { type: 'admin', id, email },
    resource: { type: 'user', id: user.id, identifier: user.email },
    origin,
    ...rest,
  };
}

/** @param changes decimals as text, because the log only takes whole numbers */
export function settingsUpdated(act: Act, changes: Readonly<Record<string, Change>>): AuditEntry {
  return entryOf(act, { action: SETTINGS_UPDATE, description: 'User settings updated', changes });
}

export function userBlocked(
  act: Act,
  block: { readonly at: Date; readonly reason: string; readonly effect: BlockEffectRow },
): AuditEntry {
  const { at, reason, effect } = block;
  return entryOf(act, {
    action: 'user.block',
    description: 'User blocked',
    metadata: {
      reason,
      endedSessions: effect.sessions,
      endedApiKeys: effect.api_keys,
      merchants: effect.merchants,
      openOrders: effect.open_orders,
    },
    changes: {
      blockedAt: { before: null, after: at.toISOString() },
      blockedReason: { before: null, after: reason },
    },
  });
}

export function userUnblocked(act: Act): AuditEntry {
  const { blocked_at, blocked_reason } = act.user;
  return entryOf(act, {
    action: 'user.unblock',
    description: 'User unblocked',
    changes: {
      blockedAt: { before: blocked_at?.toISOString() ?? null, after: null },
      blockedReason: { before: blocked_reason, after: null },
    },
  });
}
