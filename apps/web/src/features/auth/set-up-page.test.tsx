import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../../../test/render-app.tsx';
import type { Answers } from '../../../test/scripted-api.ts';
import { toastTitled } from '../../../test/toasts.ts';

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

describe('the set-up', () => {
  // @spec 2.48, 7.9
  it('begins once, and shows the QR code and the secret key', async () => {
    const { asked } = await open({});
    expect(await screen.findByText('JBSW')).toBeTruthy();
    const code = await screen.findByRole('img', { name: 'QR code of the secret key' });
    expect(code.getAttribute('width')).toBe('256');
    expect(asked().filter((call) => call === BEGIN)).toHaveLength(1);
    expect(asked()).not.toContain('GET /auth/me');
    expect(document.title).toBe('Set up 2FA | Admin | Halyard');
  });

  // @spec 2.48
  it('shows the key in groups whose text is the key', async () => {
    await open({});
    const first = await screen.findByText('JBSW');
    expect(first.parentElement?.textContent).toBe(SETUP.secret);
    // Whoever reads or copies what is rendered gets it on one line: nothing in it is a block.
    expect(first.parentElement?.className).not.toMatch(/\b(flex|grid)\b/);
  });

  // @spec 8.55
  it('copies the key', async () => {
    const { user } = await open({});
    await user.click(await screen.findByRole('button', { name: 'Copy' }));
    expect(await toastTitled('Secret key copied')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(SETUP.secret);
    expect(screen.getByRole('button', { name: 'Copied' })).toBeTruthy();
  });

  // @spec 8.22
  it('does without the QR code where it cannot be drawn', async () => {
    await open({ [BEGIN]: { body: { ...SETUP, otpUrl: '' } } });
    expect(await toastTitled('Failed to generate QR code')).toBeTruthy();
    expect(screen.getByText(/^Couldn't generate the QR code/)).toBeTruthy();
    expect(await cells()).toBeTruthy();
  });

  // @spec 8.23
  it('says when it cannot begin, and begins again', async () => {
    const { user } = await open({ [BEGIN]: [{ status: 503 }, { body: SETUP }] });
    expect(await toastTitled('Failed to initialize 2FA setup')).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'Start again' }));
    expect(await cells()).toBeTruthy();
  });

  it('leads back where the server knows nothing of a sign-in', async () => {
    await open({ [BEGIN]: { status: 401 } });
    expect(await screen.findByText('Sign-in expired')).toBeTruthy();
  });

  it('refuses an answer without a secret', async () => {
    await open({ [BEGIN]: { text: '<!doctype html>' } });
    expect(await toastTitled('Failed to initialize 2FA setup')).toBeTruthy();
  });
});

describe('the first code', () => {
  // @spec 2.49, 4.7, 7.10
  it('turns two factors on and shows the backup codes, and Continue leads to the dashboard', async () => {
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

  it('holds the screen until Continue: the backup codes are not shown again', async () => {
    const { user, router, place } = await open({
      [ENABLE]: {},
      'GET /auth/me': { body: { uuid: 'a', email: 'grace@example.com' } },
    });
    await user.type(await cells(), '123456');
    await screen.findByRole('list', { name: 'Backup codes' });
    router.history.push('/forgot-password');
    expect(await screen.findByText('Press Continue once you have saved the codes.')).toBeTruthy();
    expect(place()).toBe('/setup-2fa');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(place()).toBe('/dashboard'));
    router.history.push('/forgot-password');
    await waitFor(() => expect(place()).toBe('/forgot-password'));
  });

  it('gives way to a session that has ended', async () => {
    const { user, router, place } = await open({ [ENABLE]: {} });
    await user.type(await cells(), '123456');
    await screen.findByRole('list', { name: 'Backup codes' });
    router.history.push('/login');
    await waitFor(() => expect(place()).toBe('/login'));
  });

  // @spec 8.18
  it('is cleared when it was wrong, and the set-up stays', async () => {
    const { user, asked } = await open({
      [ENABLE]: { status: 400, body: { status: 'invalid_code', message: 'Invalid verification code' } },
    });
    await user.type(await cells(), '123456');
    expect(await screen.findByText('Invalid code. Please try again.')).toBeTruthy();
    expect(await toastTitled('Invalid verification code')).toBeTruthy();
    expect((await cells()).value).toBe('');
    expect(asked().filter((call) => call === BEGIN)).toHaveLength(1);
  });

  it('begins again where the server has given the set-up up', async () => {
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
  it('is kept when it could not be checked', async () => {
    const { user } = await open({ [ENABLE]: { status: 500 } });
    await user.type(await cells(), '123456');
    expect(await toastTitled('Failed to setup 2FA')).toBeTruthy();
    expect((await cells()).value).toBe('123456');
  });
});

describe('Logout', () => {
  // @spec 2.50
  it('ends the half session and leads to the sign-in', async () => {
    const { user, asked, place } = await open({ 'POST /auth/logout': {} });
    await user.click(await screen.findByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(place()).toBe('/login'));
    expect(asked()).toContain('POST /auth/logout');
  });
});
