import { INVITATION_LIFETIME_DAYS, type InvitationStatus } from '@halyard/contract/invitations';
import type { RandomSource } from './random-source.ts';
import { DAY_MS, toIso } from './sample-calendar.ts';
import { createPeople } from './sample-people.ts';
import type { SampleUser } from './sample-users.ts';

export interface SampleInvitation {
  readonly id: string;
  readonly email: string;
  readonly status: InvitationStatus;
  readonly createdAt: string;
  readonly expiresAt: string;
}

const ACCEPTED = 26;
const REVOKED = 6;
const PENDING = 9;
const EXPIRED = 7;
const OLDEST_DAYS = 90;
/** Maximum time until an invited person opens the link. */
const ANSWER_DAYS = 6;

/** Creates accepted, revoked, open and expired invitations, oldest first. Their links do not work. */
export function createSampleInvitations(
  random: RandomSource,
  users: readonly SampleUser[],
  now: Date,
): SampleInvitation[] {
  const people = createPeople(random);
  const taken = new Set(users.map(({ user }) => user.email));

  function stranger(): string {
    const { email } = people.next();
    return taken.has(email) ? stranger() : email;
  }
  const create = (status: InvitationStatus, email: string, at: number): SampleInvitation => ({
    id: random.uuid(),
    email,
    status,
    createdAt: toIso(at),
    expiresAt: toIso(at + INVITATION_LIFETIME_DAYS * DAY_MS),
  });
  const ofStrangers = (count: number, status: InvitationStatus, youngestDays: number, oldestDays: number) =>
    Array.from({ length: count }, () => {
      const daysAgo = youngestDays + (oldestDays - youngestDays) * random.next();
      return create(status, stranger(), now.getTime() - daysAgo * DAY_MS);
    });

  const guests = random.shuffle(users).slice(0, ACCEPTED);
  return [
    ...guests.map(({ user }) =>
      create('accepted', user.email, Date.parse(user.createdAt) - ANSWER_DAYS * DAY_MS * random.next()),
    ),
    ...ofStrangers(REVOKED, 'revoked', 1, OLDEST_DAYS),
    ...ofStrangers(EXPIRED, 'pending', INVITATION_LIFETIME_DAYS + 1, OLDEST_DAYS),
    ...ofStrangers(PENDING, 'pending', 0.1, INVITATION_LIFETIME_DAYS - 1),
  ].sort((a, b) => a.createdAt.localeCompare(b.createdAt));
}
