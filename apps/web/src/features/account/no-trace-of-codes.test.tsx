import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderPage } from '../../../test/render-page.tsx';
import { scriptedFetch } from '../../../test/scripted-fetch.ts';
import { AccountSettingsPage } from './account-settings-page.tsx';

const SECRET = 'JBSWY3DPEHPK3PXP';
const CODES = ['7Q2MX4KT90', '7Q2MX4KT91'];

const clients: QueryClient[] = [];

function CacheProbe() {
  clients[0] = useQueryClient();
  return null;
}

/** Returns all data that outlives a component: caches, storage, history, URL and cookies. */
function storedData(client: QueryClient): string {
  const cached = [...client.getQueryCache().getAll(), ...client.getMutationCache().getAll()];
  return JSON.stringify([
    cached.map(({ state, options }) => [state, options]),
    { ...localStorage },
    { ...sessionStorage },
    history.state,
    location.href,
    document.cookie,
  ]);
}

function expectNoSecret(text: string) {
  for (const secret of [SECRET, ...CODES, '123456']) {
    expect(text).not.toContain(secret);
  }
}

it.each([
  ['Enable', false],
  ['Regenerate backup codes', true],
])('%s stores neither the secret nor the codes anywhere', async (opener, enabled) => {
  const network = scriptedFetch({
    'GET /auth/csrf-cookie': new Response(null, { status: 204 }),
    'GET /auth/2fa/status': { enabled, backupCodesRemaining: 9 },
    'GET /auth/sessions': { sessions: [] },
    'POST /auth/2fa/setup': {
      otpUrl: `otpauth://totp/a?secret=${SECRET}`,
      secret: SECRET,
      backupCodes: CODES,
    },
    'POST /auth/2fa/enable': new Response(null, { status: 204 }),
    'POST /auth/2fa/backup-codes': { backupCodes: CODES },
  });
  const user = userEvent.setup();
  await renderPage(
    <>
      <CacheProbe />
      <AccountSettingsPage />
    </>,
    network,
  );
  const [client] = clients;
  if (!client) {
    throw new Error('the page has no cache');
  }
  await user.click(await screen.findByRole('button', { name: opener }));
  await user.type(await screen.findByRole('textbox', { name: 'Authenticator code' }), '123456');
  const panel = within(await screen.findByRole('dialog', { name: 'Backup codes' }));
  expect(panel.getByText('7Q2MX4KT90')).toBeTruthy();
  // Proves that the search would find a cached code.
  expect(storedData(client)).toContain('backupCodesRemaining');
  expectNoSecret(storedData(client));
  await user.click(panel.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expectNoSecret(storedData(client));
  expectNoSecret(document.documentElement.outerHTML);
});
