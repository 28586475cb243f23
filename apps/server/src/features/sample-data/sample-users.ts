import type { FeedUser } from '@halyard/contract/platform-feed';
import { BLOCK_REASONS, ODD_PERSON_NAMES } from './odd-texts.ts';
import type { RandomSource } from './random-source.ts';
import { DAY_MS, firstDayOf } from './sample-calendar.ts';
import { createPeople, type Person } from './sample-people.ts';

export interface SampleUser {
  readonly user: FeedUser;
  readonly language: string;
  /** From when on nothing new happens in this account: it was blocked or deleted. */
  readonly endsAt: Date | undefined;
}

const USERS = 480;
const BLOCKED = 21;
const DELETED = 14;
/** Days before the first order during which the earliest users signed up. */
const LEAD_DAYS = 120;

const FEE_RATES = ['0', '0.0025', '0.005', '0.0075', '0.015', '0.02', '0.025', '0.03', '0.05'] as const;
const MERCHANT_LIMITS = [0, 1, 3, 5, 10, 25] as const;

/** Users in the order of their signing up, which grows more frequent towards `now`. */
export function createSampleUsers(random: RandomSource, now: Date): SampleUser[] {
  const people = createPeople(random);
  const begin = firstDayOf(now).getTime() - LEAD_DAYS * DAY_MS;
  const span = now.getTime() - begin;
  const fates = random.shuffle([
    ...Array<'blocked'>(BLOCKED).fill('blocked'),
    ...Array<'deleted'>(DELETED).fill('deleted'),
    ...Array<'active'>(USERS - BLOCKED - DELETED).fill('active'),
  ]);
  const oddAt = new Map(random.shuffle(fates.map((_, index) => index)).map((index, rank) => [index, rank]));
  return fates.map((fate, index) => {
    const progress = (index + random.next()) / USERS;
    const createdAt = new Date(begin + span * progress ** 0.8);
    const endsAt = fate === 'active' ? undefined : new Date(between(random, createdAt, now));
    const person = withOddName(people.next(), ODD_PERSON_NAMES[oddAt.get(index) ?? USERS]);
    return { user: toFeedUser(random, person, createdAt, fate, endsAt), language: person.language, endsAt };
  });
}

function withOddName(person: Person, name: string | undefined): Person {
  return name === undefined ? person : { ...person, name };
}

function between(random: RandomSource, from: Date, to: Date): number {
  return from.getTime() + (to.getTime() - from.getTime()) * (0.2 + 0.8 * random.next());
}

function toFeedUser(
  random: RandomSource,
  { name, email }: Person,
  createdAt: Date,
  fate: 'active' | 'blocked' | 'deleted',
  endsAt: Date | undefined,
): FeedUser {
  const initial: NonNullable<FeedUser['initial']> = {
    ...(random.chance(0.4) && { serviceFeeRate: random.pick(FEE_RATES) }),
    ...(random.chance(0.15) && { maxMerchants: random.pick(MERCHANT_LIMITS) }),
    ...(fate === 'blocked' &&
      endsAt !== undefined && { blocked: { at: endsAt.toISOString(), reason: random.pick(BLOCK_REASONS) } }),
  };
  return {
    uuid: random.uuid(),
    email,
    name,
    createdAt: createdAt.toISOString(),
    deletedAt: fate === 'deleted' ? (endsAt?.toISOString() ?? null) : null,
    initial,
  };
}
