import { REPLACE_AUTHENTICATOR } from '@halyard/contract/runtime-settings';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { LOGOUT, openAccountSettings, STATUS } from '../../../test/open-account-settings.ts';
import type { Answer, Answers } from '../../../test/scripted-api.ts';
import { toastTitled } from '../../../test/toasts.ts';

const SETUP = 'POST /auth/2fa/setup';
const ENABLE = 'POST /auth/2fa/enable';
const DISABLE = 'POST /auth/2fa/disable';
const REGENERATE = 'POST /auth/2fa/backup-codes';
const CODES = Array.from({ length: 10 }, (_, index) => `7Q2MX4KT9${index}`);
const ISSUED = {
  otpUrl: 'otpauth://totp/Halyard:admin%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Halyard',
  secret: 'JBSWY3DPEHPK3PXP',
  backupCodes: CODES,
};
const WRONG: Answer = {
  status: 400,
  body: { status: 'invalid_code', message: 'Invalid verification code', attemptsRemaining: 4 },
};

const OPENERS = {
  'Set up two-factor authentication': 'Enable',
  'Disable two-factor authentication': 'Disable',
  'Regenerate backup codes': 'Regenerate backup codes',
  'Replace authenticator': 'Replace authenticator',
} as const;

/** Opens a dialog of a server that announces each of them. */
async function open(title: keyof typeof OPENERS, answers: Answers = {}) {
  const app = await openAccountSettings({
    ...(title.startsWith('Set up') && { [STATUS]: { body: { enabled: false } } }),
    [SETUP]: { body: ISSUED },
    ...answers,
  });
  const { runtimeSettings } = app.services;
  act(() => runtimeSettings.set({ ...runtimeSettings.get(), screens: [REPLACE_AUTHENTICATOR] }));
  await app.user.click(await screen.findByRole('button', { name: OPENERS[title] }));
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  const cells = () => dialog.findByRole<HTMLInputElement>('textbox', { name: 'Authenticator code' });
  return { ...app, dialog, cells, enter: async (code: string) => app.user.type(await cells(), code) };
}

const codesShown = () => screen.findByRole('dialog', { name: 'Backup codes' });
const dialogIsGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const pressEscape = (dialog: Element) => dialog.dispatchEvent(new Event('cancel', { cancelable: true }));

