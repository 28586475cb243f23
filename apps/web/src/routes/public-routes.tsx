import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { LoginPage } from '../features/auth/login-page.tsx';
import { rootRoute } from './root-route.tsx';

const getParentRoute = () => rootRoute;

export const publicRoutes = [
  createRoute({
    getParentRoute,
    path: '/login',
    component: LoginPage,
  }),
  createRoute({
    getParentRoute,
    path: '/verify-otp',
    component: lazyRouteComponent(() => import('../features/auth/verify-page.tsx'), 'VerifyPage'),
  }),
  createRoute({
    getParentRoute,
    path: '/setup-2fa',
    component: lazyRouteComponent(() => import('../features/auth/set-up-page.tsx'), 'SetUpPage'),
  }),
] as const;
