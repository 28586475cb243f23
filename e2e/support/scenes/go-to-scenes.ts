import { expect, type Page } from '@playwright/test';
import { refusal } from '../answers.ts';
import { addressOfWallet } from '../friendly/friendly-wallets.ts';
import { typeIntoGoTo } from '../screens.ts';
import { FAILURE, type Scene, showsText } from './scene.ts';

const seeks =
  (text: string, state: RegExp) =>
  async (page: Page): Promise<void> => {
    const dialog = await typeIntoGoTo(page, text);
    await expect(dialog.getByRole('status')).toHaveText(state);
  };

const result = (kind: string, rest: object) => ({
  kind,
  id: 0,
  title: '',
  detail: null,
  state: null,
  url: '/users',
  exact: false,
  ...rest,
});

const FOUND = {
  results: [
    result('order', {
      id: 1,
      title: 'INV-2026-00017',
      detail: 'Analytical Engines',
      state: 'paid',
      exact: true,
    }),
    result('user', { id: 2, title: 'Ada Lovelace', detail: 'ada@example.com', state: 'blocked' }),
    result('user', {
      id: 3,
      title: 'Wolfeschlegelsteinhausenbergerdorff <b>Ada</b>',
      detail: 'a-very-long-mailbox-name@subdomain.of-a-long.example.org',
      state: 'active',
    }),
    result('merchant', { id: 4, title: 'הזמנה ada', detail: 'ada@example.com', state: 'deleted' }),
    result('wallet', { id: 5, title: addressOfWallet(100), detail: 'Ethereum · inbound' }),
    result('wallet', { id: 6, title: 'Wallet 6', detail: 'TRON · outbound', state: 'address_changed' }),
    result('invitation', { id: 7, title: 'ada@example.org', state: 'expired' }),
    result('audit_entry', {
      id: 8,
      title: 'Blocked user ada@example.com',
      detail: 'x@example.com',
      state: 'success',
    }),
  ],
};
const config = { screens: ['find', 'orders'] };

export const GO_TO_SCENES: readonly Scene[] = [
  { name: 'go-to', path: '/users', act: seeks('', /^$/) },
  { name: 'go-to-found', path: '/dashboard', act: seeks('er1', /\d+ results?\./) },
  { name: 'go-to-wallet', path: '/users', act: seeks(addressOfWallet(100).slice(0, 8), /\d+ results?\./) },
  { name: 'go-to-nothing', path: '/users', act: seeks('nobody at all', /^No results for/) },
  {
    name: 'go-to-failed',
    path: '/dashboard',
    answers: { 'GET /users': FAILURE },
    act: seeks('ada', /Couldn't search .*\.$/),
  },
  {
    name: 'go-to-refused',
    path: '/dashboard',
    answers: { 'GET /merchants': refusal(403, 'forbidden') },
    act: seeks('ada', /Couldn't search merchants\.$/),
  },
  {
    name: 'go-to-any-record',
    path: '/users',
    config,
    answers: { 'GET /find': { body: FOUND } },
    act: seeks('ada', /\d+ results?\./),
  },
  {
    name: 'go-to-any-failed',
    path: '/users',
    config,
    answers: { 'GET /find': FAILURE },
    act: seeks('ada', /Couldn't search records\.$/),
  },
  {
    name: 'shortcuts',
    path: '/users',
    act: async (page) => {
      await showsText('Ada Lovelace')(page);
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    },
  },
  ...['/users', '/merchants', '/invitations', '/wallets', '/wallets?type=inbound', '/audit-logs'].map(
    (path): Scene => ({
      name: `compact-${path.replace(/\W+/g, '-').slice(1)}`,
      path,
      act: async (page) => {
        await expect(page.getByRole('table').locator('tbody').getByRole('row').nth(1)).toBeVisible();
        await page.evaluate(() => localStorage.setItem('rows', 'compact'));
        await page.reload();
        await expect(page.getByRole('table').locator('tbody').getByRole('row').nth(1)).toBeVisible();
      },
    }),
  ),
];
