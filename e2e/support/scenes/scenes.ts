import { expect } from '@playwright/test';
import { refusal, UNAUTHENTICATED } from '../answers.ts';
import { codeCells, enterPassword, menuLink, openUserMenu } from '../screens.ts';
import type { Script } from '../script.ts';
import { ACCOUNT_SCENES } from './account-scenes.ts';
import { AUDIT_SCENES } from './audit-scenes.ts';
import { DASHBOARD_SCENES } from './dashboard-scenes.ts';
import { EXCEPTION_SCENES } from './exception-scenes.ts';
import { GO_TO_SCENES } from './go-to-scenes.ts';
import { ORDER_SCENES } from './order-scenes.ts';
import { PEOPLE_SCENES } from './people-scenes.ts';
import { FAILURE, NEVER, type Scene, showsHeading, showsText } from './scene.ts';
import { SYSTEM_SCENES } from './system-scenes.ts';
import { TIMELINE_SCENES } from './timeline-scenes.ts';
import { TRANSACTION_SCENES } from './transaction-scenes.ts';
import { WALLET_PANEL_SCENES } from './wallet-panel-scenes.ts';
import { WALLET_SCENES } from './wallet-scenes.ts';

const SIGNED_OUT: Script = { 'GET /auth/me': UNAUTHENTICATED };
const CREDENTIALS = { email: 'ada@example.com', password: 'secret' };

const PUBLIC_SCENES: readonly Scene[] = [
  { name: 'login', path: '/login', answers: SIGNED_OUT, act: showsHeading('Admin Sign In') },
  {
    name: 'login-checking',
    path: '/login',
    answers: { 'GET /auth/me': NEVER },
    act: (page) => expect(page.getByRole('status').filter({ hasText: 'Checking' })).toBeVisible(),
  },
  {
    name: 'login-incomplete',
    path: '/login',
    answers: SIGNED_OUT,
    act: async (page) => {
      await enterPassword(page, { email: 'ada@', password: '' });
      await showsText('Please input your password')(page);
    },
  },
  {
    name: 'login-refused',
    path: '/login',
    answers: { ...SIGNED_OUT, 'POST /auth/login': UNAUTHENTICATED },
    act: async (page) => {
      await enterPassword(page, CREDENTIALS);
      await showsText('Login failed')(page);
    },
  },
  { name: 'verify', path: '/verify-otp', act: showsHeading('Verify') },
  {
    name: 'verify-wrong',
    path: '/verify-otp',
    act: async (page) => {
      await codeCells(page).pressSequentially('000000');
      await showsText('Invalid code. Please try again.')(page);
      await showsText('Invalid verification code')(page);
    },
  },
  {
    name: 'verify-backup-code',
    path: '/verify-otp',
    act: async (page) => {
      await page.getByRole('button', { name: 'Use a backup code' }).click();
      await page.getByRole('textbox', { name: 'Backup code' }).fill('7Q2MX');
    },
  },
  {
    name: 'verify-ended',
    path: '/verify-otp',
    answers: { 'POST /auth/2fa/verify': UNAUTHENTICATED },
    act: async (page) => {
      await codeCells(page).pressSequentially('000000');
      await showsText('Sign-in expired')(page);
    },
  },
  {
    name: 'setup',
    path: '/setup-2fa',
    act: (page) => expect(page.getByRole('img', { name: 'QR code of the secret key' })).toBeVisible(),
  },
  {
    name: 'setup-failed',
    path: '/setup-2fa',
    answers: { 'POST /auth/2fa/setup': refusal(409, '2fa_already_enabled') },
    act: showsText("Setup can't continue"),
  },
  {
    name: 'backup-codes',
    path: '/setup-2fa',
    act: async (page) => {
      await codeCells(page).pressSequentially('123456');
      await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
    },
  },
  { name: 'public-not-found', path: '/login/nowhere', answers: SIGNED_OUT, act: showsHeading('Not found') },
  { name: 'forgot-password', path: '/forgot-password', act: showsHeading('Reset your password') },
  {
    name: 'forgot-password-incomplete',
    path: '/forgot-password',
    act: async (page) => {
      await page.getByRole('button', { name: 'Send reset link' }).click();
      await showsText('Please enter your email')(page);
    },
  },
  {
    name: 'forgot-password-sent',
    path: '/forgot-password',
    act: async (page) => {
      const long = 'margarethe.von-hohenlohe-langenburg@operations.example.com';
      await page.getByLabel('Email').fill(long);
      await page.getByRole('button', { name: 'Send reset link' }).click();
      await showsText('Check your email')(page);
    },
  },
  { name: 'reset-password', path: '/reset-password?token=a', act: showsText('New Password') },
  {
    name: 'reset-password-checking',
    path: '/reset-password?token=a',
    answers: { 'POST /auth/password/reset/validate': NEVER },
    act: (page) => expect(page.getByRole('status').filter({ hasText: 'Checking' })).toBeVisible(),
  },
  {
    name: 'reset-password-refused',
    path: '/reset-password?token=a',
    act: async (page) => {
      await page.getByLabel('New Password').fill('Password1234!');
      await page.getByLabel('Confirm Password').fill('Password1234');
      await page.getByRole('button', { name: 'Reset Password' }).click();
      await page.getByRole('button', { name: 'Show password' }).first().click();
      await showsText('Password is too common')(page);
    },
  },
  {
    name: 'reset-password-invalid',
    path: '/reset-password?token=a',
    answers: { 'POST /auth/password/reset/validate': refusal(400, 'invalid_token') },
    act: showsText('This link is no longer valid'),
  },
  {
    name: 'reset-password-failed',
    path: '/reset-password?token=a',
    answers: { 'POST /auth/password/reset/validate': FAILURE },
    act: showsText("Couldn't check the link"),
  },
];

