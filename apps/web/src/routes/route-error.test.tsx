import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { RouteError } from './route-error.tsx';

afterEach(() => vi.restoreAllMocks());

it('a rendering error is shown and logged, and "Try again" clears it', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let broken = true;
  const failure = new Error('The chart has no points');
  const router = createRouter({
    history: createMemoryHistory(),
    defaultErrorComponent: RouteError,
    routeTree: createRootRoute({
      component: () => {
        if (broken) {
          throw failure;
        }
        return <p>All is well</p>;
      },
    }),
  });
  render(<RouterProvider router={router as never} />);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Something went wrong');
  expect(alert.textContent).toContain('The chart has no points');
  expect(log.mock.calls.flat()).toContain(failure);

  broken = false;
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('All is well')).toBeTruthy();
});
