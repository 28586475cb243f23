import type { Script } from '../script.ts';
import { friendlyAuditLogs } from './friendly-audit-logs.ts';
import { friendlyInvitations } from './friendly-invitations.ts';
import { friendlyMerchants } from './friendly-merchants.ts';
import { friendlyRevenue } from './friendly-revenue.ts';
import { friendlySeries } from './friendly-series.ts';
import { friendlyUsers } from './friendly-users.ts';
import { friendlyWalletPanels } from './friendly-wallet-panel.ts';
import { friendlyWallets } from './friendly-wallets.ts';

const ADMINISTRATOR = {
  uuid: '4f6f2c1e-8f6b-4d4e-9a57-6a1c2d9b7e10',
  email: 'margarethe.von-hohenlohe-langenburg@operations.example.com',
};

const BACKUP_CODES = Array.from({ length: 10 }, (_, index) => `7Q2MX4KT9${index}`);

const SESSIONS = [
  {
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    ipAddress: '203.0.113.7',
    startedMinutesAgo: 95,
    seenMinutesAgo: 0,
  },
  {
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    ipAddress: '2001:0db8:85a3:0000:0000:8a2e:0370:7334',
    startedMinutesAgo: 610,
    seenMinutesAgo: 18,
  },
  { userAgent: 'curl/8.5.0', ipAddress: '198.51.100.9', startedMinutesAgo: 30, seenMinutesAgo: 29 },
];

/** Responses of a small platform. Any password and the code 123456 are accepted. */
export function friendlyScript(): Script {
  return {
    ...signInCalls(),
    ...sessionCalls(),
    'POST /auth/password/change': {},
    'POST /auth/password/reset/initiate': { status: 202, body: { message: 'The link is on its way.' } },
    'POST /auth/password/reset/validate': {
      body: { valid: true, email: ADMINISTRATOR.email, expiresAt: '2099-01-01T00:00:00.000Z' },
    },
    'POST /auth/password/reset/complete': {},
    'GET /analytics/overview': { body: overview() },
    'GET /analytics/revenue': friendlyRevenue,
    'GET /analytics/series': friendlySeries,
    ...friendlyUsers(),
    ...friendlyMerchants(),
    ...friendlyAuditLogs(),
    ...friendlyInvitations(),
    ...friendlyWallets(),
    ...friendlyWalletPanels(),
    'POST /exports': { body: { address: '/api/admin/v1/exports/ticket' } },
    'GET /exports/ticket': {
      text: 'email\r\nada@example.com\r\n',
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="users.csv"',
      },
    },
  };
}

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const OTP_URL = `otpauth://totp/Halyard:admin%40example.com?secret=${SECRET}&issuer=Halyard`;

function signInCalls(): Script {
  let signedIn = true;
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
      signedIn = isRightCode(body);
      return signedIn ? {} : wrongCode(4);
    },
    'POST /auth/2fa/setup': {
      body: {
        otpUrl: OTP_URL,
        secret: SECRET,
        backupCodes: BACKUP_CODES,
      },
    },
    'POST /auth/2fa/enable': ({ body }) => {
      signedIn = isRightCode(body);
      return signedIn ? {} : wrongCode(4);
    },
    'POST /auth/2fa/disable': ({ body }) => {
      signedIn = !isRightCode(body);
      return signedIn ? wrongCode(4) : {};
    },
    'POST /auth/2fa/replace/setup': { body: { otpUrl: OTP_URL, secret: SECRET } },
    'POST /auth/2fa/replace': ({ body }) => (isRightCode(body) ? {} : wrongCode(2)),
    'POST /auth/2fa/backup-codes': ({ body }) =>
      isRightCode(body) ? { body: { backupCodes: BACKUP_CODES } } : wrongCode(4),
  };
}

function sessionCalls(): Script {
  let sessions = accountSessions();
  return {
    'GET /auth/sessions': () => ({ body: { sessions } }),
    'DELETE /auth/sessions': () => {
      const ended = sessions.length - 1;
      sessions = sessions.slice(0, 1);
      return { body: { ended } };
    },
    ...Object.fromEntries(
      sessions.map(({ id }) => [
        `DELETE /auth/sessions/${id}`,
        () => {
          sessions = sessions.filter((session) => session.id !== id);
          return {};
        },
      ]),
    ),
  };
}

function isRightCode(body: unknown): boolean {
  return isRecord(body) && body['code'] === '123456';
}

export function accountSessions() {
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  return SESSIONS.map(({ startedMinutesAgo, seenMinutesAgo, ...session }, position) => ({
    ...session,
    id: `00000000-0000-4000-8000-00000000000${position}`,
    startedAt: ago(startedMinutesAgo),
    lastSeenAt: ago(seenMinutesAgo),
    current: position === 0,
  }));
}

function wrongCode(attemptsRemaining: number) {
  return {
    status: 400,
    body: { status: 'invalid_code', message: 'Invalid verification code', attemptsRemaining },
  };
}

function overview() {
  return {
    revenue: { totalUsd: '1,284,905.37' },
    orders: { total: 20_418, paid: 15_922, pending: 311, expired: 3_067, cancelled: 1_118 },
    platform: { activeUsers: 412, activeMerchants: 297 },
    recentActivity: { last24Hours: 38, last7Days: 412, last30Days: 1_907 },
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
