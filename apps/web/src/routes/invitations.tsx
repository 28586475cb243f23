import { getRouteApi } from '@tanstack/react-router';
import { usePageTitle } from '../domain/product/use-page-title.ts';
import { SCREEN_HEADINGS } from '../domain/shell/screen-headings.ts';
import { InvitationsPage } from '../features/invitations/invitations-page.tsx';
import { invitationsQuery } from '../features/invitations/invitations-queries.ts';
import { parseInvitationsSearch } from '../features/invitations/invitations-search.ts';
import { ensureAnswer } from '../shared/query/ensure-answer.ts';
import { applyToLatest } from './apply-to-latest.ts';
import type { Prefetch } from './screen-loader.ts';

const route = getRouteApi('/admin/invitations');

export function Invitations() {
  usePageTitle(SCREEN_HEADINGS['/invitations']);
  const state = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <InvitationsPage
      state={state}
      onChange={(search) => navigate({ to: '/invitations', search: applyToLatest(state, search) })}
    />
  );
}

export const prefetch: Prefetch = (queries, api, search) =>
  ensureAnswer(queries, invitationsQuery(api, parseInvitationsSearch(search)));
