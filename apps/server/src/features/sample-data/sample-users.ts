import type { FeedUser } from '@halyard/contract/platform-feed';
import { BLOCK_REASONS, ODD_PERSON_NAMES } from './odd-texts.ts';
import type { RandomSource } from './random-source.ts';
import { DAY_MS, firstDayOf, toIso } from './sample-calendar.ts';
import { createPeople } from './sample-people.ts';

export interface SampleUser {
  readonly user: FeedUser;
  readonly language: string;
  /** Unix time in milliseconds of a block or deletion, which ends all activity. */
  readonly endsAt: number | undefined;
}

const USERS = 480;
const BLOCKED = 21;
const DELETED = 14;
/** Days between the earliest sign-ups and the first order. */
const LEAD_DAYS = 120;

const FEE_RATES = ['0', '0.0025', '0.005', '0.0075', '0.015', '0.02', '0.025', '0.03', '0.05'] as const;
const MERCHANT_LIMITS = [0, 1, 3, 5, 10, 25] as const;

/** Creates users in order of sign-up, more frequently towards `now`. */
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
    const createdAt = begin + span * ((index + random.next()) / USERS) ** 0.8;
    const endsAt = createdAt + (now.getTime() - createdAt) * (0.2 + 0.8 * random.next());
    const person = people.next();
    const initial: NonNullable<FeedUser['initial']> = {
      ...(random.chance(0.4) && { serviceFeeRate: random.pick(FEE_RATES) }),
      ...(random.chance(0.15) && { maxMerchants: random.pick(MERCHANT_LIMITS) }),
      ...(fate === 'blocked' && { blocked: { at: toIso(endsAt), reason: random.pick(BLOCK_REASONS) } }),
    };
    const user: FeedUser = {
      uuid: random.uuid(),
      email: person.email,
      name: ODD_PERSON_NAMES[oddAt.get(index) ?? USERS] ?? person.name,
      createdAt: toIso(createdAt),
      deletedAt: fate === 'deleted' ? toIso(endsAt) : null,
      initial,
    };
    return { user, language: person.language, endsAt: fate === 'active' ? undefined : endsAt };
  });
}
