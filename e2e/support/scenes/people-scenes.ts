import { expect } from '@playwright/test';
import { refusal } from '../answers.ts';
import { uuidOfUser } from '../friendly/friendly-users.ts';
import { menuOfInvitation, openRow } from '../screens.ts';
import type { Script } from '../script.ts';
import { FAILURE, NEVER, type Scene, showsButton, showsHeading, showsText } from './scene.ts';

const USER = `/users?user=${uuidOfUser(0)}`;
const BLOCKED_USER = `/users?user=${uuidOfUser(1)}`;
const EMPTY_MERCHANTS = { 'GET /merchants': { body: { merchants: [], totalCount: 0 } } };
const EMPTY_INVITATIONS = { 'GET /invitations': { body: { invitations: [], totalCount: 0 } } };

/** Deleted users, the first of them blocked before. */
const DELETED: Script = {
  'GET /users': {
    body: {
      users: [0, 1, 2].map((position) => ({
        uuid: uuidOfUser(position),
        name: ['Gone', 'A very long name that somebody really has, with two family names and a title', ''][
          position
        ],
        email: `gone${position}@example.com`,
        merchantCount: position,
        createdAt: '2026-03-01T10:00:00.000Z',
        blockedAt: position === 0 ? '2026-04-01T10:00:00.000Z' : null,
        deletedAt: '2026-05-01T10:00:00.000Z',
      })),
      totalCount: 3,
    },
  },
};
const WITH_STATUS = { screens: ['orders', 'user-status'] };

/** A deleted and a blocked user among the others. */
const OF_MARCH: Script = {
  'GET /users': {
    body: {
      users: [0, 1, 2, 3].map((position) => ({
        uuid: uuidOfUser(position),
        name: ['Ada Lovelace', 'A very long name that somebody really has, with two family names', 'Bob', ''][
          position
        ],
        email: `march${position}@example.com`,
        merchantCount: position,
        createdAt: `2026-03-${30 - position}T10:00:00.000Z`,
        blockedAt: position === 2 ? '2026-04-01T10:00:00.000Z' : null,
        ...(position === 1 && { deletedAt: '2026-05-01T10:00:00.000Z' }),
      })),
      totalCount: 4,
    },
  },
};
const WITH_DAYS = { screens: ['orders', 'merchant', 'user-status', 'created-days'] };
const MARCH = 'createdFrom=2026-03-01&createdTo=2026-03-31';

