import type { Script } from '../script.ts';
import { pageOf } from './friendly-list.ts';

const COUNT = 61;

const ACTS = [
  ['user.block', 'user_management', 'User blocked', 'user'],
  ['wallet.backup', 'wallet_operation', 'Wallet backup downloaded', 'wallet'],
  ['session.sign_in', 'authentication', 'Sign-in failed', 'session'],
  ['platform_feed.orders', 'system_operation', 'Platform feed accepted a batch of orders', 'system'],
  ['invitation.create', 'invitation_management', '<img src=x onerror=alert(1)>', 'invitation'],
] as const;

const IDENTIFIERS = [
  'ada@example.com',
  '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
  null,
  'Platform',
  `${'a-very-long-name-'.repeat(6)}@subdomain.example.org`,
];

const STATUSES = ['success', 'success', 'failure', 'success', 'partial'] as const;

const ODD_METADATA = JSON.parse(
  `{"reason": "عملية احتيال <script>alert(1)</script>", "error": "Chain said no", "__proto__": {"a": 1},
    "constructor": "text", "length": 3, "nested": ${'['.repeat(60)}1${']'.repeat(60)}}`,
);

function entryAt(position: number) {
  const [action, actionCategory, description, type] = ACTS[position % ACTS.length] ?? ACTS[0];
  const isPlatform = type === 'system';
  return {
    id: `00000000-0000-4000-b000-${String(position).padStart(12, '0')}`,
    action,
    actionCategory,
    description,
    status: STATUSES[position % STATUSES.length] ?? 'success',
    createdAt: new Date(Date.now() - 90_000 * (position + 1) ** 2).toISOString(),
    actor: isPlatform
      ? { type: 'api_key', id: 'a-key', email: null }
      : { type: 'admin', id: 'an-admin', email: `admin${position % 3}@example.com` },
    ...(isPlatform && { serviceKeyId: '00000000-0000-4000-b000-00000000abcd' }),
    resource: { type, id: String(position), identifier: IDENTIFIERS[position % IDENTIFIERS.length] ?? null },
    requestId: '0b1f6a52-7a39-4c6e-9a57-6a1c2d9b7e10',
    ipAddress: '2001:0db8:85a3:0000:0000:8a2e:0370:7334',
    userAgent: `Mozilla/5.0 ${'(X11; Linux x86_64) '.repeat(position === 0 ? 400 : 1)}`,
    errorMessage: STATUSES[position % STATUSES.length] === 'failure' ? 'Invalid email or password' : null,
    metadata: ODD_METADATA,
    changes: {
      blockedAt: { before: null, after: '2026-11-20T00:00:00.000Z' },
      sessions: { ended: 3 },
    },
  };
}

/** Newest first. */
export function auditEntries() {
  return Array.from({ length: COUNT }, (_, position) => entryAt(position));
}

export function friendlyAuditLogs(): Script {
  const entries = auditEntries();
  return {
    'GET /audit-logs': pageOf(
      'logs',
      () => entries,
      (entry, query) =>
        holds(query.get('actorEmail'), entry.actor.email) &&
        holds(query.get('actorType'), entry.actor.type) &&
        holds(query.get('resourceType'), entry.resource.type) &&
        holds(query.get('resourceId'), entry.resource.id) &&
        holds(query.get('actionCategory'), entry.actionCategory) &&
        holds(query.get('action'), entry.action) &&
        holds(query.get('status'), entry.status) &&
        (query.get('from') ?? '') <= entry.createdAt,
    ),
  };
}

function holds(wanted: string | null, value: string | null): boolean {
  return wanted === null || wanted === value;
}
