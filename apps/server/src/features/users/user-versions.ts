import type { NewerChange } from '@halyard/contract/error-body';
import type { UserSettings } from '@halyard/contract/users';
import { etagsIn } from '../../http/if-match.ts';

const FIELDS = ['serviceFeeRate', 'maxMerchants'] as const;

/** Returns an ETag that contains the values, so that a conflict can name those that the caller saw. */
export function settingsEtag({ serviceFeeRate, maxMerchants }: UserSettings): string {
  return `"${serviceFeeRate}/${maxMerchants}"`;
}

/** Returns an ETag of a user's block, which no other block shares. */
export function blockEtag(blockedAt: Date | null): string {
  return `"${blockedAt === null ? 'none' : blockedAt.getTime()}"`;
}

/** Returns the fields that differ from the version in an If-Match header; `before` is null if that is unknown. */
export function changesSince(ifMatch: string, current: UserSettings): NewerChange['changes'] {
  const [, rate, limit] = /^"([\d.]+)\/(-?\d+)"$/.exec(etagsIn(ifMatch)[0] ?? '') ?? [];
  const seen = { serviceFeeRate: numberIn(rate), maxMerchants: numberIn(limit) };
  return Object.fromEntries(
    FIELDS.filter((field) => seen[field] !== current[field]).map((field) => [
      field,
      { before: seen[field], after: current[field] },
    ]),
  );
}

function numberIn(text: string | undefined): number | null {
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}
