import type { FeedCredential } from '@halyard/contract/platform-feed';
import type { RandomSource } from './random-source.ts';
import { DAY_MS, toIso } from './sample-calendar.ts';
import type { SampleUser } from './sample-users.ts';

const SIGNED_IN_SHARE = 0.55;
const SESSIONS_MAX = 4;
const SESSION_LIFETIME_DAYS = 14;
const API_KEY_SHARE = 0.25;
const API_KEYS_MAX = 3;

/** Creates recent credentials for users who can sign in. Some have already ended. */
export function createSampleCredentials(
  random: RandomSource,
  users: readonly SampleUser[],
  now: Date,
): FeedCredential[] {
  return users
    .filter(({ endsAt }) => endsAt === undefined)
    .flatMap(({ user }) => {
      const signedUp = Date.parse(user.createdAt);
      const lately = Math.max(signedUp, now.getTime() - SESSION_LIFETIME_DAYS * DAY_MS);
      const sessions = random.chance(SIGNED_IN_SHARE) ? random.integer(1, SESSIONS_MAX) : 0;
      const apiKeys = random.chance(API_KEY_SHARE) ? random.integer(1, API_KEYS_MAX) : 0;
      const create = (kind: FeedCredential['kind'], since: number): FeedCredential => {
        const createdAt = since + (now.getTime() - since) * random.next();
        const endedAt = createdAt + (now.getTime() - createdAt) * random.next();
        return {
          uuid: random.uuid(),
          userUuid: user.uuid,
          kind,
          createdAt: toIso(createdAt),
          endedAt: random.chance(0.3) ? toIso(endedAt) : null,
        };
      };
      return [
        ...Array.from({ length: sessions }, () => create('session', lately)),
        ...Array.from({ length: apiKeys }, () => create('api_key', signedUp)),
      ];
    });
}
