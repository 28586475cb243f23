import { deviceNameOf } from './device-name.ts';
import type { Paragraph } from './mail-layout.ts';
import type { ActTrace } from './mail-message.ts';

/** Formats an ISO 8601 time as the dashboard does: "2026-03-01 12:30 UTC". */
export function timeOf(iso: string): string {
  return `${new Date(iso).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
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
