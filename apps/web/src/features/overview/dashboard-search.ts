import type { SeriesRange } from '@halyard/contract/overview';
import { choiceFromUrl, type UrlParameters } from '../../shared/list/list-search.ts';

/** The state of the screen as its address carries it. */
export interface DashboardSearch {
  /** 30 days where it is left out. */
  readonly range?: Exclude<SeriesRange, '30d'> | undefined;
}

/** Reads the screen's state from the parameters of an address; what makes no sense is left out. */
export function parseDashboardSearch(parameters: UrlParameters): DashboardSearch {
  return { range: choiceFromUrl(parameters['range'], ['12m', 'all'] as const) };
}
