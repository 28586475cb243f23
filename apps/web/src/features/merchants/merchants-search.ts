import { type CreatedDays, createdDaysFromUrl } from '../../shared/list/created-days.ts';
import {
  choiceFromUrl,
  identifierFromUrl,
  type ListPosition,
  positionFromUrl,
  textFromUrl,
  type UrlParameters,
  withoutUnknown,
} from '../../shared/list/list-search.ts';

export interface MerchantsSearch extends ListPosition, CreatedDays {
  readonly search?: string | undefined;
  /** Includes deleted merchants. */
  readonly deleted?: 'show' | undefined;
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
    deleted: choiceFromUrl(parameters['deleted'], ['show'] as const),
    ...createdDaysFromUrl(parameters),
    merchant: identifierFromUrl(parameters['merchant']),
    timeline: textFromUrl(parameters['timeline']),
  };
}
