import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openAccountSettings, STATUS } from '../../../test/open-account-settings.ts';
import { renderApp } from '../../../test/render-app.tsx';
import type { Answer } from '../../../test/scripted-api.ts';
import { toastTitled } from '../../../test/toasts.ts';

const TWO_FACTOR = { name: 'Two-Factor Authentication' };
const row = (name: string) => screen.findByRole('group', { name });

describe('AccountSettingsPage', () => {
  // @spec 2.57
  it('has a Security card with two rows', async () => {
    await openAccountSettings();
    const card = within(await screen.findByRole('region', { name: 'Security' }));
    expect(card.getAllByRole('group').map((group) => within(group).getByRole('heading').textContent)).toEqual(
      ['Password', 'Two-Factor Authentication'],
    );
    expect(document.title).toBe('Account Settings | Admin | Halyard');
    expect(screen.getByRole('link', { name: 'Account Settings' }).getAttribute('aria-current')).toBe('page');
  });

  it.each(['sidebar', 'user menu'])('opens from the %s', async (origin) => {
    const { user, place } = await renderApp({
      path: '/nowhere',
      answers: { 'GET /auth/me': { body: { uuid: 'a', email: 'a@example.com' } } },
    });
    if (origin === 'user menu') {
      await user.click(await screen.findByRole('button', { name: 'User menu' }));
      await user.click(await screen.findByRole('menuitem', { name: 'Account Settings' }));
    } else {
      await user.click(await screen.findByRole('link', { name: 'Account Settings' }));
    }
    expect(await screen.findByRole('heading', { level: 1, name: 'Account Settings' })).toBeTruthy();
    expect(place()).toBe('/account-settings');
  });
});

describe('TwoFactorRow', () => {
  // @spec 2.59, 7.8, D.98
  it('shows the Enabled badge and both buttons if 2FA is on', async () => {
    await openAccountSettings();
    const { findByText, getByRole, getByText, queryByText } = within(await row(TWO_FACTOR.name));
    expect(await findByText('Enabled')).toBeTruthy();
    expect(getByRole('button', { name: 'Disable' })).toBeTruthy();
    expect(getByRole('button', { name: 'Regenerate backup codes' })).toBeTruthy();
    expect(getByText(/5 backup codes are left\./)).toBeTruthy();
    expect(queryByText(/^Only/)).toBeNull();
    expect(queryByText('Recommended')).toBeNull();
  });

  // @spec 2.60
  it('recommends enabling 2FA if it is off', async () => {
    await openAccountSettings({ [STATUS]: { body: { enabled: false } } });
    const { findByRole, getByText, queryByRole, queryByText } = within(await row(TWO_FACTOR.name));
    expect(await findByRole('button', { name: 'Enable' })).toBeTruthy();
    expect(getByText('Recommended')).toBeTruthy();
    expect(queryByText('Enabled')).toBeNull();
    expect(queryByRole('button', { name: 'Regenerate backup codes' })).toBeNull();
  });

  // @spec D.32
  it.each([
    [4, '4 backup codes are left.', false],
    [3, 'Only 3 backup codes are left.', true],
    [1, 'Only 1 backup code is left.', true],
    [0, 'No backup codes are left.', true],
  ])('warns at 3 or fewer backup codes: %i', async (backupCodesRemaining, sentence, warns) => {
    await openAccountSettings({ [STATUS]: { body: { enabled: true, backupCodesRemaining } } });
    const { findByText, queryByText } = within(await row(TWO_FACTOR.name));
    expect(await findByText((text) => text.includes(sentence))).toBeTruthy();
    expect(queryByText(/Regenerate them soon/) !== null).toBe(warns);
  });

  it('shows no number of backup codes if the server sends none', async () => {
    await openAccountSettings({ [STATUS]: { body: { enabled: true } } });
    const { findByText, queryByText } = within(await row(TWO_FACTOR.name));
    expect(await findByText('Enabled')).toBeTruthy();
    expect(queryByText(/left/)).toBeNull();
  });

  // @spec 8.16
  it.each([
    ['a 503', { status: 503 }],
    ['a 403', { status: 403, body: { status: 'forbidden', message: 'No' } }],
    ['an unknown response', { body: { hello: 'world' } }],
  ] as const)('offers Retry after %s', async (_, failure) => {
    const answers: { status: Answer } = { status: failure };
    const { user } = await openAccountSettings({ [STATUS]: () => answers.status });
    expect(await toastTitled('Failed to fetch 2FA status')).toBeTruthy();
    const { getByText, getByRole, findByText, queryByRole } = within(await row(TWO_FACTOR.name));
    expect(getByText(/^Couldn't load the status/)).toBeTruthy();
    expect(queryByRole('button', { name: /able/ })).toBeNull();
    answers.status = { body: { enabled: true } };
    await user.click(getByRole('button', { name: 'Retry' }));
    expect(await findByText('Enabled')).toBeTruthy();
    await waitFor(() => expect(queryByRole('alert')).toBeNull());
  });
});
