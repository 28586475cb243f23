import { deviceNameOf } from './device-name.ts';
import type { Paragraph } from './mail-layout.ts';
import type { ActTrace } from './mail-message.ts';

const DATE = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', dateStyle: 'long' });
const TIME = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', timeStyle: 'short' });

/** Formats an ISO 8601 time: "1 March 2026, 12:30 UTC". */
export function timeOf(iso: string): string {
  const at = new Date(iso);
  return `${DATE.format(at)}, ${TIME.format(at)} UTC`;
}

export function factsOf({ at, ipAddress, userAgent }: ActTrace): [label: string, value: string][] {
  return [
    ['When', timeOf(at)],
    ['From', ipAddress],
    ['Device', deviceNameOf(userAgent)],
  ];
}

export function notYou(url: string): Paragraph {
  return ["If this wasn't you, reset your password now at ", { url }, ' and tell another administrator.'];
}

export function leftOf(codes: number): string {
  return `You have ${codes === 0 ? 'none' : codes} left`;
}
