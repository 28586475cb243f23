import { USER_STATUSES, type UserStatus } from '@halyard/contract/user-status';
import {
  choiceFromUrl,
  identifierFromUrl,
  type ListPosition,
  positionFromUrl,
  textFromUrl,
  type UrlParameters,
  withoutUnknown,
} from '../../shared/list/list-search.ts';

export type UserTab = 'details' | 'activity' | 'actions';

export interface UsersSearch extends ListPosition {
  readonly search?: string | undefined;
  readonly status?: UserStatus | undefined;
  readonly user?: string | undefined;
  /** `undefined` means the first tab. */
  readonly tab?: Exclude<UserTab, 'details'> | undefined;
}

export function parseUsersSearch(parameters: UrlParameters): UsersSearch {
  const user = identifierFromUrl(parameters['user']);
  return {
    ...withoutUnknown(parameters),
    ...positionFromUrl(parameters),
    search: textFromUrl(parameters['search']),
    status: choiceFromUrl(parameters['status'], USER_STATUSES),
    user,
    tab: user === undefined ? undefined : choiceFromUrl(parameters['tab'], ['activity', 'actions'] as const),
  };
}
