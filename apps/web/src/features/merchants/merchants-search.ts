import {
  type ListPosition,
  positionFromUrl,
  textFromUrl,
  type UrlParameters,
} from '../../shared/list/list-search.ts';

/** The state of the list as its address carries it. */
export interface MerchantsSearch extends ListPosition {
  readonly search?: string | undefined;
}

export function parseMerchantsSearch(parameters: UrlParameters): MerchantsSearch {
  return { ...positionFromUrl(parameters), search: textFromUrl(parameters['search']) };
}