const USER_SCENES: readonly Scene[] = [
  {
    name: 'users-days',
    path: `/users?status=all&${MARCH}`,
    config: WITH_DAYS,
    answers: OF_MARCH,
    act: async (page) => {
      await showsText('Ada Lovelace')(page);
      await expect(page.getByLabel('From', { exact: true })).toHaveValue('2026-03-01');
    },
  },
  { name: 'users-any-day', path: '/users', config: WITH_DAYS, act: showsText('Ada Lovelace') },
  {
    name: 'users-days-export',
    path: `/users?status=all&search=march&${MARCH}`,
    config: WITH_DAYS,
    answers: OF_MARCH,
    act: async (page) => {
      await showsText('Ada Lovelace')(page);
      await page.getByRole('button', { name: 'Export CSV' }).click();
      await showsText('not just this page')(page);
    },
    only: 'wide',
  },
  {
    name: 'users-days-none-found',
    path: `/users?${MARCH}`,
    config: WITH_DAYS,
    answers: { 'GET /users': { body: { users: [], totalCount: 0 } } },
    act: showsText('No users match these filters'),
  },

  { name: 'users-status', path: '/users', config: WITH_STATUS, act: showsText('Ada Lovelace') },
  {
    name: 'users-deleted',
    path: '/users?status=deleted&search=gone',
    config: WITH_STATUS,
    answers: DELETED,
    act: showsButton('Remove filter Status: Deleted'),
  },
  { name: 'user-linked', path: USER, config: WITH_STATUS, act: showsText('Audit entries') },
  {
    name: 'user',
    path: '/users',
    act: async (page) => {
      await openRow(page, 'Ada Lovelace');
      await expect(page.getByLabel('Service Fee Rate')).toHaveValue('0.05');
    },
  },
  {
    name: 'user-changed',
    path: USER,
    act: async (page) => {
      await page.getByLabel('Service Fee Rate').fill('0.1');
      await page.getByLabel('Max Merchants').fill('5');
      await showsText('would have earned')(page);
    },
  },
  {
    name: 'user-invalid',
    path: USER,
    act: async (page) => {
      await page.getByLabel('Service Fee Rate').fill('1.5');
      await page.getByLabel('Max Merchants').fill('-2');
      await page.getByRole('button', { name: 'Save Settings' }).click();
      await showsText('The rate must be between 0 and 1')(page);
    },
  },
  {
    name: 'user-unsaved',
    path: USER,
    act: async (page) => {
      await page.getByLabel('Service Fee Rate').fill('0.1');
      await page.getByRole('button', { name: 'Close', exact: true }).click();
      await showsText('Discard unsaved changes?')(page);
    },
  },
  {
    name: 'user-blocked',
    path: BLOCKED_USER,
    config: { screens: ['audit-filters'] },
    act: showsText('Who blocked?'),
  },
  {
    name: 'user-long',
    path: `/users?user=${uuidOfUser(3)}`,
    act: showsText('Shop 0'),
  },
  {
    name: 'user-activity',
    path: `${USER}&tab=activity`,
    act: async (page) => {
      await page.getByText('View changes (2)').click();
      await showsText('maxMerchants')(page);
    },
  },
  {
    name: 'user-activity-none',
    path: `${USER}&tab=activity`,
    answers: { [`GET /users/${uuidOfUser(0)}/audit-logs`]: { body: { logs: [], totalCount: 0 } } },
    act: showsText('No activity yet'),
  },
  {
    name: 'user-activity-failed',
    path: `${USER}&tab=activity`,
    answers: { [`GET /users/${uuidOfUser(0)}/audit-logs`]: FAILURE },
    act: (page) => expect(page.getByRole('tabpanel').getByRole('button', { name: 'Retry' })).toBeVisible(),
  },
  {
    name: 'user-actions',
    path: `${USER}&tab=actions`,
    act: async (page) => {
      await showsText('ends 3 sessions')(page);
      await page.getByLabel('Reason').fill('Three chargebacks in a week, see ticket 4711');
    },
  },
  { name: 'user-actions-blocked', path: `${BLOCKED_USER}&tab=actions`, act: showsText('Unblock user') },
  {
    name: 'user-loading',
    path: USER,
    answers: Object.fromEntries(
      ['', '/settings', '/merchants'].map((part) => [`GET /users/${uuidOfUser(0)}${part}`, NEVER]),
    ),
    act: (page) => expect(page.getByRole('tab', { name: 'Details' })).toBeVisible(),
  },
  {
    name: 'user-parts-failed',
    path: USER,
    answers: Object.fromEntries(
      ['/settings', '/merchants'].map((part) => [
        `GET /users/${uuidOfUser(0)}${part}`,
        refusal(404, 'not_found'),
      ]),
    ),
    act: showsText("Couldn't load settings"),
  },
  {
    name: 'user-unknown',
    path: '/users?user=00000000-0000-4000-8000-00000000ffff',
    act: showsText('User not found'),
  },
  {
    name: 'users-created-at',
    path: '/users',
    act: async (page) => {
      await page.getByRole('row').nth(1).getByRole('button').first().focus();
      for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
      await expect(page.getByRole('tooltip')).toContainText('UTC');
    },
  },
  {
    name: 'users-export',
    path: '/users?search=example.com',
    act: async (page) => {
      await showsText('Ada Lovelace')(page);
      await page.getByRole('button', { name: 'Export CSV' }).click();
      await showsText('not just this page')(page);
    },
  },
];

/** Empty lists explain how records arrive. */
const HELPED = { screens: ['getting-started'] };

const uuidOfMerchant = (position: number) => `00000000-0000-4000-a000-${String(position).padStart(12, '0')}`;
const WITH_MERCHANT = { screens: ['merchant', 'orders'] };

const ORDERS_OF_MERCHANT = {
  'GET /orders': {
    body: {
      orders: ['paid', 'pending', 'expired', 'cancelled', 'paid'].map((status, position) => ({
        uuid: uuidOfMerchant(position),
        merchantOrderId: position === 2 ? 'a-very-long-order-id-0123456789-0123456789' : `INV-${position}`,
        status,
        amount: position === 1 ? '98765432109876543210.123456789' : '100',
        currency: position === 1 ? 'ETH' : 'USDT',
        createdAt: new Date(Date.UTC(2026, 10, 19 - position * 5)).toISOString(),
      })),
      totalCount: 12_345,
    },
  },
};

function detailsOf(position: number, rest: object): Script {
  return {
    ...ORDERS_OF_MERCHANT,
    [`GET /merchants/${uuidOfMerchant(position)}`]: {
      body: {
        uuid: uuidOfMerchant(position),
        name: 'Harbour Coffee 0',
        website: 'https://harbour-coffee.example.com/',
        creatorName: 'Creator 0',
        creatorEmail: 'creator0@example.org',
        createdAt: '2026-11-20T00:00:00.000Z',
        deletedAt: null,
        owner: { uuid: uuidOfUser(0), email: 'creator0@example.org' },
        orders: { total: 12_345, paid: 12_000, pending: 25, expired: 320, cancelled: 0 },
        revenueUsd: '123456.785',
        ...rest,
      },
    },
  };
}

