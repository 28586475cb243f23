import { DAY_MS, MINUTE_MS } from './sample-calendar.ts';
import type { SampleData } from './sample-data.ts';

const IMPORTS_DAYS_AGO = [90, 60, 30];
/** Leaves time for the last acts of the administrators. */
const LAST_IMPORT_MINUTES_AGO = 12;

/** The records that the sample platform sends at one time. */
export interface SampleStage {
  /** Unix time in milliseconds. */
  readonly at: number;
  readonly records: Omit<SampleData, 'invitations'>;
}

/** Returns the times at which the sample platform sends its records, oldest first. */
export function stageTimes(now: Date): readonly number[] {
  return [
    ...IMPORTS_DAYS_AGO.map((days) => now.getTime() - days * DAY_MS),
    now.getTime() - LAST_IMPORT_MINUTES_AGO * MINUTE_MS,
  ];
}

/** Divides the data by creation time. The last stage also has everything later, and the locks. */
export function divideIntoStages(data: SampleData, now: Date): readonly SampleStage[] {
  const times = stageTimes(now);
  return times.map((at, index) => {
    const isLast = index === times.length - 1;
    const from = times[index - 1] ?? Number.NEGATIVE_INFINITY;
    const ofStage = <Item extends { readonly createdAt: string }>(items: readonly Item[]) =>
      items.filter(({ createdAt }) => {
        const created = Date.parse(createdAt);
        return created > from && (isLast || created <= at);
      });
    return {
      at,
      records: {
        users: ofStage(data.users),
        merchants: ofStage(data.merchants),
        orders: ofStage(data.orders),
        credentials: ofStage(data.credentials),
        wallets: ofStage(data.wallets),
        walletTransactions: ofStage(data.walletTransactions),
        walletLocks: isLast ? data.walletLocks : [],
      },
    };
  });
}
