import { getRouteApi } from '@tanstack/react-router';
import { usePageTitle } from '../domain/product/use-page-title.ts';
import { SCREEN_HEADINGS } from '../domain/shell/screen-headings.ts';
import { InvitationsPage } from '../features/invitations/invitations-page.tsx';
import { invitationsQuery } from '../features/invitations/invitations-queries.ts';
import { parseInvitationsSearch } from '../features/invitations/invitations-search.ts';
import { ensureAnswer } from '../shared/query/ensure-answer.ts';
import type { Prefetch } from './screen-loader.ts';
import { useSearchChange } from './use-search-change.ts';

const route = getRouteApi('/admin/invitations');

export function Invitations() {
  usePageTitle(SCREEN_HEADINGS['/invitations']);
  const state = route.useSearch();
  const change = useSearchChange('/invitations', state);
  return <InvitationsPage state={state} onChange={change} />;
}

export const prefetch: Prefetch = (queries, api, search) =>
  ensureAnswer(queries, invitationsQuery(api, parseInvitationsSearch(search)));
