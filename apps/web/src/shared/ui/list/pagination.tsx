import { ChevronLeft, ChevronRight } from 'lucide-react';
import { formatCount } from '../../format/format-number.ts';
import { pageCount } from '../../list/page-number.ts';
import { Button } from '../button.tsx';

interface PaginationProps {
  /** Plural noun, such as `users`. */
  readonly noun: string;
  /** Counted from 1. */
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

/** Renders nothing for a single page. */
export function Pagination({ noun, page, pageSize, total, onPage }: PaginationProps) {
  const pages = pageCount(total, pageSize);
  if (pages === 1) {
    return null;
  }
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, total);
  return (
    <nav
      aria-label="Pagination"
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-3 text-ink-quiet text-sm tabular-nums"
    >
      <p aria-live="polite">
        {`Showing ${formatCount(first)} to ${formatCount(last)} of ${formatCount(total)} ${noun}`}
      </p>
      <div className="flex items-center gap-2">
        <p className="mr-2">{`Page ${formatCount(page)} of ${formatCount(pages)}`}</p>
        <Button variant="secondary" disabled={page <= 1} keepsFocus onClick={() => onPage(page - 1)}>
          <ChevronLeft className="size-4" />
          Previous
        </Button>
        <Button variant="secondary" disabled={page >= pages} keepsFocus onClick={() => onPage(page + 1)}>
          Next
          <ChevronRight className="size-4" />
        </Button>
      </div>
    </nav>
  );
}
