import { act, screen, within } from '@testing-library/react';
import { renderApp } from './render-app.tsx';
import type { Answers } from './scripted-api.ts';
import { setViewportWidth } from './set-viewport-width.ts';

const EMPTY = {
  'GET /auth/2fa/status': { body: { enabled: true } },
  'GET /auth/sessions': { body: { sessions: [] } },
  'GET /users': { body: { users: [], totalCount: 0 } },
  'GET /merchants': { body: { merchants: [], totalCount: 0 } },
  'GET /wallets/inbound': { body: { wallets: [], pagination: { totalCount: 0 } } },
  'GET /wallets/outbound': { body: { wallets: [], totalValueUsd: '0', isPartial: false } },
};

/** Opens a page of a platform without records, except those in `answers`. */
export async function openScreen(path: string, heading: string, answers: Answers = {}) {
  setViewportWidth(1440);
  const app = await renderApp({
    path,
    answers: { 'GET /auth/me': { body: { uuid: 'a', email: 'ada@example.com' } }, ...EMPTY, ...answers },
  });
  await screen.findByRole('heading', { level: 1, name: heading });
  return { ...app, href: () => app.router.state.location.href };
}

/** Opens "Go to" on the settings page, which loads none of the dialog's data. `screens` are what the server announces. */
export async function openGoTo(answers: Answers = {}, screens: readonly string[] = []) {
  const app = await openScreen('/account-settings', 'Account Settings', answers);
  const { runtimeSettings } = app.services;
  act(() => runtimeSettings.set({ ...runtimeSettings.get(), screens }));
  await app.user.keyboard('{Control>}k{/Control}');
  const dialog = await screen.findByRole('dialog', { name: 'Go to' });
  const field = within(dialog).getByRole<HTMLInputElement>('combobox', { name: 'Go to' });
  field.focus();
  const options = () => within(dialog).queryAllByRole('option');
  return {
    ...app,
    dialog,
    field,
    labels: () => options().map(({ textContent }) => textContent),
    option: (name: string) => within(dialog).findByRole('option', { name }),
    /** The option that Enter chooses, as exposed to assistive technology. */
    active: () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent,
    state: () => within(dialog).getByRole('status').textContent,
    searched: () => app.asked().filter((call) => call.includes('search=')),
  };
}