describe('SetUpTwoFactorDialog', () => {
  // @spec 2.61, 4.4
  it('shows the QR code and copies the secret key', async () => {
    const { dialog, user, asked } = await open('Set up two-factor authentication');
    const qrCode = await dialog.findByRole('img', { name: 'QR code of the secret key' });
    expect(qrCode.getAttribute('width')).toBe('256');
    expect(dialog.getByText('JBSW').parentElement?.textContent).toBe(ISSUED.secret);
    await user.click(dialog.getByRole('button', { name: 'Copy' }));
    expect(await toastTitled('Secret key copied')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(ISSUED.secret);
    expect(asked().filter((call) => call === SETUP)).toHaveLength(1);
    expect(dialog.queryByRole('button', { name: 'Use a backup code' })).toBeNull();
  });

  // @spec 4.5
  it('turns 2FA on with the correct code and shows the backup codes until Continue', async () => {
    const status = { enabled: false };
    const { enter, bodyOf, user } = await open('Set up two-factor authentication', {
      [STATUS]: () => ({ body: { ...status } }),
      [ENABLE]: () => {
        status.enabled = true;
        return {};
      },
    });
    await enter('123456');
    expect(await toastTitled('Two-factor authentication enabled')).toBeTruthy();
    expect(bodyOf(ENABLE)).toEqual({ code: '123456', secret: ISSUED.secret, backupCodes: CODES });
    const panel = within(await codesShown());
    expect(panel.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(CODES);
    await user.click(panel.getByRole('button', { name: 'Continue' }));
    await dialogIsGone();
    expect(await screen.findByRole('button', { name: 'Disable' })).toBeTruthy();
    expect(document.documentElement.outerHTML).not.toContain(CODES[0]);
  });

  // @spec 8.17, D.97
  it('clears a wrong code and keeps the set-up', async () => {
    const { enter, cells, dialog, asked } = await open('Set up two-factor authentication', {
      [ENABLE]: WRONG,
    });
    await enter('000000');
    expect(await dialog.findByText('Invalid code. Please try again.')).toBeTruthy();
    expect(await toastTitled('Invalid verification code')).toBeTruthy();
    expect((await cells()).value).toBe('');
    expect(asked().filter((call) => call === SETUP)).toHaveLength(1);
  });

  it.each<[string, string, Answers]>([
    ['it cannot start', 'Failed to setup 2FA', { [SETUP]: { status: 503 } }],
    [
      'the codes do not match',
      'Failed to setup 2FA',
      { [ENABLE]: { status: 400, body: { status: 'setup_mismatch' } } },
    ],
    [
      'no attempts are left',
      'Invalid verification code',
      { [ENABLE]: { status: 400, body: { status: 'invalid_code', attemptsRemaining: 0 } } },
    ],
    [
      '2FA is already on',
      'Failed to setup 2FA',
      { [ENABLE]: { status: 409, body: { status: '2fa_already_enabled' } } },
    ],
  ])('shows an error and a button to start again if %s', async (_, title, answers) => {
    const { dialog, enter } = await open('Set up two-factor authentication', answers);
    if (answers[ENABLE]) {
      await enter('123456');
    }
    expect(await toastTitled(title)).toBeTruthy();
    expect(await dialog.findByRole('button', { name: 'Start again' })).toBeTruthy();
  });

  it('works without the QR code if it cannot be rendered', async () => {
    const { cells } = await open('Set up two-factor authentication', {
      [SETUP]: { body: { ...ISSUED, otpUrl: '' } },
    });
    expect(await toastTitled('Failed to generate QR code')).toBeTruthy();
    expect(await cells()).toBeTruthy();
  });

  it.each(['Cancel', 'Escape'])('closes with %s and discards the secret', async (button) => {
    const { dialog, cells, user } = await open('Set up two-factor authentication');
    await cells();
    if (button === 'Cancel') {
      await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    } else {
      pressEscape(screen.getByRole('dialog'));
    }
    await dialogIsGone();
    expect(document.documentElement.outerHTML).not.toContain('JBSW');
  });

  it('stays open while a code is submitted, so that the backup codes are shown', async () => {
    const gate = Promise.withResolvers<void>();
    const { enter, dialog, user } = await open('Set up two-factor authentication', {
      [ENABLE]: { after: gate.promise },
    });
    await enter('123456');
    pressEscape(screen.getByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    gate.resolve();
    expect(await codesShown()).toBeTruthy();
  });
});

describe('DisableTwoFactorDialog', () => {
  it('shows how many sessions will end and how many backup codes will stop working', async () => {
    const { dialog } = await open('Disable two-factor authentication');
    expect(
      await dialog.findByText(
        /^You'll be logged out of all 3 sessions, including this one, and your 5 backup codes will stop working\./,
      ),
    ).toBeTruthy();
  });

  // @spec 2.62, 4.6, 7.11, 8.53
  it('sends the code, shows a toast and logs out', async () => {
    const { enter, bodyOf, asked, place } = await open('Disable two-factor authentication', {
      [DISABLE]: {},
    });
    await enter('123456');
    expect(await toastTitled('Two-factor authentication disabled (you will be logged out)')).toBeTruthy();
    await waitFor(() => expect(place()).toBe('/login'));
    expect(bodyOf(DISABLE)).toEqual({ code: '123456' });
    expect(asked().indexOf(LOGOUT)).toBeGreaterThan(asked().indexOf(DISABLE));
  });

  // @spec 2.62
  it('accepts a backup code', async () => {
    const { dialog, user, bodyOf, place } = await open('Disable two-factor authentication', {
      [DISABLE]: {},
    });
    await user.click(dialog.getByRole('button', { name: 'Use a backup code' }));
    await user.type(dialog.getByLabelText('Backup code'), '7Q2MX4KT90');
    await waitFor(() => expect(place()).toBe('/login'));
    expect(bodyOf(DISABLE)).toEqual({ code: '7Q2MX4KT90' });
  });

  // @spec 8.19
  it('clears a wrong code without a logout', async () => {
    const { enter, cells, dialog, place, asked } = await open('Disable two-factor authentication', {
      [DISABLE]: WRONG,
    });
    await enter('000000');
    expect(await dialog.findByText('Invalid code. Please try again.')).toBeTruthy();
    expect(await toastTitled('Invalid verification code')).toBeTruthy();
    expect((await cells()).value).toBe('');
    expect(place()).toBe('/account-settings');
    expect(asked()).not.toContain(LOGOUT);
  });

  it('keeps a code that could not be checked', async () => {
    const { enter, cells, dialog } = await open('Disable two-factor authentication', {
      [DISABLE]: { status: 503 },
    });
    await enter('123456');
    expect(await dialog.findByText(/Couldn't check the code/)).toBeTruthy();
    expect((await cells()).value).toBe('123456');
  });

  it('says how long codes are locked', async () => {
    const { enter, dialog } = await open('Disable two-factor authentication', {
      [DISABLE]: { status: 429, body: { status: 'rate_limited' }, headers: { 'retry-after': '900' } },
    });
    await enter('123456');
    expect(await dialog.findByText('Too many attempts. Please try again in 15 minutes.')).toBeTruthy();
  });
});

describe('ReplaceAuthenticatorDialog', () => {
  it('says next to the field that the code of the new authenticator was wrong', async () => {
    const { dialog, enter, cells } = await open('Replace authenticator', {
      'POST /auth/2fa/replace/setup': { body: ISSUED },
      'POST /auth/2fa/replace': { status: 400, body: { status: 'validation_error' } },
    });
    await enter('111111');
    await dialog.findByRole('heading', { name: /Enter a code from your current authenticator/ });
    await enter('123456');
    const alert = await dialog.findByText(/The code from the new authenticator is wrong or expired/);
    expect((await cells()).getAttribute('aria-describedby')).toBe(alert.closest('[role=alert]')?.id);
    await enter('2');
    expect(dialog.queryByText(/is wrong or expired/)).toBeNull();
  });
});

describe('RegenerateBackupCodesDialog', () => {
  // @spec 7.13, 8.54
  it('shows the new codes once', async () => {
    const { enter, bodyOf, user, asked } = await open('Regenerate backup codes', {
      [REGENERATE]: { body: { backupCodes: CODES } },
    });
    await enter('123456');
    expect(await toastTitled('Backup codes regenerated')).toBeTruthy();
    expect(bodyOf(REGENERATE)).toEqual({ code: '123456' });
    const panel = within(await codesShown());
    expect(panel.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(CODES);
    await user.click(panel.getByRole('button', { name: 'Continue' }));
    await dialogIsGone();
    await waitFor(() => expect(asked().lastIndexOf(STATUS)).toBeGreaterThan(asked().indexOf(REGENERATE)));
  });

  // @spec 8.21
  it('clears a wrong code and shows a toast', async () => {
    const { enter, cells, dialog } = await open('Regenerate backup codes', { [REGENERATE]: WRONG });
    await enter('000000');
    expect(await dialog.findByText('Invalid code. Please try again.')).toBeTruthy();
    expect(await toastTitled('Failed to regenerate backup codes')).toBeTruthy();
    expect(screen.getByText('Invalid verification code')).toBeTruthy();
    expect((await cells()).value).toBe('');
  });

  it.each<[string, Answer]>([
    ['a 500', { status: 500 }],
    ['a response without codes', { body: {} }],
  ])('shows an error after %s', async (_, answer) => {
    const { enter, dialog } = await open('Regenerate backup codes', { [REGENERATE]: answer });
    await enter('123456');
    expect(await toastTitled('Failed to regenerate backup codes')).toBeTruthy();
    expect(dialog.getByText(/Couldn't check the code/)).toBeTruthy();
  });
});

describe('BackupCodesDialog', () => {
  async function show() {
    const app = await open('Regenerate backup codes', { [REGENERATE]: { body: { backupCodes: CODES } } });
    await app.enter('123456');
    return { ...app, shown: await codesShown() };
  }

  it('stays open on Escape and shows a reminder', async () => {
    const { shown } = await show();
    pressEscape(shown);
    pressEscape(shown);
    expect(await screen.findByText('Save the codes, then select Continue.')).toBeTruthy();
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(CODES),
    );
  });

  it('reopens if the browser closes it', async () => {
    const { shown } = await show();
    (shown as HTMLDialogElement).close();
    await waitFor(() => expect((shown as HTMLDialogElement).open).toBe(true));
    expect(screen.getByText('Save the codes, then select Continue.')).toBeTruthy();
  });

  it('blocks navigation until Continue', async () => {
    const { router, user, shown, place } = await show();
    router.history.push('/users');
    expect(await screen.findByText('Save the codes, then select Continue.')).toBeTruthy();
    expect(place()).toBe('/account-settings');
    await user.click(within(shown).getByRole('button', { name: 'Continue' }));
    router.history.push('/users');
    await waitFor(() => expect(place()).toBe('/users'));
  });

  it('allows the login screen when the session ends', async () => {
    const { router, place } = await show();
    router.history.push('/login');
    await waitFor(() => expect(place()).toBe('/login'));
  });
});
