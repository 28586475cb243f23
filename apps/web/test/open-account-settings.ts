import { screen } from '@testing-library/react';
import { renderApp } from './render-app.tsx';
import type { Answers } from './scripted-api.ts';
import { setViewportWidth } from './set-viewport-width.ts';

const HOUR_MS = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();

export const SESSIONS = [
  {
    id: '00000000-0000-4000-8000-000000000001',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    ipAddress: '203.0.113.7',
    startedAt: ago(2.5),
    lastSeenAt: ago(0),
    current: true,
  },
  {
    id: '00000000-0000-4000-8000-000000000002',
    userAgent: 'curl/8.5.0',
    ipAddress: '2001:db8::1',
    startedAt: ago(26),
    lastSeenAt: ago(3.5),
    current: false,
  },
  {
    id: '00000000-0000-4000-8000-000000000003',
    userAgent: '',
    ipAddress: '198.51.100.9',
    startedAt: ago(1),
    lastSeenAt: ago(0.1),
    current: false,
  },
];

export const STATUS = 'GET /auth/2fa/status';
export const LIST = 'GET /auth/sessions';
export const LOGOUT = 'POST /auth/logout';

/** Opens Account Settings with three sessions and five backup codes by default. */
export async function openAccountSettings(answers: Answers = {}) {
  setViewportWidth(1440);
  const app = await renderApp({
    path: '/account-settings',
    answers: {
      'GET /auth/me': { body: { uuid: 'a', email: 'grace.hopper@example.com' } },
      [STATUS]: { body: { enabled: true, backupCodesRemaining: 5 } },
      [LIST]: { body: { sessions: SESSIONS } },
      [LOGOUT]: {},
      ...answers,
    },
  });
  await screen.findByRole('heading', { level: 1, name: 'Account Settings' });
  return app;
}
