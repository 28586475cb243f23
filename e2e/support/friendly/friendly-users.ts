import type { Script } from '../script.ts';
import { containsSearch, pageOf } from './friendly-list.ts';

const NAMES = [
  'Ada Lovelace',
  'X',
  '',
  'Wolfeschlegelsteinhausenbergerdorff von und zu Niederösterreich-Habsburg',
  'עברית שם ארוך',
  'محمد بن عبد الله',
  '山田 太郎',
  '<b>Bold</b> <script>alert(1)</script>',
  'O’Connor, Sinéad',
  '👩🏽‍🚀 Mae',
];

const COUNT = 43;
const BLOCKED_AT = '2026-10-01T08:30:00.000Z';

export function uuidOfUser(position: number): string {
  return `00000000-0000-4000-8000-${String(position).padStart(12, '0')}`;
}

function user(position: number) {
  const blocked = position % 6 === 1;
  return {
    uuid: uuidOfUser(position),
    name: NAMES[position % NAMES.length] ?? '',
    email:
      position % 7 === 3
        ? `a-very-long-mailbox-name-that-somebody-really-has-${position}@subdomain.of-a-long.example.org`
        : `user${position}@example.com`,
    profileImageUrl: position % 5 === 0 ? 'https://images.invalid/broken.png' : null,
    merchantCount: (position * position) % 1_321,
    createdAt: new Date(Date.UTC(2026, 10, 20) - position ** 3 * 60_000).toISOString(),
    blockedAt: blocked ? BLOCKED_AT : null,
    blockedReason: blocked ? 'Chargebacks <b>three times</b> in a row' : null,
  };
}

/** Users with all their calls. Every sixth one is blocked. */
export function friendlyUsers(): Script {
  const users = Array.from({ length: COUNT }, (_, position) => user(position));

  function change(position: number, changes: Partial<ReturnType<typeof user>>) {
    users.splice(position, 1, { ...user(position), ...changes });
    return {};
  }

  const ofEach = users.map(({ uuid, merchantCount }, position): Script => {
    let settings = { serviceFeeRate: 0.05, maxMerchants: -1 };
    const path = `/users/${uuid}`;
    return {
      [`GET ${path}`]: () => ({ body: users[position] }),
      [`GET ${path}/settings`]: () => ({ body: settings }),
      [`PUT ${path}/settings`]: ({ body }) => {
        settings = { ...settings, ...(body as object) };
        return {};
      },
      [`GET ${path}/merchants`]: { body: merchantsOf(merchantCount) },
      [`GET ${path}/audit-logs`]: () => ({ body: { logs: activity(), totalCount: 4 } }),
      [`GET ${path}/fee-preview`]: {
        body: { days: 30, paidOrders: 42, earnedUsd: '1284.50', wouldHaveEarnedUsd: '2569.00' },
      },
      [`GET ${path}/block-preview`]: { body: { sessions: 3, apiKeys: 1, merchants: 2, openOrders: 4 } },
      [`POST ${path}/block`]: () => change(position, { blockedAt: BLOCKED_AT, blockedReason: 'Fraud' }),
      [`POST ${path}/unblock`]: () => change(position, { blockedAt: null, blockedReason: null }),
    };
  });
  return {
    'GET /users': pageOf(
      'users',
      () => users,
      ({ name, email }, query) => containsSearch(query, name, email),
    ),
    ...Object.assign({}, ...ofEach),
  };
}

export function merchantsOf(count: number) {
  return Array.from({ length: Math.min(count, 100) }, (_, position) => ({
    uuid: `00000000-0000-4000-9000-${String(position).padStart(12, '0')}`,
    name:
      position === 1
        ? 'An exceptionally long name of a shop that sells everything there is'
        : `Shop ${position}`,
    website: position % 3 === 0 ? null : `https://shop${position}.example.com/`,
    createdAt: '2026-05-04T10:00:00.000Z',
    deletedAt: position % 4 === 3 ? '2026-06-04T10:00:00.000Z' : null,
  }));
}

const MINUTE_MS = 60_000;

function activity() {
  const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS).toISOString();
  const entry = {
    actionCategory: 'user_management',
    status: 'success',
    actor: { type: 'admin', id: 'a', email: 'margarethe.von-hohenlohe-langenburg@operations.example.com' },
    resource: { type: 'user', id: 'u', identifier: 'user0@example.com' },
    requestId: 'request-1',
    ipAddress: '203.0.113.7',
    userAgent: 'curl/8.5.0',
    errorMessage: null,
    metadata: null,
    changes: null,
  };
  return [
    {
      ...entry,
      id: '4',
      action: 'user.settings.update',
      description: 'User settings updated',
      createdAt: ago(0),
      changes: { serviceFeeRate: { before: 0.05, after: 0.1 }, maxMerchants: { before: -1, after: 5 } },
    },
    {
      ...entry,
      id: '3',
      action: 'user.unblock',
      description: 'User unblocked',
      createdAt: ago(185),
      changes: { blockedReason: { before: 'Chargebacks '.repeat(60), after: null } },
    },
    {
      ...entry,
      id: '2',
      action: 'user.block',
      description: 'User blocked',
      createdAt: ago(2 * 24 * 60 + 5),
      metadata: { reason: 'Chargebacks <img src=x onerror=alert(1)>' },
    },
    {
      ...entry,
      id: '1',
      action: 'user.block',
      description: 'Block refused',
      status: 'failure',
      createdAt: ago(30 * 24 * 60),
      errorMessage: 'The code was wrong',
    },
  ];
}
