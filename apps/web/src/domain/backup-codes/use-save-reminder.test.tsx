import {
  createBrowserHistory,
  createRootRoute,
  createRouter,
  type RouterHistory,
  RouterProvider,
} from '@tanstack/react-router';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SaveReminder } from './save-reminder.tsx';
import { useSaveReminder } from './use-save-reminder.ts';

const REMINDER = 'Save the codes, then select Continue.';
const { replaceState } = window.history;

let history: RouterHistory;

function Codes() {
  const { shown, release } = useSaveReminder();
  return (
    <>
      <button type="button" onClick={release}>
        Release
      </button>
      <SaveReminder shown={shown} />
    </>
  );
}

/** Imitates browsers, which change the URL before they notify the page. */
function goBackTo(path: string) {
  replaceState.call(window.history, { __TSR_index: 0 }, '', path);
  return act(async () => void window.dispatchEvent(new PopStateEvent('popstate')));
}

function unload(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

beforeEach(async () => {
  window.happyDOM.setURL('http://localhost:3000/login');
  history = createBrowserHistory();
  history.push('/setup-2fa');
  history.flush();
  const router = createRouter({
    routeTree: createRootRoute({ component: Codes, notFoundComponent: Codes }),
    history,
  });
  await router.load();
  await act(async () => render(<RouterProvider router={router} />));
});

afterEach(() => {
  vi.restoreAllMocks();
  history.destroy();
});

it('useSaveReminder blocks Back, also to /login, and shows the reminder', async () => {
  const go = vi.spyOn(window.history, 'go').mockImplementation(() => undefined);
  expect(screen.queryByText(REMINDER)).toBeNull();
  await goBackTo('/login');
  expect(await screen.findByText(REMINDER)).toBeTruthy();
  expect(go).toHaveBeenCalledWith(1);
  expect(history.location.pathname).toBe('/setup-2fa');
});

it('useSaveReminder makes the browser ask before a reload', () => {
  expect(unload()).toBe(true);
});

it('useSaveReminder lets an ended session return to the sign-in page', async () => {
  act(() => history.push('/login'));
  await waitFor(() => expect(history.location.pathname).toBe('/login'));
});

it('useSaveReminder does not block after release', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Release' }));
  expect(unload()).toBe(false);
  await goBackTo('/login');
  await waitFor(() => expect(history.location.pathname).toBe('/login'));
});
