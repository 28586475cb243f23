import { createStore } from './store.ts';

/** Smaller differences can come from the network, or from the header's whole seconds. */
const TOLERANCE_MS = 5_000;

/** A slower answer says little about the time now, such as one from before the computer slept. */
const SLOWEST_MS = 30_000;

const HALF_SECOND_MS = 500;

/** Milliseconds to add to the browser's clock for the server's time. 0 if they agree, or while unknown. */
export const clockSkew = createStore(0);

/** Learns the server's time from an answer's `Date` header, unless the answer comes from a cache, which adds `Age`. */
export function noteServerTime(headers: Headers, sentAt: number): void {
  const now = Date.now();
  const skew = Date.parse(headers.get('date') ?? '') + HALF_SECOND_MS - now;
  if (!headers.has('age') && now - sentAt < SLOWEST_MS && Math.abs(skew - clockSkew.get()) > TOLERANCE_MS) {
    clockSkew.set(Math.abs(skew) > TOLERANCE_MS ? skew : 0);
  }
}

/** Returns the time by the server's clock. */
export function serverNow(): Date {
  return serverTime(Date.now());
}

/** Converts a time by the browser's clock to the server's. */
export function serverTime(browserTime: number): Date {
  return new Date(browserTime + clockSkew.get());
}

/** Makes a request that depends on the time. Repeats it if its answer shows that the time was wrong. */
export async function readAtServerTime<Answer>(read: (now: Date) => Promise<Answer>): Promise<Answer> {
  const assumed = clockSkew.get();
  const answer = await read(serverNow());
  return clockSkew.get() === assumed ? answer : read(serverNow());
}
