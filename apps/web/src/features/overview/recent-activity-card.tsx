import { formatCompact, formatKnownCount } from '../../shared/format/format-number.ts';
import { Card } from '../../shared/ui/card.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { LinkedFigure, ROW_WITH_LINK } from './figure-links.tsx';
import type { ParsedOverview } from './parse-overview.ts';

type RecentActivity = ParsedOverview['recentActivity'];

const PERIODS = [
  { key: 'last24Hours', name: 'Last 24 hours', days: 1, list: '24h' },
  { key: 'last7Days', name: 'Last 7 days', days: 7, list: '7d' },
  { key: 'last30Days', name: 'Last 30 days', days: 30, list: '30d' },
] as const satisfies readonly { key: keyof RecentActivity; name: string; days: number; list: string }[];

interface RecentActivityCardProps {
  readonly activity: RecentActivity | undefined;
}

/** Audit entries in three periods. The bars compare entries per day. */
export function RecentActivityCard({ activity }: RecentActivityCardProps) {
  const perDayMax = activity ? Math.max(...PERIODS.map(({ key, days }) => (activity[key] ?? 0) / days)) : 0;
  return (
    <Card title="Activity by period" className="col-span-2">
      <table aria-label="Activity by period" className="mt-1 w-full table-fixed text-sm tabular-nums">
        <thead className="text-ink-quiet text-xs">
          <tr>
            <th scope="col" className="h-8 w-26 text-left md:w-30 font-medium">
              Period
            </th>
            <th scope="col" className="font-medium max-md:text-right md:text-left">
              Entries per day
            </th>
            <th scope="col" className="w-28 text-right font-medium">
              Entries
            </th>
          </tr>
        </thead>
        <tbody>
          {PERIODS.map(({ key, ...period }) => (
            <PeriodRow key={key} {...period} count={activity?.[key]} perDayMax={perDayMax} />
          ))}
        </tbody>
      </table>
    </Card>
  );
}

interface PeriodRowProps {
  readonly name: string;
  readonly count: number | null | undefined;
  readonly days: number;
  readonly list: (typeof PERIODS)[number]['list'];
  readonly perDayMax: number;
}

function PeriodRow({ name, count, days, list, perDayMax }: PeriodRowProps) {
  const perDay = (count ?? 0) / days;
  return (
    <tr className={`${ROW_WITH_LINK} h-12 border-line border-t`}>
      <th scope="row" className="text-left font-normal">
        {name}
      </th>
      <td>
        <span className="flex items-center gap-2">
          <span
            aria-hidden="true"
            className="h-1.5 flex-1 max-md:hidden overflow-hidden rounded-full bg-surface-sunken"
          >
            <span
              className="block h-full rounded-full bg-accent forced-colors:bg-[Highlight]"
              style={{ width: perDayMax > 0 ? `${(perDay / perDayMax) * 100}%` : 0 }}
            />
          </span>
          <span translate="no" className="w-14 text-ink-quiet max-md:ml-auto max-md:text-right">
            {typeof count === 'number' ? formatCompact(perDay) : null}
          </span>
        </span>
      </td>
      <td translate="no" className="text-right font-medium">
        {count === undefined ? (
          <Skeleton className="ml-auto h-4 w-12" />
        ) : (
          <LinkedFigure list={list} figure={formatKnownCount(count)}>
            <span>{formatKnownCount(count)}</span>
          </LinkedFigure>
        )}
      </td>
    </tr>
  );
}
