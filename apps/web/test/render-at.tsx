import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { act, render } from '@testing-library/react';
import type { ReactNode } from 'react';

/** Renders an element at every address of a test router. */
export async function renderAt(path: string, element: ReactNode) {
  const rootRoute = createRootRoute({ component: Outlet });
  const anywhere = createRoute({ getParentRoute: () => rootRoute, path: '$', component: () => element });
  const home = createRoute({ getParentRoute: () => rootRoute, path: '/', component: () => element });
  const router = createRouter({
    routeTree: rootRoute.addChildren([home, anywhere]),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  await router.load();
  const view = await act(async () => render(<RouterProvider router={router} />));
  return { ...view, location: () => router.state.location };
}
