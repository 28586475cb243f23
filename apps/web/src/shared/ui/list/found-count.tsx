import { formatCount } from '../../format/format-number.ts';

interface FoundCountProps {
  readonly count: number | undefined;
  /** Singular noun, such as `wallet`. */
  readonly noun: string;
}

/** Announces the number of results that a list does not show. */
export function FoundCount({ count, noun }: FoundCountProps) {
  return (
    <p aria-live="polite" className="sr-only">
      {count === undefined ? null : `${formatCount(count)} ${noun}${count === 1 ? '' : 's'} found`}
    </p>
  );
}
