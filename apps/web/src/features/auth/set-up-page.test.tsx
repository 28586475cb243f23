import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../../../test/render-app.tsx';
import type { Answers } from '../../../test/scripted-api.ts';
import { toastTitled } from '../../../test/toasts.ts';
import { RECONNECTED } from '../../shared/lib/connection.ts';

const SETUP = {
  otpUrl: 'otpauth://totp/Halyard:admin%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Halyard',
  secret: 'JBSWY3DPEHPK3PXP',
  backupCodes: Array.from({ length: 10 }, (_, index) => `7Q2MX4KT9${index}`),
};
const BEGIN = 'POST /auth/2fa/setup';
const ENABLE = 'POST /auth/2fa/enable';

const cells = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Authenticator code' });

function open(answers: Answers) {
  return renderApp({ path: '/setup-2fa', answers: { [BEGIN]: { body: SETUP }, ...answers } });
}

describe('SetUpPage', () => {
  // @spec 2.48, 7.9
  it('starts one set-up and shows the QR code and the secret key', async () => {
    const { asked } = await open({});
    expect(await screen.findByText('JBSW')).toBeTruthy();
    const code = await screen.findByRole('img', { name: 'QR code of the secret key' });
    expect(code.getAttribute('width')).toBe('256');
    expect(asked().filter((call) => call === BEGIN)).toHaveLength(1);
    expect(asked()).not.toContain('GET /auth/me');
    expect(document.title).toBe('Set up 2FA | Admin | Halyard');
  });

  // @spec 2.48
  it('shows the secret key in groups without spaces in its text', async () => {
    await open({});
    const first = await screen.findByText('JBSW');
    expect(first.parentElement?.textContent).toBe(SETUP.secret);
    // Copied text stays on one line only if the groups are inline.
    expect(first.parentElement?.className).not.toMatch(/\b(flex|grid)\b/);
  });

  // @spec 8.55
  it('copies the secret key', async () => {
    const { user } = await open({});
    await user.click(await screen.findByRole('button', { name: 'Copy' }));
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy();
    expect(await toastTitled('Secret key copied')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(SETUP.secret);
  });

  // @spec 8.22
  it('works without the QR code if it cannot be rendered', async () => {
    await open({ [BEGIN]: { body: { ...SETUP, otpUrl: '' } } });
    expect(await toastTitled('Failed to generate QR code')).toBeTruthy();
    expect(screen.getByText(/^Couldn't generate the QR code/)).toBeTruthy();
    expect(await cells()).toBeTruthy();
  });

  // @spec 8.23
  it('shows an error if the set-up cannot start, and starts again', async () => {
    const { user } = await open({ [BEGIN]: [{ status: 503 }, { body: SETUP }] });
    expect(await toastTitled('Failed to initialize 2FA setup')).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'Start again' }));
    expect(await cells()).toBeTruthy();
  });

  it('shows that the sign-in has expired after a 401', async () => {
    await open({ [BEGIN]: { status: 401 } });
    expect(await screen.findByText('Sign-in expired')).toBeTruthy();
  });

  it('rejects a response without a secret', async () => {
    await open({ [BEGIN]: { text: '<!doctype html>' } });
    expect(await toastTitled('Failed to initialize 2FA setup')).toBeTruthy();
  });
});

it('SetUpPage starts again when the lost connection is back', async () => {
  const { asked } = await open({ [BEGIN]: [{ status: 503, body: { message: 'x' } }, { body: SETUP }] });
  await screen.findByText("Setup can't continue");
  act(() => void dispatchEvent(new Event(RECONNECTED)));
  expect(await screen.findByText('JBSW')).toBeTruthy();
  expect(asked().filter((call) => call === BEGIN)).toHaveLength(2);
});

describe('SetUpPage with the first code', () => {
  // @spec 2.49, 4.7, 7.10
  it('turns 2FA on, shows the backup codes, and opens the dashboard on Continue', async () => {
    const { user, bodyOf, place } = await open({ [ENABLE]: {} });
    await user.type(await cells(), '123456');
    expect(await toastTitled('Two-factor authentication enabled')).toBeTruthy();
    expect(bodyOf(ENABLE)).toEqual({ code: '123456', secret: SETUP.secret, backupCodes: SETUP.backupCodes });
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(SETUP.backupCodes),
    );
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(['/dashboard', '/login']).toContain(place()));
  });

  it('blocks navigation until Continue, because the backup codes are shown only once', async () => {
    const { user, router, place } = await open({
      [ENABLE]: {},
      'GET /auth/me': { body: { uuid: 'a', email: 'grace@example.com' } },
    });
    await user.type(await cells(), '123456');
    await screen.findByRole('list', { name: 'Backup codes' });
    router.history.push('/forgot-password');
    expect(await screen.findByText('Save the codes, then select Continue.')).toBeTruthy();
    expect(place()).toBe('/setup-2fa');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(place()).toBe('/dashboard'));
    router.history.push('/forgot-password');
    await waitFor(() => expect(place()).toBe('/forgot-password'));
  });

  it('returns to the login page when the session ends', async () => {
    const { user, router, place } = await open({ [ENABLE]: {} });
    await user.type(await cells(), '123456');
    await screen.findByRole('list', { name: 'Backup codes' });
    router.history.push('/login');
    await waitFor(() => expect(place()).toBe('/login'));
  });

  // @spec 8.18
  it('clears a wrong code and keeps the set-up', async () => {
    const { user, asked } = await open({
      [ENABLE]: { status: 400, body: { status: 'invalid_code', message: 'Invalid verification code' } },
    });
    await user.type(await cells(), '123456');
    expect(await screen.findByText('Invalid code. Please try again.')).toBeTruthy();
    expect(await toastTitled('Invalid verification code')).toBeTruthy();
    expect((await cells()).value).toBe('');
    expect(asked().filter((call) => call === BEGIN)).toHaveLength(1);
  });

  it('starts again if the server has ended the set-up', async () => {
    const { user, asked } = await open({
      [ENABLE]: { status: 400, body: { status: 'setup_mismatch', message: 'Please start again.' } },
    });
    await user.type(await cells(), '123456');
    expect(await toastTitled('Failed to setup 2FA')).toBeTruthy();
    expect(screen.getByText('Please start again.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Start again' }));
    await cells();
    expect(asked().filter((call) => call === BEGIN)).toHaveLength(2);
  });

  // @spec 8.17
  it('keeps a code that could not be checked', async () => {
    const { user } = await open({ [ENABLE]: { status: 500 } });
    await user.type(await cells(), '123456');
    expect(await toastTitled('Failed to setup 2FA')).toBeTruthy();
    expect((await cells()).value).toBe('123456');
  });
});

describe('SetUpPage Logout', () => {
  // @spec 2.50
  it('logs out and opens the login page', async () => {
    const { user, asked, place } = await open({ 'POST /auth/logout': {} });
    await user.click(await screen.findByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(place()).toBe('/login'));
    expect(asked()).toContain('POST /auth/logout');
  });
});
