import { getRouteApi } from '@tanstack/react-router';
import { usePageTitle } from '../domain/product/use-page-title.ts';
import { OverviewPage } from '../features/overview/overview-page.tsx';

const route = getRouteApi('/admin/dashboard');

export function Dashboard() {
  usePageTitle('Dashboard');
  const navigate = route.useNavigate();
  return (
    <OverviewPage
      state={route.useSearch()}
      onChange={(search) => navigate({ to: '/dashboard', search, resetScroll: false })}
    />
  );
}
