import { refusal } from '../answers.ts';
import type { Script } from '../script.ts';
import { pageOf } from './friendly-list.ts';

const COUNT = 27;
const DAY_MS = 24 * 60 * 60 * 1_000;
const STATUSES = ['pending', 'pending', 'accepted', 'revoked', 'pending'] as const;

interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly status: (typeof STATUSES)[number];
  readonly createdAt: string;
  readonly expiresAt: string;
}

function idOfInvitation(position: number): string {
  return `00000000-0000-4000-b000-${String(position).padStart(12, '0')}`;
}

function invitation(position: number, email: string, createdMs: number): Invitation {
  return {
    id: idOfInvitation(position),
    email,
    status: STATUSES[position % STATUSES.length] ?? 'pending',
    createdAt: new Date(createdMs).toISOString(),
    expiresAt: new Date(createdMs + 7 * DAY_MS).toISOString(),
  };
}

/** Invitations that expire two days apart. Emails that start with `known` belong to users. */
export function friendlyInvitations(): Script {
  const now = Date.now();
  let invitations: readonly Invitation[] = Array.from({ length: COUNT }, (_, position) =>
    invitation(
      position,
      position === 2
        ? 'an-exceptionally-long-address-that-somebody-was-given@subdomain.of-a-long.example.org'
        : `guest${position}@example.com`,
      now - position * 2 * DAY_MS,
    ),
  );

  const ofEach = invitations.map(
    ({ id }): Script => ({
      [`DELETE /invitations/${id}`]: () => {
        invitations = invitations.map((one) => (one.id === id ? { ...one, status: 'revoked' } : one));
        return {};
      },
      [`POST /invitations/${id}/resend`]: () => {
        const expiresAt = new Date(now + 7 * DAY_MS).toISOString();
        invitations = invitations.map((one) => (one.id === id ? { ...one, expiresAt } : one));
        return {};
      },
    }),
  );
  return {
    'GET /invitations': pageOf(
      'invitations',
      () => invitations,
      ({ status }, query) => (query.get('status') ?? status) === status,
    ),
    'POST /invitations': ({ body }) => {
      const { email } = body as { readonly email: string };
      if (email.startsWith('known')) return refusal(409, 'user_exists');
      invitations = [{ ...invitation(0, email, now), id: idOfInvitation(COUNT) }, ...invitations];
      return {};
    },
    ...Object.assign({}, ...ofEach),
  };
}
