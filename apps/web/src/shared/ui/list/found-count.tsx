import { formatCount } from '../../format/format-number.ts';

interface FoundCountProps {
  /** Undefined while it is not known. */
  readonly count: number | undefined;
  /** What is counted, in the singular: `wallet`. */
  readonly noun: string;
}

/** Tells screen readers how many a search or a filter leaves, where the page shows it in no place of its own. */
export function FoundCount({ count, noun }: FoundCountProps) {
  return (
    <p aria-live="polite" className="sr-only">
      {count === undefined ? null : `${formatCount(count)} ${noun}${count === 1 ? '' : 's'} found`}
    </p>
  );
}