const MERCHANT_SCENES: readonly Scene[] = [
  {
    name: 'merchant',
    path: `/merchants?merchant=${uuidOfMerchant(0)}`,
    config: WITH_MERCHANT,
    answers: detailsOf(0, {}),
    act: showsText('INV-4'),
  },
  {
    name: 'merchant-bare',
    path: `/merchants?merchant=${uuidOfMerchant(1)}`,
    config: WITH_MERCHANT,
    answers: {
      ...detailsOf(1, {
        name: 'Wolfeschlegelsteinhausenbergerdorff-Import-Export-und-Großhandel <b>x</b>',
        website: `https://${'long-'.repeat(12)}name.example.com/`,
        owner: null,
        creatorEmail: null,
        creatorName: null,
        deletedAt: '2026-11-20T00:00:00.000Z',
        orders: { total: 0, paid: 0, pending: 0, expired: 0, cancelled: 0 },
        revenueUsd: '98765432109876543210.123456789',
      }),
      'GET /orders': { body: { orders: [], totalCount: 0 } },
    },
    act: showsText('No orders yet'),
  },
  {
    name: 'merchant-failed',
    path: `/merchants?merchant=${uuidOfMerchant(0)}`,
    config: WITH_MERCHANT,
    answers: { [`GET /merchants/${uuidOfMerchant(0)}`]: FAILURE },
    act: showsText("Couldn't load this merchant"),
    only: 'wide',
  },
  {
    name: 'merchant-orders-failed',
    path: `/merchants?merchant=${uuidOfMerchant(0)}`,
    config: WITH_MERCHANT,
    answers: { ...detailsOf(0, {}), 'GET /orders': FAILURE },
    act: showsText("Couldn't load the orders"),
    only: 'wide',
  },
  {
    name: 'merchants-days',
    path: `/merchants?deleted=show&${MARCH}`,
    config: WITH_DAYS,
    act: async (page) => {
      await showsText('Harbour Coffee 0')(page);
      await expect(page.getByLabel('To', { exact: true })).toHaveValue('2026-03-31');
    },
  },
  { name: 'merchants-any-day', path: '/merchants', config: WITH_DAYS, act: showsText('Harbour Coffee 0') },
  { name: 'merchants', path: '/merchants', act: showsText('Harbour Coffee 0') },
  {
    name: 'merchants-loading',
    path: '/merchants',
    answers: { 'GET /merchants': NEVER },
    act: showsHeading('Merchant Management'),
  },
  {
    name: 'merchants-failed',
    path: '/merchants',
    answers: { 'GET /merchants': FAILURE },
    act: showsText('Failed to load merchants'),
  },
  { name: 'merchants-none-found', path: '/merchants?search=nobody', act: showsText('No merchants found') },
  {
    name: 'merchants-none-yet',
    config: HELPED,
    path: '/merchants',
    answers: EMPTY_MERCHANTS,
    act: showsText('No merchants yet'),
  },
  { name: 'merchants-beyond-the-end', path: '/merchants?page=9', act: showsText("Page 9 doesn't exist") },
];

const INVITATION_SCENES: readonly Scene[] = [
  { name: 'invitations', path: '/invitations', act: showsText('guest0@example.com') },
  {
    name: 'invitations-filtered',
    path: '/invitations?status=pending&sort=oldest',
    act: showsButton('Remove filter Status: Pending'),
  },
  {
    name: 'invitations-loading',
    path: '/invitations',
    answers: { 'GET /invitations': NEVER },
    act: showsHeading('Invitation Management'),
  },
  {
    name: 'invitations-failed',
    path: '/invitations',
    answers: { 'GET /invitations': FAILURE },
    act: showsText('Failed to load invitations'),
  },
  {
    name: 'invitations-none-yet',
    config: HELPED,
    path: '/invitations',
    answers: EMPTY_INVITATIONS,
    act: showsText('Send First Invitation'),
  },
  {
    name: 'invitations-none-found',
    path: '/invitations?status=accepted',
    answers: EMPTY_INVITATIONS,
    act: showsText('No invitations found'),
  },
  {
    name: 'invitation-menu',
    path: '/invitations',
    act: async (page) => {
      await expect(await menuOfInvitation(page, 'guest1@example.com')).toBeVisible();
    },
  },
  {
    name: 'invite',
    path: '/invitations',
    act: async (page) => {
      await page.getByRole('button', { name: 'Invite User' }).click();
      await page.getByLabel('Email Address').fill('known@example.com');
      await page.keyboard.press('Enter');
      await showsText('User already exists with this email')(page);
    },
  },
  {
    name: 'invite-invalid',
    path: '/invitations',
    act: async (page) => {
      await page.getByRole('button', { name: 'Invite User' }).click();
      await page.keyboard.press('Enter');
      await showsText('Email is required')(page);
    },
  },
];

export const PEOPLE_SCENES: readonly Scene[] = [...USER_SCENES, ...MERCHANT_SCENES, ...INVITATION_SCENES];
