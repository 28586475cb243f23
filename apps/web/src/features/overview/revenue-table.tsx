import { formatMonth } from '../../shared/lib/format-date.ts';
import { formatUsd } from '../../shared/lib/format-usd.ts';
import type { RevenueMonth } from './revenue-month.ts';

interface RevenueTableProps {
  /** Oldest first. */
  readonly months: readonly RevenueMonth[];
}

/** The line over time as figures, the newest month on top. */
export function RevenueTable({ months }: RevenueTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section tabIndex={0} aria-label="Revenue by month" className="min-h-0 flex-1 overflow-y-auto rounded-sm">
      <table aria-label="Revenue by month" className="w-full text-sm tabular-nums">
        <thead className="sticky top-0 bg-surface-raised text-ink-quiet">
          <tr>
            <th scope="col" className="h-8 border-line border-b text-left font-medium">
              Month (UTC)
            </th>
            <th scope="col" className="h-8 border-line border-b text-right font-medium">
              Revenue
            </th>
          </tr>
        </thead>
        <tbody>
          {months.toReversed().map(({ month, usd }) => (
            <tr key={month}>
              <th scope="row" className="h-8 border-line border-b text-left font-normal">
                {formatMonth(month)}
              </th>
              <td className="h-8 border-line border-b text-right">{formatUsd(usd)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
