import type { TwoFactorStatus } from '@halyard/contract/auth';
import type { Overview, Series, SeriesPoint } from '@halyard/contract/overview';
import type { ReactNode } from 'react';
import { Mark } from './cells.tsx';
import { useAnswer } from './use-answer.ts';

const STATUSES = ['paid', 'pending', 'expired', 'cancelled'] as const;

export function DashboardScreen() {
  const overview = useAnswer<Overview>('/analytics/overview');
  const series = useAnswer<Series>('/analytics/series?range=30d');
  const twoFactors = useAnswer<TwoFactorStatus>('/auth/2fa/status');
  return (
    <>
      <div className="head">
        <h1>Dashboard</h1>
        <p>{twoFactors?.backupCodesRemaining} backup codes</p>
      </div>
      {overview && series ? <Figures overview={overview} points={series.points} /> : null}
    </>
  );
}

interface FiguresProps {
  readonly overview: Overview;
  readonly points: readonly SeriesPoint[];
}

function Figures({ overview: { revenue, orders, platform, recentActivity }, points }: FiguresProps) {
  return (
    <div className="cards">
      <RevenueCard total={revenue.totalUsd} points={points} />
      <Figure
        title="Total orders"
        note={`${orders.paid} paid`}
        value={orders.total}
        values={points.map((point) => point.paidOrders)}
      />
      <Figure
        title="Active users"
        note="not blocked or deleted"
        value={platform.activeUsers}
        values={points.map((point) => point.newUsers)}
      />
      <Figure
        title="Active merchants"
        note="not deleted"
        value={platform.activeMerchants}
        values={points.map((point) => point.newMerchants)}
      />
      <Figure
        title="Recent activity"
        note="last 24 hours"
        value={recentActivity.last24Hours}
        values={points.map((point) => point.auditEntries)}
      />
      <Card className="card half" title="Order statuses">
        <div className="bar">
          {STATUSES.map((status) => (
            <span key={status} style={{ flexGrow: orders[status] }} />
          ))}
        </div>
        <Table
          columns={['Status', 'Orders', 'Share']}
          rows={STATUSES.map((status) => [status, orders[status], orders[status] / orders.total])}
        />
      </Card>
      <Card className="card half" title="Activity by period">
        <Table
          columns={['Period', 'Entries', 'Entries a day']}
          rows={[
            ['Last 24 hours', recentActivity.last24Hours, recentActivity.last24Hours],
            ['Last 7 days', recentActivity.last7Days, recentActivity.last7Days / 7],
            ['Last 30 days', recentActivity.last30Days, recentActivity.last30Days / 30],
          ]}
        />
      </Card>
    </div>
  );
}

interface RevenueCardProps {
  readonly total: string;
  readonly points: readonly SeriesPoint[];
}

function RevenueCard({ total, points }: RevenueCardProps) {
  const last = points.at(-1);
  const earned = points.reduce((sum, { revenueUsd }) => sum + Number(revenueUsd), 0);
  return (
    <Card className="card wide" title="Revenue from service fees">
      <p className="figure">${total}</p>
      <p className="small">Total revenue in USD, all time</p>
      <button type="button">Show as table</button>
      <fieldset>
        <legend className="away">Range</legend>
        {['30 days', '12 months', 'All'].map((range) => (
          <label key={range}>
            <input type="radio" name="range" defaultChecked={range === '30 days'} /> {range}
          </label>
        ))}
      </fieldset>
      <div className="head-line">
        <p>
          <b>${earned.toFixed(2)}</b> in 30 days <Trend />
        </p>
        <p>
          <span>{last?.start}</span> <b>${last?.revenueUsd}</b>
        </p>
      </div>
      <Chart values={points.map(({ revenueUsd }) => Number(revenueUsd))} labels={points} />
    </Card>
  );
}

interface CardProps {
  readonly title: string;
  readonly className: string;
  readonly children: ReactNode;
}

function Card({ title, className, children }: CardProps) {
  return (
    <section aria-label={title} className={className}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Trend() {
  return (
    <span>
      <Mark /> <b>Up 12.5%</b> <span>vs. previous 30 days</span>
    </span>
  );
}

interface FigureProps {
  readonly title: string;
  readonly note: string;
  readonly value: number;
  readonly values: readonly number[];
}

function Figure({ title, note, value, values }: FigureProps) {
  const sum = values.reduce((all, one) => all + one, 0);
  return (
    <Card className="card" title={title}>
      <p className="figure">{value}</p>
      <p className="small">{note}</p>
      <svg className="spark" viewBox="0 0 100 32" preserveAspectRatio="none" role="img">
        <title>{title}</title>
        <path d={lineOf(values, 32)} fill="none" stroke="#2b50c8" />
      </svg>
      <p className="small">{sum} in the last 30 days</p>
      <p className="small">
        <Trend />
      </p>
    </Card>
  );
}

interface ChartProps {
  readonly values: readonly number[];
  readonly labels: readonly SeriesPoint[];
}

function Chart({ values, labels }: ChartProps) {
  const most = Math.max(...values);
  return (
    <>
      <div className="plot">
        <div className="ticks" aria-hidden="true">
          {[most, most / 2, 0].map((tick) => (
            <span key={tick}>${tick.toFixed(0)}</span>
          ))}
        </div>
        <svg className="chart" viewBox="0 0 100 220" preserveAspectRatio="none" role="img">
          <title>Revenue by day</title>
          {[0, 55, 110, 165, 220].map((y) => (
            <line key={y} x1="0" x2="100" y1={y} y2={y} stroke="#e3e6ea" />
          ))}
          <path d={`${lineOf(values, 220)}V220H0Z`} fill="#e8edfb" />
          <path d={lineOf(values, 220)} fill="none" stroke="#2b50c8" />
        </svg>
      </div>
      <div className="axis" aria-hidden="true">
        {[0, Math.floor(labels.length / 2), labels.length - 1].map((position) => (
          <span key={position}>{labels[position]?.start}</span>
        ))}
      </div>
    </>
  );
}

function lineOf(values: readonly number[], height: number): string {
  const most = Math.max(1, ...values);
  const points = values.map((value, position) => {
    const x = (100 * position) / Math.max(1, values.length - 1);
    return `${x.toFixed(1)} ${(height - (height * value) / most).toFixed(1)}`;
  });
  return `M${points.join('L')}`;
}

interface TableProps {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly [string, number, number])[];
}

function Table({ columns, rows }: TableProps) {
  return (
    <table>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, value, part]) => (
          <tr key={name}>
            <th scope="row">
              <span className="badge">{name}</span>
            </th>
            <td>{value}</td>
            <td>{part.toFixed(2)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
