import { EXCEPTION_KINDS } from '@halyard/contract/exception-kinds';
import { expect, type Page } from '@playwright/test';
import { UNAUTHENTICATED } from '../support/answers.ts';
import { test } from '../support/foreign-test.ts';
import { auditEntries } from '../support/friendly/friendly-audit-logs.ts';
import { accountSessions } from '../support/friendly/friendly-script.ts';
import { merchantsOf, uuidOfUser } from '../support/friendly/friendly-users.ts';
import { idOfWallet } from '../support/friendly/friendly-wallets.ts';
import { answerOneByOne, watchShifts } from '../support/layout-shifts.ts';
import { provenAuditLogs } from '../support/proven-audit-logs.ts';
import { showsHeading, showsText } from '../support/scenes/scene.ts';
import type { Script } from '../support/script.ts';

interface Loading {
  readonly what: string;
  readonly path: string;
  readonly answers?: Script;
  readonly screens?: readonly string[];
  readonly loaded: (page: Page) => Promise<void>;
  /** Whether it may shift on phones. */
  readonly isWide?: boolean;
}

const backupCodes = (backupCodesRemaining: number): Script => ({
  'GET /auth/2fa/status': { body: { enabled: true, backupCodesRemaining } },
});

const isDrawn = (page: Page) => expect(page.getByRole('img', { name: /^Revenue by day/ })).toBeVisible();
/** On a slow machine, a late warning can appear in another place. */
const warns = (page: Page) =>
  expect(page.getByText('backup code is left').filter({ visible: true })).toHaveCount(1);
const TRANSACTION = {
  id: '1',
  direction: 'incoming',
  type: 'payment',
  status: 'confirmed',
  hash: `0x${'ab'.repeat(32)}`,
  amount: '100',
  currency: 'USDT',
  usdAmount: '100',
  createdAt: '2026-03-03T12:04:05.678Z',
  wallet: { id: '1', address: `0x${'cd'.repeat(20)}`, network: 'ETH' },
};
const OPEN_KINDS = Object.fromEntries(EXCEPTION_KINDS.slice(0, 6).map((kind) => [kind, 12]));
const EXCEPTION = {
  id: '1',
  kind: 'underpaid',
  state: 'open',
  openedAt: '2026-03-03T12:04:05.678Z',
  merchantOrderId: 'INV-1',
  currency: 'USDT',
  expected: '100',
  received: '40',
  amountUsd: '60',
};
const showsDays = async (page: Page) => {
  await showsText('Showing 1 to 20')(page);
  await expect(page.getByLabel('From', { exact: true })).toBeVisible();
};
const SESSIONS = showsText('Safari on iPhone');

/** A user whose merchants come after their settings are shown. */
function userWithLateMerchants(count: string, position: number, text: string): Loading {
  const uuid = uuidOfUser(position);
  return {
    what: `the late merchants of a user with ${count}`,
    path: `/users?user=${uuid}`,
    answers: {
      async [`GET /users/${uuid}/merchants`]() {
        await new Promise((resolve) => setTimeout(resolve, 3_000));
        return { body: merchantsOf(position ** 2) };
      },
    },
    async loaded(page) {
      await expect(page.getByLabel('Max Merchants')).toBeVisible();
      await expect(page.getByText(text, { exact: true })).toBeHidden();
      await expect(page.getByText(text, { exact: true })).toBeVisible();
    },
  };
}

