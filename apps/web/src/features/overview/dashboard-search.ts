import type { SeriesRange } from '@halyard/contract/overview';
import { choiceFromUrl, type UrlParameters, withoutUnknown } from '../../shared/list/list-search.ts';

export interface DashboardSearch {
  /** `undefined` means `30d`. */
  readonly range?: Exclude<SeriesRange, '30d'> | undefined;
  /** Period of the revenue breakdown. `undefined` means the range. */
  readonly period?: 'month' | 'custom' | undefined;
  /** The days of a custom period, which are checked where they are shown. */
  readonly from?: unknown;
  readonly to?: unknown;
}

export function parseDashboardSearch(parameters: UrlParameters): DashboardSearch {
  const period = choiceFromUrl(parameters['period'], ['month', 'custom'] as const);
  return {
    ...withoutUnknown(parameters),
    range: choiceFromUrl(parameters['range'], ['12m', 'all'] as const),
    period,
    ...(period === 'custom' ? { from: parameters['from'], to: parameters['to'] } : {}),
  };
}
