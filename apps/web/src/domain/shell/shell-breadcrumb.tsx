import { Link, useLocation } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { MenuItem } from './menu-item.ts';

const HOME = '/dashboard';

interface ShellBreadcrumbProps {
  readonly menu: readonly MenuItem[];
}

export function ShellBreadcrumb({ menu }: ShellBreadcrumbProps) {
  const path = useLocation({ select: (location) => location.pathname.replace(/\/+$/, '') });
  const current = menu.find((item) => item.path === path);
  return (
    <nav aria-label="Breadcrumb" className="min-w-0">
      <ol className="flex items-center gap-1.5 text-base">
        {path === '' || path === HOME ? (
          <li aria-current="page" className="font-medium text-ink">
            Dashboard
          </li>
        ) : (
          <li>
            <Link to={HOME} className="rounded-sm text-ink-quiet hover:text-ink">
              Dashboard
            </Link>
          </li>
        )}
        {current && current.path !== HOME ? (
          <>
            <li aria-hidden="true" className="flex text-ink-faint">
              <ChevronRight className="size-4" />
            </li>
            <li aria-current="page" className="truncate font-medium text-ink">
              {current.name}
            </li>
          </>
        ) : null}
      </ol>
    </nav>
  );
}