const LOADINGS: readonly Loading[] = [
  {
    what: 'the sign-in',
    path: '/login',
    answers: { 'GET /auth/me': UNAUTHENTICATED },
    loaded: showsHeading('Admin Sign In'),
  },
  { what: 'the second factor', path: '/verify-otp', loaded: showsHeading('Verify') },
  {
    what: 'the set-up of two factors',
    path: '/setup-2fa',
    loaded: (page) => expect(page.getByRole('img', { name: 'QR code of the secret key' })).toBeVisible(),
  },
  { what: 'the dashboard', path: '/dashboard', answers: backupCodes(8), loaded: isDrawn },
  {
    what: 'the dashboard with a warning',
    path: '/dashboard',
    answers: backupCodes(1),
    async loaded(page) {
      await isDrawn(page);
      await warns(page);
    },
  },
  {
    what: 'the dashboard with a warning that is late',
    path: '/dashboard',
    answers: {
      async 'GET /auth/2fa/status'() {
        await new Promise((resolve) => setTimeout(resolve, 2_000));
        return { body: { enabled: true, backupCodesRemaining: 1 } };
      },
    },
    async loaded(page) {
      await isDrawn(page);
      await warns(page);
    },
  },
  { what: 'users', path: '/users', loaded: showsText('Ada Lovelace') },
  {
    what: 'a user',
    path: `/users?user=${uuidOfUser(0)}`,
    loaded: (page) => expect(page.getByLabel('Max Merchants')).toBeVisible(),
  },
  {
    what: 'a blocked user',
    path: `/users?user=${uuidOfUser(1)}`,
    loaded: (page) => expect(page.getByLabel('Max Merchants')).toBeVisible(),
  },
  userWithLateMerchants('none', 0, 'No merchants yet'),
  userWithLateMerchants('one', 1, 'Shop 0'),
  userWithLateMerchants('four', 2, 'Shop 0'),
  {
    what: 'what blocking a user ends',
    path: `/users?user=${uuidOfUser(0)}&tab=actions`,
    loaded: (page) => expect(page.getByText(/^Blocking takes effect immediately. It ends/)).toBeVisible(),
  },
  { what: 'merchants', path: '/merchants', loaded: showsText('Showing 1 to 20') },
  {
    what: 'users of some days',
    path: '/users?status=all&createdFrom=2026-03-01',
    screens: ['user-status', 'created-days'],
    loaded: showsDays,
  },
  {
    what: 'merchants of some days',
    path: '/merchants?createdFrom=2026-03-01',
    screens: ['created-days'],
    loaded: showsDays,
  },
  { what: 'outbound wallets', path: '/wallets', loaded: showsText('Inbound (47)') },
  { what: 'inbound wallets', path: '/wallets?type=inbound', loaded: showsText('Outbound (9)') },
  {
    what: 'a wallet',
    path: `/wallets?wallet=${idOfWallet(0)}`,
    loaded: showsText('Ledger vs. chain'),
  },
  {
    what: "a wallet's audit logs",
    path: `/wallets?wallet=${idOfWallet(0)}&tab=audit-logs`,
    loaded: showsText('Audit Logs ('),
  },
  {
    what: 'transactions',
    path: '/transactions',
    screens: ['transactions'],
    answers: {
      'GET /transactions': {
        body: { transactions: [TRANSACTION], totalCount: 12_345, totalUsd: '1234567.89' },
      },
    },
    loaded: showsText('Showing 1 to 20 of 12,345'),
  },
  {
    what: 'exceptions',
    // On phones, the kinds wrap.
    isWide: true,
    path: '/orders?tab=exceptions',
    screens: ['orders', 'exceptions'],
    answers: {
      'GET /exceptions': {
        body: { exceptions: [EXCEPTION], totalCount: 96, openByKind: OPEN_KINDS, openUsd: '5760' },
      },
    },
    loaded: showsText('Showing 1 to 20 of 96'),
  },
  { what: 'invitations', path: '/invitations', loaded: showsText('Showing 1 to 20') },
  { what: 'audit logs without proofs', path: '/audit-logs', loaded: showsText('Showing 1 to 20') },
  {
    what: 'audit logs with proofs',
    path: '/audit-logs',
    answers: provenAuditLogs(auditEntries()),
    loaded: showsText('Verified up to entry'),
  },
  {
    what: 'the account with backup codes',
    path: '/account-settings',
    answers: backupCodes(8),
    loaded: SESSIONS,
  },
  {
    what: 'the account with few backup codes',
    path: '/account-settings',
    answers: backupCodes(0),
    loaded: SESSIONS,
  },
  {
    what: 'the account with one factor',
    path: '/account-settings',
    answers: { 'GET /auth/2fa/status': { body: { enabled: false } } },
    loaded: SESSIONS,
  },
  {
    what: 'the account with one session',
    path: '/account-settings',
    answers: { 'GET /auth/sessions': { body: { sessions: accountSessions().slice(0, 1) } } },
    loaded: showsText('This device'),
  },
  { what: 'an address that is none', path: '/nowhere', loaded: showsHeading('Not found') },
];

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  for (const { what, path, answers, screens, loaded, isWide = false } of LOADINGS) {
    if (isWide && viewport.width < 1440) continue;
    test(`the page does not shift while loading ${what} at ${viewport.width} px`, async ({ page, serve }) => {
      await page.setViewportSize(viewport);
      const { origin } = await serve(answers, {
        prerendered: true,
        ...(screens && { files: { '/config.json': { body: { screens } } } }),
      });
      const shifts = await watchShifts(page);
      await answerOneByOne(page);
      await page.goto(origin + path);
      await loaded(page);
      await page.waitForLoadState('networkidle');
      expect(await shifts()).toEqual([]);
    });
  }
}

for (const viewport of [
  { width: 1440, height: 2_400 },
  { width: 390, height: 5_000 },
]) {
  test(`the whole dashboard does not shift while its revenue breakdown loads at ${viewport.width} px`, async ({
    page,
    serve,
  }) => {
    await page.setViewportSize(viewport);
    const config = {
      screens: [
        'revenue',
        'orders',
        'merchant',
        'user-status',
        'created-days',
        'audit-filters',
        'exceptions',
      ],
    };
    const exceptions = { 'GET /exceptions': { body: { exceptions: [], totalCount: 3, openUsd: '60' } } };
    const { origin } = await serve(
      { ...backupCodes(8), ...exceptions },
      {
        prerendered: true,
        files: { '/config.json': { body: config } },
      },
    );
    const shifts = await watchShifts(page);
    await answerOneByOne(page);
    await page.goto(`${origin}/dashboard?period=month`);
    await isDrawn(page);
    await showsText('Northwind Tea')(page);
    await expect(page.getByRole('link', { name: /open exceptions/ })).toBeVisible();
    await expect(page.getByRole('link', { name: /audit entries$/ }).first()).toBeVisible();
    expect(await shifts()).toEqual([]);
  });
}
