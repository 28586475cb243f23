import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { withoutUnknown } from '../shared/list/list-search.ts';
import { Login } from './login.tsx';
import { rootRoute } from './root-route.tsx';

const getParentRoute = () => rootRoute;

export const publicRoutes = [
  createRoute({
    getParentRoute,
    path: '/login',
    component: Login,
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
  createRoute({
    getParentRoute,
    path: '/forgot-password',
    component: lazyRouteComponent(
      () => import('../features/auth/forgot-password-page.tsx'),
      'ForgotPasswordPage',
    ),
  }),
  createRoute({
    getParentRoute,
    path: '/reset-password',
    validateSearch: (parameters) => ({
      ...withoutUnknown(parameters),
      token: typeof parameters['token'] === 'string' ? parameters['token'] || undefined : undefined,
    }),
    // Removes the token from the URL first, because others can see the URL.
    beforeLoad: ({ search: { token }, context: { resetToken } }) => {
      if (token !== undefined) {
        resetToken.set(token);
        throw redirect({ to: '/reset-password', search: {}, replace: true });
      }
    },
    component: lazyRouteComponent(() => import('./reset-password.tsx'), 'ResetPassword'),
  }),
] as const;
