import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useRuntimeSettings } from '../../domain/product/use-runtime-settings.ts';
import { daysAfter } from '../../shared/format/calendar-day.ts';
import { type FigureList, LISTS } from './figure-lists.ts';
import { pointLabel, type ShownSeries } from './series-labels.ts';

export interface LinkedFigureProps {
  /** The list behind the figure. */
  readonly list: FigureList;
  /** Undefined while loading. */
  readonly figure: string | undefined;
  /** Limits a list with `days` to the days of a series, or of its point `at`. */
  readonly series?: ShownSeries;
  readonly at?: number;
  /** Fills its container, for the mouse. Keyboards and screen readers use the figure's own link. */
  readonly isBar?: boolean;
  readonly children?: ReactNode;
}

/** Only the content if the server does not announce the list. */
export function FigureLink({ list, figure, series, at, isBar = false, children }: LinkedFigureProps) {
  const { screens } = useRuntimeSettings();
  if (figure === undefined) {
    return children;
  }
  const { needs, noun, days, search, to } = LISTS[list];
  if (!needs.every((screen) => screens?.includes(screen))) {
    return children;
  }
  const target: Pick<LinkProps, 'to' | 'search'> = {
    to,
    search: { ...search, ...(series && days ? searchOf(days, series, at) : {}) },
  };
  return isBar ? (
    // Keeps the focus where it is, since the link is hidden from keyboards.
    <Link
      {...target}
      aria-hidden="true"
      tabIndex={-1}
      className="block h-full"
      onMouseDown={(event) => event.preventDefault()}
    />
  ) : (
    <Link
      {...target}
      aria-label={`${figure} ${noun}${series ? periodOf(series, at) : ''}`}
      className="rounded-sm underline-offset-4 hover:text-accent hover:underline has-[p]:block"
    >
      {children}
    </Link>
  );
}

/** Follows the noun in a link's name. */
function periodOf(series: ShownSeries, at: number | undefined): string {
  const point = at === undefined ? undefined : series.points[at];
  return at !== undefined && point ? `, ${pointLabel(series, point, at)}` : ` ${series.labels.within}`;
}

/** The first and last point of all time include everything earlier and later. */
function searchOf(
  [first, last]: readonly [string, string],
  { range, points, period }: ShownSeries,
  at: number | undefined,
) {
  const isOpen = range === 'all';
  const next = at === undefined ? undefined : points[at + 1];
  const end = next ? daysAfter(next.start, -1) : period.to;
  return {
    [first]: isOpen && !at ? undefined : (points[at ?? 0]?.start ?? period.from),
    [last]: isOpen && !next ? undefined : end,
  };
}
