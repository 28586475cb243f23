import type { PageFault, PageVerdict } from '@halyard/audit-proof/check-page';
import { formatMinute } from '../../shared/format/format-date.ts';
import { formatCount } from '../../shared/format/format-number.ts';

type Verified = Extract<PageVerdict, { kind: 'verified' }>;
type Broken = Extract<PageVerdict, { kind: 'broken' }>;

const FAULTS: Readonly<Record<PageFault, (entry: string) => string>> = {
  changed: (entry) => `Entry ${entry} is not as it was written`,
  missing: (entry) => `Entry ${entry} is missing`,
  not_in_log: (entry) =>
    entry === '0' ? 'An entry is not in the sealed log' : `Entry ${entry} is not in the sealed log`,
  seal_forged: (entry) => `The seal of entry ${entry} is forged`,
  unknown_key: () => 'The log is sealed with a key that is not known',
  cut_off: (entry) => `Entry ${entry} was there before, and is gone`,
  rewritten: (entry) => `The log up to entry ${entry} is not the one that this browser saw`,
  alarm: (entry) => `The log is not as it was written: entry ${entry} does not fit`,
};

/** What a browser knows only from before, and may be told to forget. */
const REMEMBERED: ReadonlySet<PageFault> = new Set(['cut_off', 'rewritten', 'unknown_key']);

export function brokenWords({ fault, sequence }: Broken): string {
  return FAULTS[fault](formatCount(sequence));
}

export function isRemembered({ fault }: Broken): boolean {
  return REMEMBERED.has(fault);
}

/** @param size of the log that this browser saw last */
export function incomparableWords(size: number): string {
  return `Not compared with what this browser saw last: entry ${formatCount(size)} was dropped by age`;
}

/** `Verified to entry 12,345, sealed 14:02`; with the day where that is not today's. */
export function verifiedWords({ seal }: Verified, now: Date): string {
  const [sealed, today] = [new Date(seal.sealedAt), now].map((instant) => formatMinute(instant).split(' '));
  const [day, time] = sealed ?? [];
  const when = day === today?.[0] ? time : `${day} ${time}`;
  return `Verified to entry ${formatCount(seal.size)}, sealed ${when}`;
}

/** Undefined where there is none. */
export function unsealedWords({ unsealed }: Verified): string | undefined {
  if (unsealed === 0) {
    return undefined;
  }
  return unsealed === 1
    ? '1 entry since is not sealed yet'
    : `${formatCount(unsealed)} entries since are not sealed yet`;
}
