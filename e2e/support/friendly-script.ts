import type { Script } from './foreign-server.ts';

const ADMINISTRATOR = {
  uuid: '4f6f2c1e-8f6b-4d4e-9a57-6a1c2d9b7e10',
  email: 'margarethe.von-hohenlohe-langenburg@operations.example.com',
};

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

const MONTHS = 24;

/** A small platform that answers everything well: signed in from the start, any password, the code 123456. */
export function friendlyScript(): Script {
  let signedIn = process.env['SIGNED_IN'] !== 'off';
  const unauthenticated = { status: 401, body: { status: 'unauthenticated', message: 'Please sign in' } };

  return {
    'GET /auth/csrf-cookie': { headers: { 'x-csrf-token': 'a-token' } },
    'GET /auth/me': () => (signedIn ? { body: ADMINISTRATOR } : unauthenticated),
    'GET /auth/2fa/status': { body: { enabled: true, backupCodesRemaining: 2 } },
    'POST /auth/login': { body: { requires2FA: true } },
    'POST /auth/logout': () => {
      signedIn = false;
      return {};
    },
    'POST /auth/2fa/verify': ({ body }) => {
      signedIn = isRecord(body) && body['code'] === '123456';
      return signedIn ? {} : wrongCode(4);
    },
    'POST /auth/2fa/setup': {
      body: {
        otpUrl:
          'otpauth://totp/Halyard:admin%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Halyard',
        secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
        backupCodes: Array.from({ length: 10 }, (_, index) => `7Q2MX4KT9${index}`),
      },
    },
    'POST /auth/2fa/enable': ({ body }) => {
      signedIn = isRecord(body) && body['code'] === '123456';
      return signedIn ? {} : wrongCode(4);
    },
    'GET /analytics/overview': { body: overview() },
    'GET /users': ({ query }) => ({
      body: usersPage(Number(query.get('offset') ?? 0), query.get('search') ?? ''),
    }),
  };
}

function wrongCode(attemptsRemaining: number) {
  return {
    status: 400,
    body: { status: 'invalid_code', message: 'Invalid verification code', attemptsRemaining },
  };
}

function overview() {
  return {
    revenue: {
      totalUsd: '1,284,905.37',
      monthly: Array.from({ length: MONTHS }, (_, index) => ({
        month: new Date(Date.UTC(2024, 11 + index)).toISOString().slice(0, 7),
        usd: (21_000 + index * 2_300 + Math.sin(index * 1.7) * 9_000).toFixed(2),
      })),
    },
    orders: { total: 20_418, paid: 15_922, pending: 311, expired: 3_067, cancelled: 1_118 },
    platform: { activeUsers: 412, activeMerchants: 297 },
    recentActivity: { last24Hours: 38, last7Days: 412, last30Days: 1_907 },
  };
}

function usersPage(offset: number, search: string) {
  const all = Array.from({ length: 43 }, (_, index) => ({
    uuid: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    name: NAMES[index % NAMES.length] ?? '',
    email:
      index % 7 === 3
        ? `a-very-long-mailbox-name-that-somebody-really-has-${index}@subdomain.of-a-long.example.org`
        : `user${index}@example.com`,
    profileImageUrl: index % 5 === 0 ? 'https://images.invalid/broken.png' : null,
    merchantCount: (index * index) % 1_321,
    createdAt: new Date(Date.UTC(2026, 10, 20) - index ** 3 * 60_000).toISOString(),
    blockedAt: index % 6 === 1 ? '2026-10-01T08:30:00.000Z' : null,
    blockedReason: index % 6 === 1 ? 'Chargebacks' : null,
  }));
  const matching = all.filter(({ name, email }) =>
    `${name} ${email}`.toLowerCase().includes(search.toLowerCase()),
  );
  return { users: matching.slice(offset, offset + 20), totalCount: matching.length };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
