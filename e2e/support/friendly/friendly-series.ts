import type { Series, SeriesPoint, SeriesRange } from '@halyard/contract/overview';
import type { ApiCall } from '../script.ts';

const DAY_MS = 86_400_000;
/** A day in the middle of a month. */
const TODAY = Date.UTC(2026, 10, 17);
const LENGTHS: Readonly<Record<SeriesRange, number>> = { '30d': 30, '12m': 12, all: 24 };

export function friendlySeries({ query }: Pick<ApiCall, 'query'>): { readonly body: Series } {
  const [from, to] = [query.get('from'), query.get('to')];
  if (from !== null && to !== null) {
    return { body: customSeries(from, to) };
  }
  const range = rangeOf(query.get('range'));
  const points = Array.from({ length: LENGTHS[range] }, (_, index) => pointAt(range, index));
  return { body: seriesOf(range, points) };
}

function customSeries(from: string, to: string): Series {
  const length = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  const points = Array.from({ length }, (_, index) => ({
    ...pointAt('30d', index % LENGTHS['30d']),
    start: new Date(Date.parse(from) + index * DAY_MS).toISOString().slice(0, 10),
  }));
  const { range: _range, period, ...series } = seriesOf('30d', points);
  return { ...series, period: { ...period, to } };
}

/** Returns a range with the same figures at every point. */
export function flatSeries(
  range: SeriesRange,
  figures: Partial<SeriesPoint>,
  length = LENGTHS[range],
): Series {
  const points = Array.from({ length }, (_, index) => ({
    ...pointAt(range, index + LENGTHS[range] - length),
    revenueUsd: '0',
    paidOrders: 0,
    newUsers: 0,
    newMerchants: 0,
    auditEntries: 0,
    ...figures,
  }));
  return { ...seriesOf(range, points), before: null };
}

function rangeOf(text: string | null): SeriesRange {
  return text === '12m' || text === 'all' ? text : '30d';
}

function pointAt(range: SeriesRange, index: number): SeriesPoint {
  const scale = range === '30d' ? 1 : 30;
  const wave = (size: number, pace: number) => size * (1 + Math.sin(index * pace) / 2 + index / 40) * scale;
  const isLast = index === LENGTHS[range] - 1;
  const share = isLast ? 0.4 : 1;
  return {
    start: startOf(range, index),
    revenueUsd: (wave(1_430.077, 1.7) * share).toFixed(5),
    paidOrders: Math.round(wave(19, 1.7) * share),
    newUsers: Math.round(wave(6, 2.3) * share),
    newMerchants: Math.round(wave(4, 0.9) * share),
    auditEntries: Math.round(wave(55, 1.1) * share),
  };
}

function startOf(range: SeriesRange, index: number): string {
  const back = LENGTHS[range] - 1 - index;
  const today = new Date(TODAY);
  const start =
    range === '30d' ? TODAY - back * DAY_MS : Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back, 1);
  return new Date(start).toISOString().slice(0, 10);
}

function seriesOf(range: SeriesRange, points: readonly SeriesPoint[]): Series {
  const sum = (figure: 'paidOrders' | 'newUsers' | 'newMerchants') =>
    points.reduce((total, point) => total + point[figure], 0);
  const revenue = points.reduce((total, { revenueUsd }) => total + Number(revenueUsd), 0);
  const period = {
    from: points[0]?.start ?? '',
    to: new Date(TODAY).toISOString().slice(0, 10),
    revenueUsd: revenue.toFixed(5),
    paidOrders: sum('paidOrders'),
    newUsers: sum('newUsers'),
    newMerchants: sum('newMerchants'),
  };
  return {
    range,
    step: range === '30d' ? 'day' : 'month',
    points: [...points],
    period,
    before:
      range === 'all'
        ? null
        : {
            from: '2025-01-01',
            to: '2025-12-31',
            revenueUsd: (revenue / 1.123).toFixed(5),
            paidOrders: Math.round(period.paidOrders / 1.08),
            newUsers: period.newUsers,
            newMerchants: Math.round(period.newMerchants * 1.3),
          },
  };
}
