import type { Series, SeriesPoint } from '@halyard/contract/overview';
import { formatUsdValue } from '../../domain/amount/format-usd-value.ts';
import { formatCount } from '../../shared/format/format-number.ts';
import { pointLabels } from './series-labels.ts';

interface Column {
  readonly title: string;
  readonly cell: (point: SeriesPoint) => string;
}

const COLUMNS: readonly Column[] = [
  { title: 'Revenue', cell: ({ revenueUsd }) => formatUsdValue(revenueUsd) },
  { title: 'Paid orders', cell: ({ paidOrders }) => formatCount(paidOrders) },
  { title: 'New users', cell: ({ newUsers }) => formatCount(newUsers) },
  { title: 'New merchants', cell: ({ newMerchants }) => formatCount(newMerchants) },
  { title: 'Activity', cell: ({ auditEntries }) => formatCount(auditEntries) },
];

export function SeriesTable({ series }: { readonly series: Series }) {
  const name = series.step === 'day' ? 'Daily figures' : 'Monthly figures';
  const labels = pointLabels(series);
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
      tabIndex={0}
      aria-label={name}
      className="scroll-hint max-h-160 min-h-0 flex-1 overflow-auto rounded-sm print:max-h-none print:overflow-visible"
    >
      <table
        aria-label={name}
        className="w-full border-separate border-spacing-0 whitespace-nowrap text-sm tabular-nums [&_td]:h-8 [&_td]:border-line [&_td]:border-b [&_td]:pl-6 max-md:[&_td]:pl-3 [&_td]:text-right [&_th]:h-8 [&_th]:border-line [&_th]:border-b"
      >
        <thead className="sticky top-0 bg-surface-raised text-ink-quiet">
          <tr>
            <th scope="col" className="text-left font-medium">
              {`${series.step === 'day' ? 'Day' : 'Month'} (UTC)`}
            </th>
            {COLUMNS.map(({ title }) => (
              <th key={title} scope="col" className="pl-6 text-right max-md:pl-3 font-medium">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {series.points
            .map((point, index) => (
              <tr key={point.start}>
                <th scope="row" translate="no" className="text-left font-normal">
                  {labels[index]}
                </th>
                {COLUMNS.map(({ title, cell }) => (
                  <td key={title} translate="no">
                    {cell(point)}
                  </td>
                ))}
              </tr>
            ))
            .toReversed()}
        </tbody>
      </table>
    </section>
  );
}
