import {
  type ListPosition,
  positionFromUrl,
  textFromUrl,
  type UrlParameters,
} from '../../shared/list/list-search.ts';

export interface MerchantsSearch extends ListPosition {
  readonly search?: string | undefined;
}

export function parseMerchantsSearch(parameters: UrlParameters): MerchantsSearch {
  return { ...positionFromUrl(parameters), search: textFromUrl(parameters['search']) };
}
