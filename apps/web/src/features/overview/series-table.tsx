import type { SeriesPoint } from '@halyard/contract/overview';
import { formatUsdValue } from '../../domain/amount/format-usd-value.ts';
import { formatCount } from '../../shared/format/format-number.ts';
import { LinkedFigure } from './figure-links.tsx';
import type { FigureList } from './figure-lists.ts';
import { pointLabels, type ShownSeries } from './series-labels.ts';

interface Column {
  readonly title: string;
  readonly cell: (point: SeriesPoint) => string;
  readonly list: FigureList;
}

const COLUMNS: readonly Column[] = [
  { title: 'Revenue', cell: ({ revenueUsd }) => formatUsdValue(revenueUsd), list: 'revenue' },
  { title: 'Paid orders', cell: ({ paidOrders }) => formatCount(paidOrders), list: 'payments' },
  { title: 'New users', cell: ({ newUsers }) => formatCount(newUsers), list: 'newUsers' },
  {
    title: 'New merchants',
    cell: ({ newMerchants }) => formatCount(newMerchants),
    list: 'newMerchants',
  },
  { title: 'Activity', cell: ({ auditEntries }) => formatCount(auditEntries), list: 'entries' },
];

export function SeriesTable({ series }: { readonly series: ShownSeries }) {
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
        className="w-full border-separate border-spacing-0 whitespace-nowrap text-sm tabular-nums [&_a]:underline [&_a]:decoration-line-strong [&_td]:h-8 [&_td]:border-line [&_td]:border-b [&_td]:pl-6 max-md:[&_td]:pl-3 [&_td]:text-right [&_th]:h-8 [&_th]:border-line [&_th]:border-b"
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
                {COLUMNS.map(({ title, cell, list }) => (
                  <td key={title} translate="no">
                    <LinkedFigure list={list} series={series} at={index} figure={cell(point)}>
                      <span>{cell(point)}</span>
                    </LinkedFigure>
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
