import { getRouteApi } from '@tanstack/react-router';
import { usePageTitle } from '../domain/product/use-page-title.ts';
import { MerchantsPage } from '../features/merchants/merchants-page.tsx';

const route = getRouteApi('/admin/merchants');

export function Merchants() {
  usePageTitle('Merchant Management');
  const state = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <MerchantsPage
      state={state}
      onChange={(search, options) => navigate({ to: '/merchants', search, ...options })}
    />
  );
}
