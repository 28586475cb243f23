import { getRouteApi } from '@tanstack/react-router';
import { usePageTitle } from '../domain/product/use-page-title.ts';
import { SCREEN_HEADINGS } from '../domain/shell/screen-headings.ts';
import { UsersPage } from '../features/users/users-page.tsx';
import { hasAddedFilters, usersQuery } from '../features/users/users-queries.ts';
import { parseUsersSearch } from '../features/users/users-search.ts';
import { ensureAnswer } from '../shared/query/ensure-answer.ts';
import type { Prefetch } from './screen-loader.ts';
import { useSearchChange } from './use-search-change.ts';

const route = getRouteApi('/admin/users');

export function Users() {
  usePageTitle(SCREEN_HEADINGS['/users']);
  const state = route.useSearch();
  const change = useSearchChange('/users', state);
  return <UsersPage state={state} onChange={change} />;
}

export const prefetch: Prefetch = async (queries, api, search) => {
  const state = parseUsersSearch(search);
  return hasAddedFilters(state) ? undefined : await ensureAnswer(queries, usersQuery(api, state));
};
