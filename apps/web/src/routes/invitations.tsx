import { getRouteApi } from '@tanstack/react-router';
import { usePageTitle } from '../domain/product/use-page-title.ts';
import { InvitationsPage } from '../features/invitations/invitations-page.tsx';

const route = getRouteApi('/admin/invitations');

export function Invitations() {
  usePageTitle('Invitation Management');
  const state = route.useSearch();
  const navigate = route.useNavigate();
  return <InvitationsPage state={state} onChange={(search) => navigate({ to: '/invitations', search })} />;
}
