import { expect } from '@playwright/test';
import { refusal } from '../answers.ts';
import { codeCells, fillPasswordChange, openAccountDialog } from '../screens.ts';
import type { Script } from '../script.ts';
import { FAILURE, NEVER, type Scene, showsHeading, showsText } from './scene.ts';

const TWO_FACTORS_OFF: Script = { 'GET /auth/2fa/status': { body: { enabled: false } } };
const REPLACEMENT = { screens: ['replace-authenticator'] };
const SETTINGS = '/account-settings';

export const ACCOUNT_SCENES: readonly Scene[] = [
  { name: 'account-settings', path: SETTINGS, act: showsText('Safari on iPhone') },
  {
    name: 'account-settings-loading',
    path: SETTINGS,
    answers: { 'GET /auth/2fa/status': NEVER, 'GET /auth/sessions': NEVER },
    act: showsHeading('Account Settings'),
  },
  {
    name: 'account-settings-failed',
    path: SETTINGS,
    answers: { 'GET /auth/2fa/status': FAILURE, 'GET /auth/sessions': FAILURE },
    act: showsText("Couldn't load your sessions"),
  },
  {
    name: 'account-settings-two-factors-off',
    path: SETTINGS,
    answers: TWO_FACTORS_OFF,
    act: showsText('Recommended'),
  },
  {
    name: 'account-settings-one-session',
    path: SETTINGS,
    act: async (page) => {
      await openAccountDialog(page, 'Log out all other sessions', 'Log out all other sessions?');
      await page.getByRole('button', { name: 'Log out 2 sessions' }).click();
      await showsText("You're not signed in anywhere else.")(page);
    },
  },
  {
    name: 'account-device',
    path: SETTINGS,
    act: async (page) => {
      await page.getByText('Safari on iPhone').hover();
      await expect(page.getByRole('tooltip')).toBeVisible();
    },
  },
  {
    name: 'change-password',
    path: SETTINGS,
    act: async (page) => {
      await openAccountDialog(page, 'Change', 'Change password');
    },
  },
  {
    name: 'change-password-refused',
    path: SETTINGS,
    answers: { 'POST /auth/password/change': refusal(400, 'invalid_password', { message: 'invalid' }) },
    act: async (page) => {
      const dialog = await openAccountDialog(page, 'Change', 'Change password');
      await fillPasswordChange(dialog, { current: 'wrong', next: 'Quiet-Lantern-42-Rope' });
      await page.keyboard.press('Enter');
      await showsText('Current password is incorrect')(page);
    },
  },
  {
    name: 'change-password-incomplete',
    path: SETTINGS,
    act: async (page) => {
      const dialog = await openAccountDialog(page, 'Change', 'Change password');
      await fillPasswordChange(dialog, { current: '', next: 'short', confirmation: 'other' });
      await dialog.getByRole('button', { name: 'Change password' }).click();
      await showsText('Please enter your current password')(page);
    },
  },
  {
    name: 'change-password-step-up',
    path: SETTINGS,
    answers: { 'POST /auth/password/change': refusal(403, '2fa_verification_required') },
    act: async (page) => {
      const dialog = await openAccountDialog(page, 'Change', 'Change password');
      await fillPasswordChange(dialog, { current: 'right', next: 'Quiet-Lantern-42-Rope' });
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog', { name: 'Verify Your Identity' })).toBeVisible();
    },
  },
  {
    name: 'account-set-up',
    path: SETTINGS,
    answers: TWO_FACTORS_OFF,
    act: async (page) => {
      await openAccountDialog(page, 'Enable', 'Set up two-factor authentication');
      await expect(page.getByRole('img', { name: 'QR code of the secret key' })).toBeVisible();
    },
  },
  {
    name: 'account-set-up-failed',
    path: SETTINGS,
    answers: { ...TWO_FACTORS_OFF, 'POST /auth/2fa/setup': refusal(409, '2fa_already_enabled') },
    act: async (page) => {
      await openAccountDialog(page, 'Enable', 'Set up two-factor authentication');
      await showsText("Setup can't continue")(page);
    },
  },
  {
    name: 'account-disable',
    path: SETTINGS,
    act: async (page) => {
      await openAccountDialog(page, 'Disable', 'Disable two-factor authentication');
      await codeCells(page).pressSequentially('000');
    },
  },
  {
    name: 'account-disable-wrong',
    path: SETTINGS,
    act: async (page) => {
      await openAccountDialog(page, 'Disable', 'Disable two-factor authentication');
      await codeCells(page).pressSequentially('000000');
      await showsText('Invalid code. Please try again.')(page);
      await showsText('Invalid verification code')(page);
    },
  },
  {
    name: 'account-disable-backup-code',
    path: SETTINGS,
    act: async (page) => {
      await openAccountDialog(page, 'Disable', 'Disable two-factor authentication');
      await page.getByRole('button', { name: 'Use a backup code' }).click();
      await page.getByRole('textbox', { name: 'Backup code' }).fill('7Q2MX');
    },
  },
  {
    name: 'account-replace-scan',
    path: SETTINGS,
    config: REPLACEMENT,
    act: async (page) => {
      await openAccountDialog(page, 'Replace authenticator', 'Replace authenticator');
      await expect(page.getByRole('img', { name: 'QR code of the secret key' })).toBeVisible();
    },
  },
  {
    name: 'account-replace-confirm',
    path: SETTINGS,
    config: REPLACEMENT,
    act: async (page) => {
      await openAccountDialog(page, 'Replace authenticator', 'Replace authenticator');
      await codeCells(page).pressSequentially('123456');
      await showsText('Enter a code from your current authenticator')(page);
      await codeCells(page).pressSequentially('000000');
      await showsText('Invalid code. Please try again.')(page);
    },
  },
  {
    name: 'account-regenerate',
    path: SETTINGS,
    act: async (page) => {
      await openAccountDialog(page, 'Regenerate backup codes', 'Regenerate backup codes');
    },
  },
  {
    name: 'account-backup-codes',
    path: SETTINGS,
    act: async (page) => {
      await openAccountDialog(page, 'Regenerate backup codes', 'Regenerate backup codes');
      await codeCells(page).pressSequentially('123456');
      await expect(page.getByRole('dialog', { name: 'Backup codes', exact: true })).toBeVisible();
      await page.keyboard.press('Escape');
      await showsText('Save the codes, then select Continue.')(page);
    },
  },
  {
    name: 'sign-out-others',
    path: SETTINGS,
    act: async (page) => {
      await openAccountDialog(page, 'Log out all other sessions', 'Log out all other sessions?');
    },
  },
  {
    name: 'sign-out-one',
    path: SETTINGS,
    act: async (page) => {
      await openAccountDialog(page, 'Log out curl, 198.51.100.9', 'Log out curl?');
    },
  },
];
