import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { LIST, openAccountSettings, SESSIONS } from '../../../test/open-account-settings.ts';
import type { Answer, Answers } from '../../../test/scripted-api.ts';
import { toastTitled } from '../../../test/toasts.ts';

const CHANGE = 'POST /auth/password/change';
const CURRENT = 'Old-Harbour-Light-7';
const NEW = 'Quiet-Lantern-42-Rope';

async function open(answers: Answers = {}) {
  const app = await openAccountSettings(answers);
  const opener = screen.getByRole('button', { name: 'Change' });
  await app.user.click(opener);
  const dialog = await screen.findByRole('dialog', { name: 'Change password' });
  const field = (label: string) => within(dialog).getByLabelText<HTMLInputElement>(label);
  const submit = () => app.user.click(within(dialog).getByRole('button', { name: 'Change password' }));

  async function fill(current: string, password: string, confirmation = password) {
    for (const [label, text] of [
      ['Current Password', current],
      ['New Password', password],
      ['Confirm Password', confirmation],
    ] as const) {
      await app.user.clear(field(label));
      if (text !== '') {
        await app.user.type(field(label), text);
      }
    }
  }

  return { ...app, opener, dialog, field, fill, submit };
}

const refused = (status: number, body: object): Answers => ({ [CHANGE]: { status, body } });
const dialogIsGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('ChangePasswordDialog validation', () => {
  // @spec 2.58, 5.6, 5.7, 5.10
  it('shows all required errors and focuses the first field', async () => {
    const { submit, dialog, field, asked } = await open();
    await submit();
    expect(
      within(dialog)
        .getAllByRole('alert')
        .map(({ textContent }) => textContent)
        .filter(Boolean),
    ).toEqual([
      'Please enter your current password',
      'Please enter a new password',
      'Please confirm your new password',
    ]);
    expect(document.activeElement).toBe(field('Current Password'));
    expect(asked()).not.toContain(CHANGE);
  });

  // @spec 5.8, 5.9, 5.11
  it.each([
    ['equals the current password', CURRENT, CURRENT, 'New password must be different from current password'],
    ['is too short', 'Short-1', 'Short-1', 'Password must be at least 12 characters'],
    ['is too long', `Aa1-${'x'.repeat(124)}`, '', 'Password must be less than 128 characters'],
    ['has no digit', 'Quiet-Lantern-Rope', '', 'Password must contain at least one digit'],
    ['contains the e-mail username', 'Grace.Hopper-1234', '', 'Password cannot contain your email username'],
    ['differs from its confirmation', NEW, `${NEW}x`, 'Passwords do not match'],
  ])('rejects a password that %s', async (_, password, confirmation, message) => {
    const { fill, submit, dialog, asked } = await open();
    await fill(CURRENT, password, confirmation);
    await submit();
    expect(within(dialog).getByText(message)).toBeTruthy();
    expect(asked()).not.toContain(CHANGE);
  });

  it('rejects a common password', async () => {
    const { fill, submit, dialog } = await open();
    await fill(CURRENT, 'Password123!', 'another');
    await submit();
    expect(await within(dialog).findByText('Password is too common')).toBeTruthy();
  });

  it('removes the error of the current password once it is entered', async () => {
    const { submit, dialog, field, user } = await open();
    await submit();
    await user.type(field('Current Password'), 'x');
    expect(within(dialog).queryByText('Please enter your current password')).toBeNull();
  });
});

describe('ChangePasswordDialog', () => {
  it.each([
    [3, 'Your 2 other sessions will be logged out.'],
    [2, 'Your other session will be logged out.'],
    [1, "You'll stay signed in on this device."],
  ])('shows how many of %i sessions will end', async (count, sentence) => {
    const { dialog } = await open({ [LIST]: { body: { sessions: SESSIONS.slice(0, count) } } });
    expect(await within(dialog).findByText(sentence)).toBeTruthy();
  });

  // @spec 7.14, 8.50
  it('sends both passwords, shows a toast and closes', async () => {
    const { fill, submit, bodyOf, asked } = await open({ [CHANGE]: {} });
    await fill(` ${CURRENT} `, NEW);
    await submit();
    expect(await toastTitled('Password changed successfully!')).toBeTruthy();
    expect(bodyOf(CHANGE)).toEqual({ currentPassword: ` ${CURRENT} `, newPassword: NEW });
    await dialogIsGone();
    expect(asked().filter((call) => call === CHANGE)).toHaveLength(1);
    await waitFor(() => expect(asked().lastIndexOf(LIST)).toBeGreaterThan(asked().indexOf(CHANGE)));
  });

  it('submits on Enter', async () => {
    const { fill, field, user, asked } = await open({ [CHANGE]: {} });
    await fill(CURRENT, NEW);
    await user.type(field('Confirm Password'), '{Enter}');
    await dialogIsGone();
    expect(asked()).toContain(CHANGE);
  });

  it('closes on Cancel and discards the input', async () => {
    const { fill, dialog, user, opener } = await open();
    await fill(CURRENT, NEW);
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await dialogIsGone();
    await user.click(opener);
    expect((await screen.findByLabelText<HTMLInputElement>('Current Password')).value).toBe('');
  });
});

