import { getRouteApi } from '@tanstack/react-router';
import { usePageTitle } from '../domain/product/use-page-title.ts';
import { WalletsPage } from '../features/wallets/wallets-page.tsx';

const route = getRouteApi('/admin/wallets');

export function Wallets() {
  usePageTitle('Wallet Management');
  const state = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <WalletsPage
      state={state}
      onChange={(search, options) =>
        // The panel opens where one is; another page begins at its top.
        navigate({ to: '/wallets', search, resetScroll: search.page !== state.page, ...options })
      }
    />
  );
}
