import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { openWalletPanel, walletPanel } from '../../../../test/open-wallet-panel.ts';
import type { Answer } from '../../../../test/scripted-api.ts';
import { toastTitled } from '../../../../test/toasts.ts';

const entry = (id: string, other: object = {}) => ({
  id,
  action: 'wallet.backup',
  actionCategory: 'wallet_operation',
  description: `Entry ${id}`,
  status: 'success',
  createdAt: '2026-03-03T12:04:05.678Z',
  actor: { type: 'admin', id: 'a1', email: 'grace@example.com' },
  resource: { type: 'wallet', id: '1', identifier: '0x1' },
  requestId: 'request-1',
  ipAddress: '203.0.113.7',
  userAgent: 'curl/8.5.0',
  errorMessage: null,
  metadata: null,
  changes: null,
  ...other,
});

const open = (entries: readonly object[], totalCount = entries.length, search = '') =>
  openWalletPanel(`&tab=audit-logs${search}`, { 'GET /audit-logs': { body: { logs: entries, totalCount } } });

afterEach(() => vi.useRealTimers());

const details = () => screen.findByRole('dialog', { name: 'Audit Log Details' });

// @spec 7.21, 9.8
it('WalletAuditLogs loads the latest 50 entries about the wallet', async () => {
  const { asked } = await open([entry('1'), entry('2', { status: 'failure' })], 1234);
  const list = await screen.findByRole('list', { name: 'Audit Logs' });
  const texts = within(list)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  expect(texts[1]).toMatch(/^Entry 22026-03-03 \d\d:\d4failurewallet\.backupgrace@example\.com$/);
  expect(screen.getByText('Showing the 2 most recent of 1,234 entries.')).toBeTruthy();
  expect(screen.getByRole('tab', { name: 'Audit Logs (1,234)' })).toBeTruthy();
  expect(asked()).toContain('GET /audit-logs?resourceType=wallet&resourceId=1&limit=50&offset=0');
});

it('WalletAuditLogs shows the type of an actor without a name', async () => {
  await open([entry('1', { actor: { type: 'api_key', id: 'k1', email: null } })]);
  const list = await screen.findByRole('list', { name: 'Audit Logs' });
  expect(within(list).getByText('API key')).toBeTruthy();
});

// @spec 9.10
it('WalletAuditLogs refetches only after 30 seconds', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { router, asked } = await open([entry('1')]);
  const reads = () => asked().filter((call) => call.includes('resourceId=1&')).length;
  const comeBack = async () => {
    const wallets = () => asked().filter((call) => /^GET \/wallets\/1(?:$|\?)/.test(call)).length;
    const walletsBefore = wallets();
    for (const wallet of ['2', '1']) {
      await router.navigate({ to: '/wallets', search: { wallet, tab: 'audit-logs' } });
      await screen.findByRole('button', { name: 'Entry 1' });
    }
    // Wait until the wallet was refetched, which must not refetch its entries.
    await waitFor(() => expect(wallets()).toBeGreaterThan(walletsBefore));
  };
  await screen.findByRole('button', { name: 'Entry 1' });
  const before = reads();
  vi.setSystemTime(Date.now() + 29_999);
  await comeBack();
  expect(reads()).toBe(before);
  vi.setSystemTime(Date.now() + 2_000);
  await comeBack();
  await waitFor(() => expect(reads()).toBeGreaterThan(before));
});

// @spec 2.138
it('WalletAuditLogs opens the details of an entry, and stores it in the URL', async () => {
  const { user, address } = await open([entry('1'), entry('2')]);
  await user.click(await screen.findByRole('button', { name: 'Entry 2' }));
  const drawer = await details();
  expect(within(drawer).getByRole('heading', { level: 2, name: 'Audit Log Details' })).toBeTruthy();
  expect(await within(drawer).findByText('203.0.113.7')).toBeTruthy();
  expect(address()).toContain('entry=2');
  await user.click(within(drawer).getByRole('button', { name: 'Close panel' }));
  await waitFor(() => expect(address()).not.toContain('entry'));
  expect(await walletPanel()).toBeTruthy();
});

it.each([
  ['the action', () => screen.getByText('wallet.backup')],
  ['the actor', () => screen.getByText('grace@example.com')],
  ['the time', () => screen.getByText(/^2026-03-03/, { selector: 'ol time' })],
])('WalletAuditLogs opens the details on a click on %s', async (_, part) => {
  const { user } = await open([entry('1')]);
  const opener = await screen.findByRole('button', { name: 'Entry 1' });
  await user.click(part());
  expect(await within(await details()).findByText('Entry 1')).toBeTruthy();
  expect(opener.getAttribute('aria-expanded')).toBe('true');
});

it('WalletAuditLogs opens nothing for an entry that is not in the list', async () => {
  await open([entry('1')], 1, '&entry=9');
  await screen.findByRole('button', { name: 'Entry 1' });
  expect(screen.queryByRole('dialog', { name: 'Audit Log Details' })).toBeNull();
});

it('WalletAuditLogs accepts entries with missing fields', async () => {
  const { user } = await open([{ id: 5 }, ['text'], entry('7', { actor: null, description: null })]);
  expect(await screen.findAllByText('wallet.backup')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'wallet.backup' }));
  expect(await details()).toBeTruthy();
});

it('WalletAuditLogs shows that there are no entries yet', async () => {
  await open([]);
  expect(await screen.findByText('No audit logs yet')).toBeTruthy();
});

it('WalletAuditLogs shows a load failure, and retries', async () => {
  const answers: { logs: Answer } = { logs: { status: 404 } };
  const { user } = await openWalletPanel('&tab=audit-logs', { 'GET /audit-logs': () => answers.logs });
  await screen.findByText("Couldn't load audit logs");
  const general = await toastTitled('Something went wrong');
  expect(general.nextSibling?.textContent).toBe('Failed to load audit logs');
  answers.logs = { body: { logs: [entry('1')], totalCount: 1 } };
  await user.click(within(await walletPanel()).getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('button', { name: 'Entry 1' })).toBeTruthy();
});
