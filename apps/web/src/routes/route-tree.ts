import { createRoute, redirect } from '@tanstack/react-router';
import { adminRoutes } from './admin-routes.tsx';
import { publicRoutes } from './public-routes.tsx';
import { rootRoute } from './root-route.tsx';

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: ({ location }) => {
    const { reloadAdministrator } = location.state;
    throw redirect({ to: '/dashboard', replace: true, state: { reloadAdministrator } });
  },
});

export const routeTree = rootRoute.addChildren([homeRoute, ...publicRoutes, adminRoutes]);
