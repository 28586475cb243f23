import { expect } from '@playwright/test';
import { refusal } from '../answers.ts';
import { auditEntries } from '../friendly/friendly-audit-logs.ts';
import { provenAuditLogs } from '../proven-audit-logs.ts';
import { openRow } from '../screens.ts';
import { FAILURE, NEVER, type Scene, showsHeading, showsText } from './scene.ts';

const ENTRIES = auditEntries();
const PROVEN = provenAuditLogs(ENTRIES);
const PROOF = 'GET /audit-logs/proof';

/** Stored state of a browser that saw a longer log. */
const LONGER_LOG = JSON.stringify({ size: 99, root: 'a'.repeat(64), publicKey: 'b'.repeat(64) });

/** What the product announces. */
const PRODUCT = { screens: ['audit-entry', 'audit-filters', 'audit-platform-feed', 'merchant', 'orders'] };

export const AUDIT_SCENES: readonly Scene[] = [
  { name: 'audit-logs', path: '/audit-logs', config: PRODUCT, act: showsText('Showing 1 to 20 of 61') },
  {
    name: 'audit-logs-linked',
    config: PRODUCT,
    path: '/audit-logs?actionPrefix=wallet.&requestId=0192f0c1-7d34-7a11-8c55-a0c0ffee0001&ipAddress=2001%3Adb8%3A85a3%3A%3A8a2e%3A370%3A7334',
    act: async (page) => await expect(page.getByText('Clear filters').first()).toBeAttached(),
  },
  {
    name: 'audit-logs-filtered',
    path: '/audit-logs?actionCategory=wallet_operation&resourceType=wallet&status=success&last=30d',
    // On phones, the filters are folded.
    act: async (page) => await expect(page.getByText('Clear filters').first()).toBeAttached(),
  },
  {
    name: 'audit-logs-days',
    path: '/audit-logs?from=2025-01-01&to=2030-12-31&actorType=admin',
    act: async (page) => await expect(page.getByLabel('From')).toHaveValue('2025-01-01'),
  },
  {
    name: 'audit-log',
    config: PRODUCT,
    path: '/audit-logs',
    act: async (page) => {
      await openRow(page, 'User blocked');
      await showsText('Chain said no')(page);
    },
  },
  {
    name: 'audit-logs-verified',
    path: '/audit-logs',
    answers: PROVEN,
    act: showsText('Verified up to entry'),
  },
  {
    name: 'audit-logs-proof',
    path: '/audit-logs',
    answers: PROVEN,
    act: async (page) => {
      await page.getByRole('button', { name: 'Verified up to entry' }).click();
      await showsText('How this page was verified')(page);
    },
  },
  {
    name: 'audit-logs-verifying',
    path: '/audit-logs',
    answers: { ...PROVEN, [PROOF]: NEVER },
    act: showsText("Checking that these entries haven't been altered..."),
  },
  {
    name: 'audit-logs-unproven',
    path: '/audit-logs',
    answers: { ...PROVEN, [PROOF]: refusal(400, 'validation_error') },
    act: showsText('Not verified: proof currently unavailable'),
  },
  {
    name: 'audit-logs-changed',
    path: '/audit-logs',
    answers: provenAuditLogs(
      ENTRIES,
      ENTRIES.map((entry, position) => (position === 3 ? { ...entry, errorMessage: 'Nothing' } : entry)),
    ),
    act: showsText('Entry 58 has been altered.'),
  },
  {
    name: 'audit-logs-cut-off',
    path: '/audit-logs',
    answers: PROVEN,
    act: async (page) => {
      await showsText('Verified up to entry')(page);
      await page.evaluate((log) => localStorage.setItem('audit-log-seen', log), LONGER_LOG);
      await page.reload();
      await expect(page.getByRole('button', { name: 'Trust this log from now on' })).toBeVisible();
    },
  },
  {
    name: 'audit-logs-export',
    path: '/audit-logs',
    act: async (page) => {
      await page.getByRole('button', { name: 'Export' }).click();
      await showsText('JSON Lines')(page);
    },
  },
  {
    name: 'audit-logs-filters',
    path: '/audit-logs',
    only: 'phone',
    act: async (page) => {
      await page.getByText('Filters').click();
      await page.getByLabel('Time').selectOption('Custom dates');
      await expect(page.getByLabel('From')).toBeVisible();
    },
  },
  {
    name: 'audit-logs-loading',
    path: '/audit-logs',
    answers: { 'GET /audit-logs': NEVER },
    act: showsHeading('Audit Logs'),
  },
  {
    name: 'audit-logs-failed',
    path: '/audit-logs',
    answers: { 'GET /audit-logs': FAILURE },
    act: showsText("Couldn't load audit logs"),
  },
  {
    name: 'audit-logs-none-yet',
    path: '/audit-logs',
    answers: { 'GET /audit-logs': { body: { logs: [], totalCount: 0 } } },
    act: showsText('No audit logs yet'),
  },
  {
    name: 'audit-logs-none-found',
    path: '/audit-logs?action=no.such.act',
    act: showsText('No audit logs found'),
  },
];
