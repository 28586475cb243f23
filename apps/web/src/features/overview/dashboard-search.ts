import type { SeriesRange } from '@halyard/contract/overview';
import { choiceFromUrl, type UrlParameters, withoutUnknown } from '../../shared/list/list-search.ts';

export interface DashboardSearch {
  /** `undefined` means `30d`. */
  readonly range?: Exclude<SeriesRange, '30d'> | undefined;
}

export function parseDashboardSearch(parameters: UrlParameters): DashboardSearch {
  return {
    ...withoutUnknown(parameters),
    range: choiceFromUrl(parameters['range'], ['12m', 'all'] as const),
  };
}
