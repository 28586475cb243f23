import { USER_STATUSES, type UserStatus } from '@halyard/contract/user-status';
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

export type UserTab = 'details' | 'activity' | 'actions' | 'timeline';

export interface UsersSearch extends ListPosition, CreatedDays {
  readonly search?: string | undefined;
  /** `undefined` means active and blocked, `all` includes deleted. */
  readonly status?: UserStatus | 'all' | undefined;
  readonly user?: string | undefined;
  /** `undefined` means the first tab. */
  readonly tab?: Exclude<UserTab, 'details'> | undefined;
  /** Kind of events in the timeline. `undefined` means all. */
  readonly timeline?: string | undefined;
}

export function parseUsersSearch(parameters: UrlParameters): UsersSearch {
  const user = identifierFromUrl(parameters['user']);
  return {
    ...withoutUnknown(parameters),
    ...positionFromUrl(parameters),
    search: textFromUrl(parameters['search']),
    status: choiceFromUrl(parameters['status'], [...USER_STATUSES, 'all'] as const),
    ...createdDaysFromUrl(parameters),
    user,
    tab:
      user === undefined
        ? undefined
        : choiceFromUrl(parameters['tab'], ['activity', 'actions', 'timeline'] as const),
    timeline: textFromUrl(parameters['timeline']),
  };
}
