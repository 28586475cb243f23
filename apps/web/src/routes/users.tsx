import { getRouteApi } from '@tanstack/react-router';
import { usePageTitle } from '../domain/product/use-page-title.ts';
import { UsersPage } from '../features/users/users-page.tsx';

const route = getRouteApi('/admin/users');

export function Users() {
  usePageTitle('User Management');
  const state = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <UsersPage
      state={state}
      onChange={(search, options) =>
        // The panel opens where one is; another page begins at its top.
        navigate({ to: '/users', search, resetScroll: search.page !== state.page, ...options })
      }
    />
  );
}