describe('ChangePasswordDialog after a failed change', () => {
  // @spec 8.24, 8.25
  it.each([
    [400, { status: 'invalid_password', message: 'Current password is incorrect' }],
    [400, { status: 'x', message: 'The CURRENT PASSWORD is not the one' }],
    [401, { status: 'x', message: 'Invalid credentials' }],
    [422, { message: 'invalid' }],
  ])('shows a %i with %j as an error of the current password', async (status, body) => {
    const { fill, submit, field, dialog } = await open(refused(status, body));
    await fill(CURRENT, NEW);
    await submit();
    expect(await within(dialog).findByText('Current password is incorrect')).toBeTruthy();
    expect(field('Current Password').getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field('Current Password'));
    expect(field('New Password').value).toBe(NEW);
    expect(document.querySelector('[data-sonner-toast]')).toBeNull();
  });

  it.each<[string, Answer, string]>([
    [
      'the server message',
      { status: 409, body: { message: 'Too soon after the last one' } },
      'Too soon after the last one',
    ],
    ['a general message', { status: 400 }, 'Failed to change password'],
    ['a network error', { cut: 'before' }, 'Failed to change password'],
    [
      'the message of a 500 with the word invalid',
      { status: 500, body: { message: 'Invalid state' } },
      'Invalid state',
    ],
  ])('shows %s in the dialog', async (_, answer, message) => {
    const { fill, submit, dialog, field } = await open({ [CHANGE]: answer });
    await fill(CURRENT, NEW);
    await submit();
    expect(await within(dialog).findByText(message)).toBeTruthy();
    expect(field('Current Password').value).toBe(CURRENT);
    expect(field('Current Password').getAttribute('aria-invalid')).toBe('false');
  });

  it.each([
    ['newPassword', 'New Password'],
    ['currentPassword', 'Current Password'],
  ])('shows an error for %s at its field', async (name, label) => {
    const { fill, submit, field, dialog } = await open(
      refused(400, {
        status: 'validation_error',
        message: 'The input is invalid',
        errors: [{ field: name, code: 'weak', message: 'It will not do' }],
      }),
    );
    await fill(CURRENT, NEW);
    await submit();
    expect(await within(dialog).findByText('It will not do')).toBeTruthy();
    expect(field(label).getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field(label));
    const general = await toastTitled('The input is invalid');
    expect(general.nextSibling?.textContent).toBe('Validation error: It will not do');
  });

  // @spec D.96
  it('shows the server message once if no field has an error', async () => {
    const { fill, submit, dialog } = await open(
      refused(400, { status: 'x', message: 'Too soon', errors: [{ field: '', code: 'x', message: 'Wait' }] }),
    );
    await fill(CURRENT, NEW);
    await submit();
    const general = await toastTitled('Too soon');
    expect(general.nextSibling?.textContent).toBe('Got the following errors: Wait');
    expect(within(dialog).getByText("Your password wasn't changed. Please try again.")).toBeTruthy();
    expect(screen.getAllByText('Too soon')).toHaveLength(1);
  });
});

describe('ChangePasswordDialog with a step-up', () => {
  const NEEDS_CODE = { status: 403, body: { status: '2fa_verification_required', message: 'x' } };

  it('keeps its input and changes the password with the correct code', async () => {
    const { fill, submit, field, user, calls } = await open({
      [CHANGE]: ({ headers }) => (headers['x-2fa-code'] === '123456' ? {} : NEEDS_CODE),
    });
    await fill(CURRENT, NEW);
    await submit();
    const stepUp = within(await screen.findByRole('dialog', { name: 'Verify Your Identity' }));
    expect(field('New Password').value).toBe(NEW);
    await user.type(stepUp.getByRole('textbox', { name: 'Authenticator code' }), '123456');
    expect(await toastTitled('Password changed successfully!')).toBeTruthy();
    expect(calls.filter(({ call }) => call === CHANGE).map(({ body }) => body)).toEqual(
      Array(2).fill({ currentPassword: CURRENT, newPassword: NEW }),
    );
  });

  it.each([
    ['is cancelled', NEEDS_CODE],
    ['fails three times', { status: 403, body: { status: 'invalid_code', message: 'Invalid code' } }],
  ])('shows no error at a field if the step-up %s', async (outcome, wrong) => {
    const { fill, submit, field, dialog, user } = await open({
      [CHANGE]: ({ headers }) => (headers['x-2fa-code'] === undefined ? NEEDS_CODE : wrong),
    });
    await fill(CURRENT, NEW);
    await submit();
    const stepUp = within(await screen.findByRole('dialog', { name: 'Verify Your Identity' }));
    if (outcome === 'is cancelled') {
      await user.click(stepUp.getByRole('button', { name: 'Cancel' }));
    } else {
      for (const left of ['2 attempts remaining', '1 attempt remaining', 'Please try again later']) {
        await user.type(stepUp.getByRole('textbox', { name: 'Authenticator code' }), '000000');
        await screen.findByText(left);
      }
    }
    expect(await within(dialog).findByText(/your identity wasn't verified/)).toBeTruthy();
    expect(field('Current Password').value).toBe(CURRENT);
    expect(field('Current Password').getAttribute('aria-invalid')).toBe('false');
    expect(screen.queryByText('Current password is incorrect')).toBeNull();
  });
});
