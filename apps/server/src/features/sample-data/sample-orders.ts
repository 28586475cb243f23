import type { FeedOrder } from '@halyard/contract/platform-feed';
import type { RandomSource } from './random-source.ts';
import { DAY_MS, firstDayOf, HOUR_MS, MINUTE_MS, toIso } from './sample-calendar.ts';
import type { SampleMerchant } from './sample-merchants.ts';
import { createSamplePrice } from './sample-payments.ts';

const TESTNET_SHARE = 0.02;
/** Factor by which daily orders grow over the 24 months. */
const GROWTH = 6;
/** Maximum attempts to find an open merchant. */
const DRAWS_MAX = 1_000;
/** Order frequency, starting on Sunday. */
const WEEKDAY_WEIGHTS = [0.72, 1.02, 1.05, 1.08, 1.1, 1.18, 0.85];
const MONTH_WEIGHTS = [1, 0.96, 1, 1, 1.02, 1, 0.95, 0.93, 1, 1.03, 1.15, 1.3];

/** Creates orders in chronological order: more each month, fewer at weekends and more before Christmas. */
export function createSampleOrders(
  random: RandomSource,
  merchants: readonly SampleMerchant[],
  now: Date,
  count: number,
): FeedOrder[] {
  const numberOf = createOrderNumbers(random);
  const merchantAt = createMerchantPicker(random, merchants);
  return createOrderTimes(random, now, count).flatMap((at) => {
    const merchant = merchantAt(at);
    return merchant === undefined ? [] : createOrder(random, merchant, numberOf, at, now.getTime());
  });
}

/** Returns ascending Unix times in milliseconds. */
function createOrderTimes(random: RandomSource, now: Date, count: number): number[] {
  const begin = firstDayOf(now).getTime();
  const days: { at: number; span: number; weight: number }[] = [];
  for (let at = begin; at < now.getTime(); at += DAY_MS) {
    const span = Math.min(DAY_MS, now.getTime() - at);
    const progress = (at - begin) / (now.getTime() - begin);
    days.push({ at, span, weight: weightOf(random, new Date(at), progress) * (span / DAY_MS) });
  }
  const whole = days.reduce((sum, { weight }) => sum + weight, 0);
  let due = 0;
  return days.flatMap(({ at, span, weight }) => {
    const before = Math.round(due);
    due += (count * weight) / whole;
    const times = Array.from(
      { length: Math.round(due) - before },
      () => at + Math.floor(span * timeOfDay(random)),
    );
    return times.sort((a, b) => a - b);
  });
}

function weightOf(random: RandomSource, day: Date, progress: number): number {
  const season = MONTH_WEIGHTS[day.getUTCMonth()] ?? 1;
  const weekday = WEEKDAY_WEIGHTS[day.getUTCDay()] ?? 1;
  return GROWTH ** progress * weekday * season * Math.exp(0.12 * random.normal());
}

/** Returns a fraction of the day: rarely around 4:00, mostly in the afternoon. */
function timeOfDay(random: RandomSource): number {
  for (;;) {
    const part = random.next();
    if (random.chance(0.55 - 0.45 * Math.cos(2 * Math.PI * (part - 4 / 24)))) return part;
  }
}

function createMerchantPicker(
  random: RandomSource,
  merchants: readonly SampleMerchant[],
): (at: number) => SampleMerchant | undefined {
  let whole = 0;
  const upTo = merchants.map(({ popularity }) => {
    whole += popularity;
    return whole;
  });
  const draw = () => {
    const point = whole * random.next();
    return merchants[upTo.findIndex((sum) => sum > point)];
  };
  return (at) => {
    for (let tries = 0; tries < DRAWS_MAX; tries++) {
      const merchant = draw();
      if (merchant !== undefined && merchant.opensAt < at && at < merchant.closesAt) return merchant;
    }
    return undefined;
  };
}

function createOrder(
  random: RandomSource,
  { merchant, usualOrderUsd }: SampleMerchant,
  numberOf: (merchantUuid: string, at: number) => string,
  at: number,
  now: number,
): FeedOrder {
  const status = statusOf(random, now - at);
  const paidAt = Math.min(at + (1 + 25 * random.next() ** 2) * MINUTE_MS, now);
  return {
    uuid: random.uuid(),
    merchantUuid: merchant.uuid,
    merchantOrderId: numberOf(merchant.uuid, at),
    status,
    testnet: random.chance(TESTNET_SHARE),
    ...createSamplePrice(random, usualOrderUsd, at),
    createdAt: toIso(at),
    paidAt: status === 'paid' ? toIso(paidAt) : null,
    ...((status === 'expired' || status === 'cancelled') && {
      updatedAt: toIso(Math.min(at + HOUR_MS, now)),
    }),
  };
}

/** Settles most orders within the hour, all within two days. */
function statusOf(random: RandomSource, age: number): FeedOrder['status'] {
  const settled = random.next();
  if (age < HOUR_MS && settled < 0.7) return 'pending';
  if (age < 2 * DAY_MS && settled < 0.22) return 'pending';
  const fate = random.next();
  if (fate < 0.81) return 'paid';
  return fate < 0.93 ? 'expired' : 'cancelled';
}

/** Gives each merchant its own numbering. */
function createOrderNumbers(random: RandomSource): (merchantUuid: string, at: number) => string {
  const books = new Map<string, { style: number; last: number }>();
  return (merchantUuid, at) => {
    const book = books.get(merchantUuid) ?? { style: random.integer(0, 3), last: random.integer(0, 9_000) };
    book.last += random.integer(1, 3);
    books.set(merchantUuid, book);
    const year = new Date(at).getUTCFullYear();
    const styles = [
      `INV-${year}-${String(book.last).padStart(5, '0')}`,
      `#${book.last}`,
      `ord_${random.uuid().slice(0, 8)}`,
      String(100_000 + book.last),
    ];
    return styles[book.style] ?? `#${book.last}`;
  };
}
