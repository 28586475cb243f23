import { formatCount } from '../../format/format-number.ts';

interface FoundCountProps {
  readonly count: number | undefined;
  /** The singular noun: `wallet`. */
  readonly noun: string;
}

/** Announces the number of results to screen readers, for lists that do not show it. */
export function FoundCount({ count, noun }: FoundCountProps) {
  return (
    <p aria-live="polite" className="sr-only">
      {count === undefined ? null : `${formatCount(count)} ${noun}${count === 1 ? '' : 's'} found`}
    </p>
  );
}
