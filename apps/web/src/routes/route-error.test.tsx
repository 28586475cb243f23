import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { RECONNECTED } from '../shared/lib/connection.ts';
import { createStore } from '../shared/lib/store.ts';
import { RouteError } from './route-error.tsx';

afterEach(() => vi.restoreAllMocks());

function renderFailingRoute() {
  const page = { broken: true, failure: new Error('The chart has no points') };
  const router = createRouter({
    history: createMemoryHistory(),
    context: { outdated: createStore(false) } as never,
    defaultErrorComponent: RouteError,
    routeTree: createRootRoute({
      component: () => {
        if (page.broken) {
          throw page.failure;
        }
        return <p>All is well</p>;
      },
    }),
  });
  render(<RouterProvider router={router as never} />);
  return page;
}

// @spec 2.34
it('RouteError shows a rendering error that is logged, and "Try again" clears it', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const page = renderFailingRoute();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Something went wrong');
  expect(alert.textContent).toContain('The chart has no points');
  expect(log.mock.calls.flat()).toContain(page.failure);

  page.broken = false;
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('All is well')).toBeTruthy();
});

it('RouteError tries again by itself when a lost connection is back', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const page = renderFailingRoute();
  await screen.findByText('Something went wrong');
  page.broken = false;
  act(() => void dispatchEvent(new Event(RECONNECTED)));
  expect(await screen.findByText('All is well')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

// @spec 2.35
it('a route can replace RouteError with its own fallback', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const root = createRootRoute();
  const page = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => {
      throw new Error('The chart has no points');
    },
    errorComponent: ({ error }) => <p>Of the page itself: {String(error)}</p>,
  });
  const router = createRouter({
    history: createMemoryHistory(),
    context: { outdated: createStore(false) } as never,
    defaultErrorComponent: RouteError,
    routeTree: root.addChildren([page]),
  });
  render(<RouterProvider router={router as never} />);
  expect(await screen.findByText('Of the page itself: Error: The chart has no points')).toBeTruthy();
  expect(screen.queryByText('Something went wrong')).toBeNull();
});
