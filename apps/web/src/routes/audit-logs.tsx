import { getRouteApi } from '@tanstack/react-router';
import { usePageTitle } from '../domain/product/use-page-title.ts';
import { AuditLogsPage } from '../features/audit-logs/audit-logs-page.tsx';

const route = getRouteApi('/admin/audit-logs');

export function AuditLogs() {
  usePageTitle('Audit Logs');
  const state = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <AuditLogsPage
      state={state}
      onChange={(search, options) =>
        // The drawer opens where one is; another page begins at its top.
        navigate({ to: '/audit-logs', search, resetScroll: search.page !== state.page, ...options })
      }
    />
  );
}