const ADMIN_SCENES: readonly Scene[] = [
  { name: 'users', path: '/users', act: showsText('Ada Lovelace') },
  {
    name: 'users-loading',
    path: '/users',
    answers: { 'GET /users': NEVER },
    act: showsHeading('User Management'),
  },
  {
    name: 'users-failed',
    path: '/users',
    answers: { 'GET /users': FAILURE },
    act: showsText('Failed to load users'),
  },
  {
    name: 'users-none-found',
    path: '/users?search=nobody',
    act: showsText('No users found'),
  },
  {
    name: 'users-none-yet',
    path: '/users',
    answers: { 'GET /users': { body: { users: [], totalCount: 0 } } },
    act: showsText('No users yet'),
  },
  { name: 'users-beyond-the-end', path: '/users?page=99', act: showsText("Page 99 doesn't exist") },
  { name: 'not-found', path: '/nowhere', act: showsHeading('Not found') },
  {
    name: 'session-loading',
    path: '/dashboard',
    answers: { 'GET /auth/me': NEVER },
    act: (page) => expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible(),
  },
  {
    name: 'session-unknown',
    path: '/dashboard',
    answers: { 'GET /auth/me': FAILURE },
    act: showsText("Couldn't check your session"),
  },
  {
    name: 'user-menu',
    path: '/dashboard',
    act: async (page) => expect(await openUserMenu(page)).toBeVisible(),
  },
  {
    name: 'menu-collapsed',
    path: '/users',
    act: async (page) => {
      await showsText('Ada Lovelace')(page);
      await page.keyboard.press('Control+b');
    },
  },
  {
    name: 'menu-name',
    path: '/users',
    only: 'wide',
    act: async (page) => {
      await showsText('Ada Lovelace')(page);
      await page.keyboard.press('Control+b');
      await menuLink(page, 'Wallets').hover();
      await expect(page.getByRole('tooltip', { name: 'Wallets' })).toBeVisible();
    },
  },
  {
    name: 'menu-sheet',
    path: '/users',
    only: 'phone',
    act: async (page) => {
      await page.getByRole('button', { name: 'Toggle sidebar' }).click();
      await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
    },
  },
  {
    name: 'step-up',
    path: '/users',
    answers: { 'GET /users': refusal(403, '2fa_verification_required') },
    act: (page) => expect(page.getByRole('dialog', { name: 'Verify Your Identity' })).toBeVisible(),
  },
  {
    name: 'step-up-wrong',
    path: '/users',
    answers: {
      'GET /users': ({ headers }) =>
        headers['x-2fa-code'] === undefined
          ? refusal(403, '2fa_verification_required')
          : refusal(403, 'invalid_code', { attemptsRemaining: 2 }),
    },
    act: async (page) => {
      await codeCells(page).pressSequentially('000000');
      await showsText('Invalid code. Please try again.')(page);
      await showsText('Invalid verification code')(page);
    },
  },
];

export const SCENES: readonly Scene[] = [
  ...PUBLIC_SCENES,
  ...DASHBOARD_SCENES,
  ...ADMIN_SCENES,
  ...GO_TO_SCENES,
  ...ACCOUNT_SCENES,
  ...PEOPLE_SCENES,
  ...ORDER_SCENES,
  ...TIMELINE_SCENES,
  ...TRANSACTION_SCENES,
  ...EXCEPTION_SCENES,
  ...SYSTEM_SCENES,
  ...AUDIT_SCENES,
  ...WALLET_SCENES,
  ...WALLET_PANEL_SCENES,
];
