import { formatCount } from '../format/format-number.ts';

const STORAGE_KEY = 'clock-warning';
const MINUTE_MS = 60_000;

const UNITS = [
  { name: 'day', ms: 24 * 60 * MINUTE_MS },
  { name: 'hour', ms: 60 * MINUTE_MS },
  { name: 'minute', ms: MINUTE_MS },
] as const;

/** Returns `Your clock is 26 hours ahead.`, or undefined up to a minute. @param skew see `clockSkew` */
export function clockWarning(skew: number): string | undefined {
  const size = Math.abs(skew);
  if (size <= MINUTE_MS) {
    return undefined;
  }
  // Two days and more are counted in days, two hours and more in hours.
  const { name, ms } = UNITS.find((unit) => size >= 2 * unit.ms) ?? UNITS[2];
  const count = Math.round(size / ms);
  return `Your clock is ${formatCount(count)} ${name}${count === 1 ? '' : 's'} ${skew < 0 ? 'ahead' : 'behind'}.`;
}

/** Whether the warning was dismissed in this tab. */
export function isClockWarningDismissed(): boolean {
  try {
    return sessionStorage.getItem(STORAGE_KEY) !== null;
  } catch {
    return false;
  }
}

/** Without storage, the warning returns when the page is reloaded. */
export function dismissClockWarning(): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, 'dismissed');
  } catch {
    // See above.
  }
}
