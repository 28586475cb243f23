import type { User } from '@halyard/contract/users';
import { screen } from '@testing-library/react';
import { loadUserPanel } from '../src/features/users/user-slide-over.tsx';
import { renderApp } from './render-app.tsx';
import type { Answers } from './scripted-api.ts';
import { setViewportWidth } from './set-viewport-width.ts';

export const uuidOf = (position: number) => `00000000-0000-4000-8000-00000000000${position}`;

export function userAt(position: number, other: Partial<User> = {}): User {
  return {
    uuid: uuidOf(position),
    name: ['Ada', 'Bob', 'Cyd', 'Dot'][position] ?? '',
    email: `user${position}@example.com`,
    profileImageUrl: null,
    merchantCount: 0,
    createdAt: '2026-03-03T12:04:05.678Z',
    blockedAt: null,
    blockedReason: null,
    ...other,
  };
}

export const BLOCKED: Partial<User> = { blockedAt: '2026-04-01T08:30:00.000Z', blockedReason: 'Fraud' };

/** Returns the name of a call about a user. `rest` is the end of the path. */
export const of = (position: number, method: string, rest = '') =>
  `${method} /users/${uuidOf(position)}${rest}`;

/** Responses for the list and the panels of these users. */
export function userAnswers(...users: readonly User[]): Answers {
  const ofEach = users.map((user, position) => ({
    [of(position, 'GET')]: { body: user },
    [of(position, 'GET', '/settings')]: { body: { serviceFeeRate: 0.05, maxMerchants: -1 } },
    [of(position, 'GET', '/merchants')]: { body: [] },
    [of(position, 'GET', '/audit-logs')]: { body: { logs: [], totalCount: 0 } },
  }));
  return {
    'GET /users': { body: { users, totalCount: users.length } },
    ...Object.assign({}, ...ofEach),
  };
}

/** Opens the users screen, with three users by default. */
export async function openUsers(search = '', answers: Answers = {}) {
  setViewportWidth(1440);
  await loadUserPanel();
  const app = await renderApp({
    path: `/users${search}`,
    answers: {
      'GET /auth/me': { body: { uuid: 'a', email: 'grace.hopper@example.com' } },
      ...userAnswers(userAt(0), userAt(1), userAt(2)),
      ...answers,
    },
  });
  await screen.findByRole('heading', { level: 1, name: 'User Management' });
  return { ...app, address: () => app.router.state.location.href };
}

export const rowOf = (name: string) => screen.findByRole('button', { name });
export const panel = (title = 'User Management') => screen.findByRole('dialog', { name: title });
