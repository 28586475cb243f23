import type { FeedMerchant } from '@halyard/contract/platform-feed';
import { ODD_SHOP_NAMES, ODD_WEBSITES } from './odd-texts.ts';
import type { RandomSource } from './random-source.ts';
import { DAY_MS, toIso } from './sample-calendar.ts';
import { toAddressPart } from './sample-people.ts';
import type { SampleUser } from './sample-users.ts';
import { LOCAL_SHOP_NAMES, SHOP_WORDS, TRADES, type Trade } from './shop-names.ts';

export interface SampleMerchant {
  readonly merchant: FeedMerchant;
  readonly usualOrderUsd: number;
  readonly popularity: number;
  /** Start of the orders, as Unix time in milliseconds. */
  readonly opensAt: number;
  readonly closesAt: number;
}

const MERCHANTS = 340;
const ORPHANS = 3;

interface Shop {
  readonly name: string;
  readonly trade: Trade;
}

/** Creates merchants in order of creation. Most users have one or none. */
export function createSampleMerchants(
  random: RandomSource,
  users: readonly SampleUser[],
  now: Date,
): SampleMerchant[] {
  const nextShop = createShopNames(random);
  const creators = Array.from(
    { length: MERCHANTS },
    () => users[Math.floor(users.length * random.next() ** 1.3)],
  );
  return creators
    .flatMap((creator, index) =>
      creator === undefined ? [] : createMerchant(random, creator, index, now, nextShop),
    )
    .sort((a, b) => a.opensAt - b.opensAt);
}

function createMerchant(
  random: RandomSource,
  creator: SampleUser,
  index: number,
  now: Date,
  nextShop: (language: string) => Shop,
): SampleMerchant {
  const { user, language } = creator;
  const signedUp = Date.parse(user.createdAt);
  const end = creator.endsAt ?? now.getTime();
  const opensAt = signedUp + Math.min(random.next() ** 3 * 200 * DAY_MS, (end - signedUp) / 2);
  const closesAt = random.chance(0.06) ? opensAt + random.next() * (end - opensAt) : end;
  const isDeleted = closesAt < end || user.deletedAt != null;
  const { name, trade } = nextShop(language);
  return {
    merchant: {
      uuid: random.uuid(),
      userUuid: index < ORPHANS ? null : user.uuid,
      name: ODD_SHOP_NAMES[index - ORPHANS] ?? name,
      website: ODD_WEBSITES[index - ORPHANS] ?? websiteOf(random, name),
      createdAt: toIso(opensAt),
      deletedAt: isDeleted ? toIso(closesAt) : null,
    },
    usualOrderUsd: trade.usualOrderUsd,
    popularity: Math.exp(1.2 * random.normal()),
    opensAt,
    closesAt,
  };
}

/** Gives local names only to owners of that language, each once while any are left. */
function createShopNames(random: RandomSource): (language: string) => Shop {
  const local = new Map(
    Object.entries(LOCAL_SHOP_NAMES).map(([language, names]) => [language, random.shuffle(names)]),
  );
  const english = random.shuffle(
    SHOP_WORDS.flatMap((word) => TRADES.map((trade) => ({ name: `${word} ${trade.name}`, trade }))),
  );
  return (language) => {
    const name = random.chance(0.7) ? local.get(language)?.pop() : undefined;
    if (name !== undefined) return { name, trade: random.pick(TRADES) };
    const shop = english.pop();
    if (shop === undefined) throw new RangeError('more merchants than names');
    return shop;
  };
}

function websiteOf(random: RandomSource, name: string): string | null {
  if (random.chance(0.18)) return null;
  const part = toAddressPart(name);
  const slug = part.length >= 3 ? part : `shop-${random.integer(1_000, 9_999)}`;
  return random.pick([
    `https://${slug}.example.com`,
    `https://www.${slug}.test`,
    `https://shops.example.net/${slug}`,
  ]);
}
