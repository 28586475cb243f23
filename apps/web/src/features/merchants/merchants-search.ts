import {
  identifierFromUrl,
  type ListPosition,
  positionFromUrl,
  textFromUrl,
  type UrlParameters,
  withoutUnknown,
} from '../../shared/list/list-search.ts';

export interface MerchantsSearch extends ListPosition {
  readonly search?: string | undefined;
  /** The merchant whose panel is open. */
  readonly merchant?: string | undefined;
  /** Kind of events that its timeline shows, or `all`. `undefined` while the timeline is closed. */
  readonly timeline?: string | undefined;
}

export function parseMerchantsSearch(parameters: UrlParameters): MerchantsSearch {
  return {
    ...withoutUnknown(parameters),
    ...positionFromUrl(parameters),
    search: textFromUrl(parameters['search']),
    merchant: identifierFromUrl(parameters['merchant']),
    timeline: textFromUrl(parameters['timeline']),
  };
}
