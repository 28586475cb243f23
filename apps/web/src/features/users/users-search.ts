import {
  choiceFromUrl,
  identifierFromUrl,
  type ListPosition,
  positionFromUrl,
  textFromUrl,
  type UrlParameters,
} from '../../shared/list/list-search.ts';

/** The tabs of a user's panel. */
export type UserTab = 'details' | 'activity' | 'actions';

/** The list's state in the URL. */
export interface UsersSearch extends ListPosition {
  readonly search?: string | undefined;
  /** The uuid of the user whose panel is open. */
  readonly user?: string | undefined;
  /** The panel's tab; undefined for the first. */
  readonly tab?: Exclude<UserTab, 'details'> | undefined;
}

export function parseUsersSearch(parameters: UrlParameters): UsersSearch {
  const user = identifierFromUrl(parameters['user']);
  return {
    ...positionFromUrl(parameters),
    search: textFromUrl(parameters['search']),
    user,
    tab: user === undefined ? undefined : choiceFromUrl(parameters['tab'], ['activity', 'actions'] as const),
  };
}
