import {
  choiceFromUrl,
  identifierFromUrl,
  type ListPosition,
  positionFromUrl,
  textFromUrl,
  type UrlParameters,
} from '../../shared/list/list-search.ts';
import type { UserTab } from './user-tab.ts';

/** The state of the screen as its address carries it. */
export interface UsersSearch extends ListPosition {
  readonly search?: string | undefined;
  /** The uuid of the user whose panel is open. */
  readonly user?: string | undefined;
  /** The panel's tab; the first where it is left out. */
  readonly tab?: Exclude<UserTab, 'details'> | undefined;
}

/** Reads the screen's state from the parameters of an address; what makes no sense is left out. */
export function parseUsersSearch(parameters: UrlParameters): UsersSearch {
  const user = identifierFromUrl(parameters['user']);
  return {
    ...positionFromUrl(parameters),
    search: textFromUrl(parameters['search']),
    user,
    tab: user === undefined ? undefined : choiceFromUrl(parameters['tab'], ['activity', 'actions'] as const),
  };
}
