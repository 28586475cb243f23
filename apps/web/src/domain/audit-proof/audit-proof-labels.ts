import type { PageFault, PageVerdict } from '@halyard/audit-proof/check-page';
import { formatZonedMinute } from '../../shared/format/format-date.ts';
import { formatCount } from '../../shared/format/format-number.ts';

type Verified = Extract<PageVerdict, { kind: 'verified' }>;
type Broken = Extract<PageVerdict, { kind: 'broken' }>;

const FAULTS: Readonly<Record<PageFault, (entry: string) => string>> = {
  changed: (entry) => `Entry ${entry} has been altered`,
  missing: (entry) => `Entry ${entry} is missing`,
  not_in_log: (entry) =>
    entry === '0'
      ? 'An entry is missing from the sealed log'
      : `Entry ${entry} is missing from the sealed log`,
  seal_forged: (entry) => `The seal of entry ${entry} is forged`,
  unsealed: () => 'The log has no seal',
  behind_seal: (entry) => `Entry ${entry} should be sealed, but the server showed an older seal`,
  unknown_key: () => 'The log is sealed with an unrecognized key',
  cut_off: (entry) => `Entry ${entry}, seen earlier by this browser, is missing`,
  rewritten: (entry) => `The log up to entry ${entry} differs from the one this browser verified`,
  alarm: (entry) => `Integrity check failed at entry ${entry}`,
};

/** Faults found by comparing with this browser's last check. An administrator can discard that check. */
const REMEMBERED: ReadonlySet<PageFault> = new Set(['cut_off', 'rewritten', 'unknown_key']);

export function brokenLabel({ fault, sequence }: Broken): string {
  return FAULTS[fault](formatCount(sequence));
}

export function isRemembered({ fault }: Broken): boolean {
  return REMEMBERED.has(fault);
}

export function incomparableLabel(size: number): string {
  return `Can't compare with this browser's last check: entry ${formatCount(size)} was removed by retention`;
}

export function unprovenLabel(size: number): string {
  return `Not verified: this browser verified the log up to entry ${formatCount(size)} earlier, but no proof is available now`;
}

export function verifiedLabel({ seal }: Verified): string {
  return `Verified up to entry ${formatCount(seal.size)}`;
}

/** `, sealed 2026-03-03 14:02 UTC+01:00`. */
export function sealedLabel({ seal }: Verified): string {
  return `, sealed ${formatZonedMinute(new Date(seal.sealedAt))}`;
}

export function unsealedLabel({ unsealed }: Verified): string | undefined {
  if (unsealed === 0) {
    return undefined;
  }
  return unsealed === 1
    ? '1 newer entry not sealed yet'
    : `${formatCount(unsealed)} newer entries not sealed yet`;
}
