import {
  choiceFromUrl,
  type ListPosition,
  positionFromUrl,
  textFromUrl,
  type UrlParameters,
} from '../../shared/lib/list-search.ts';
import type { UserTab } from './user-tab.ts';

/** The state of the screen as its address carries it. */
export interface UsersSearch extends ListPosition {
  readonly search?: string | undefined;
  /** The uuid of the user whose panel is open. */
  readonly user?: string | undefined;
  /** The panel's tab; the first where it is left out. */
  readonly tab?: Exclude<UserTab, 'details'> | undefined;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Reads the screen's state from the parameters of an address; what makes no sense is left out. */
export function parseUsersSearch(parameters: UrlParameters): UsersSearch {
  const user = uuidFromUrl(parameters['user']);
  return {
    ...positionFromUrl(parameters),
    search: textFromUrl(parameters['search']),
    user,
    tab: user === undefined ? undefined : choiceFromUrl(parameters['tab'], ['activity', 'actions'] as const),
  };
}

function uuidFromUrl(value: unknown): string | undefined {
  return typeof value === 'string' && UUID.test(value) ? value.toLowerCase() : undefined;
}
