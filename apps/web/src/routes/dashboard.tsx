import { usePageTitle } from '../domain/product/use-page-title.ts';
import { OverviewPage } from '../features/overview/overview-page.tsx';

export function Dashboard() {
  usePageTitle('Dashboard');
  return <OverviewPage />;
}
