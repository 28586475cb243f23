import { MERCHANT } from '@halyard/contract/runtime-settings';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openWalletPanel, walletDetailsAnswer, walletPanel } from '../../../../test/open-wallet-panel.ts';
import { renderPage } from '../../../../test/render-page.tsx';
import type { Answer } from '../../../../test/scripted-api.ts';
import { scriptedFetch } from '../../../../test/scripted-fetch.ts';
import { toastTitled } from '../../../../test/toasts.ts';
import { portfolioAnswer, walletAnswer } from '../../../../test/wallet-answers.ts';
import { WalletLock } from './wallet-lock.tsx';

const ADDRESS = walletAnswer(1).address;
const UUID = walletAnswer(1).uuid;

const section = async (name: string) => within(await walletPanel()).findByRole('region', { name });
const readSection = async (name: string) => {
  await section('Backups');
  return section(name);
};
const texts = (elements: readonly HTMLElement[]) => elements.map(({ textContent }) => textContent);
const cells = async () => {
  const table = await within(await walletPanel()).findByRole('table', { name: 'Assets' });
  return within(table)
    .getAllByRole('row')
    .map((row) => texts(within(row).queryAllByRole('cell')));
};
const openWith = (other: object) =>
  openWalletPanel('', { 'GET /wallets/1': { body: walletDetailsAnswer(other) } });

describe('WalletHeader', () => {
  // @spec 2.131
  it('shows the fields of the wallet, each with a copy button', async () => {
    const { user } = await openWith({ explorerUrl: `https://etherscan.io/address/${ADDRESS}` });
    const panel = within(await walletPanel());
    await panel.findByText('Never backed up');
    for (const text of ['Ethereum', 'Outbound', '1', UUID, ADDRESS]) {
      await user.click(panel.getByRole('button', { name: `Copy ${text}` }));
      expect(await navigator.clipboard.readText()).toBe(text);
    }
    expect(panel.getByRole('button', { name: 'Copy 2026-03-03T12:04:05.678Z' })).toBeTruthy();
    expect(panel.getByText(ADDRESS)).toBeTruthy();
    const link = panel.getByRole('link', { name: 'Address in the explorer' });
    expect(link.getAttribute('href')).toBe(`https://etherscan.io/address/${ADDRESS}`);
    expect(panel.getByRole('button', { name: 'Backup' })).toBeTruthy();
  });

  it('shows no address and no link if the address was changed outside the product', async () => {
    await openWith({ address: '', addressChanged: true, explorerUrl: null });
    const panel = within(await walletPanel());
    expect(await panel.findByText('Address altered')).toBeTruthy();
    expect(panel.queryByRole('link')).toBeNull();
  });

  it('links only to http and https addresses', async () => {
    await openWith({ explorerUrl: 'javascript:alert(1)' });
    expect(await section('Backups')).toBeTruthy();
    expect(within(await walletPanel()).queryByRole('link')).toBeNull();
  });

  it('disables the backup if the key is not stored', async () => {
    await openWith({ isPrivateKeyHeld: false });
    expect((await section('Backups')).textContent).toContain("its private key isn't stored");
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Backup' })).disabled).toBe(true);
  });
});

// @spec 2.135, 2.138
it('WalletPanel shows tabs with counts, and stores the open tab in the URL', async () => {
  const { user, address } = await openWalletPanel('', {
    'GET /wallets/1/transactions': {
      body: { transactions: [], pagination: { totalCount: 1234, nextCursor: null } },
    },
    'GET /audit-logs': { body: { logs: [], totalCount: 7 } },
  });
  const panel = within(await walletPanel());
  await panel.findByRole('tab', { name: 'Transactions (1,234)' });
  await panel.findByRole('tab', { name: 'Audit Logs (7)' });
  await user.click(panel.getByRole('tab', { name: /^Audit Logs/ }));
  await waitFor(() => expect(address()).toBe('/wallets?wallet=1&tab=audit-logs'));
});

describe('WalletPortfolio', () => {
  // @spec 2.133, 9.31
  it('shows balances with 4 and 2 decimals, and values with 2', async () => {
    await openWith({
      portfolio: portfolioAnswer({
        tokens: [
          { symbol: 'USDT', address: '0xdAC1', balance: '1000000.005', valueUsd: '1000000.005' },
          { symbol: 'NEW', address: null, balance: '0.001', valueUsd: null },
        ],
        totalValueUsd: '1045678.905',
        isPartial: true,
      }),
    });
    expect(await cells()).toEqual([
      [],
      ['12.3457', '$45,678.90'],
      ['1,000,000.01', '$1,000,000.01'],
      ['<0.01', 'No data'],
    ]);
    const portfolio = await section('Portfolio');
    expect(portfolio.textContent).toContain('Total Value$1,045,678.91');
    expect(portfolio.textContent).toContain('Partial');
    expect(portfolio.textContent).toContain('not included in the total');
    expect(portfolio.textContent).toContain('ETH_USDT');
    expect(portfolio.textContent).toContain('From the chain, as of ');
    expect(portfolio.textContent).toContain('block 19000000');
    expect(portfolio.textContent).toContain('Outdated');
  });

  it('shows a failed refresh, and keeps the last known balances', async () => {
    await openWith({
      portfolio: portfolioAnswer({ error: 'the node did not answer', isPartial: true }),
    });
    const portfolio = await readSection('Portfolio');
    expect(portfolio.textContent).toContain("Couldn't load the latest values: the node did not answer");
    expect(portfolio.textContent).not.toContain('not included in the total');
    expect(await cells()).toEqual([[], ['12.3457', '$45,678.90']]);
  });

  it.each([
    [null, 'No data'],
    ['timed out', 'Error loading'],
  ])('shows for missing balances with the error %j: %s', async (error, text) => {
    await openWith({
      portfolio: portfolioAnswer({
        native: null,
        totalValueUsd: null,
        error,
        isPartial: true,
        source: null,
        asOf: null,
      }),
    });
    await section('Backups');
    expect(await cells()).toEqual([[], [text, text]]);
    expect((await section('Portfolio')).textContent).toContain(`Total Value${text}`);
  });

  it('shows a skeleton until the wallet has loaded', async () => {
    const read = Promise.withResolvers<void>();
    await openWalletPanel('&type=inbound', {
      'GET /wallets/inbound': {
        body: {
          wallets: [{ ...walletAnswer(1), type: 'inbound', portfolio: null }],
          pagination: { totalCount: 1 },
        },
      },
      'GET /wallets/1': { status: 503, after: read.promise },
    });
    const portfolio = await section('Portfolio');
    expect(portfolio.textContent).not.toContain('No data');
    read.resolve();
    expect(await within(await section('Portfolio')).findByRole('button', { name: 'Retry' })).toBeTruthy();
    expect((await section('Portfolio')).textContent).toContain("Couldn't load balances");
  });

  it('shows the ledger as its source', async () => {
    await openWith({ portfolio: portfolioAnswer({ source: 'ledger' }) });
    const portfolio = await readSection('Portfolio');
    expect(portfolio.textContent).toContain('Based on recorded transactions');
    expect(portfolio.textContent).not.toContain('Outdated');
  });

  it('requests new balances, and shows them when they arrive', async () => {
    const requestedAt = '2026-03-03T13:00:00.000Z';
    const newer = portfolioAnswer({ totalValueUsd: '7.00', asOf: requestedAt });
    let readsSince = -1;
    const { user, asked } = await openWalletPanel('', {
      'GET /wallets/1': () => {
        readsSince += readsSince < 0 ? 0 : 1;
        // The first response still has the old balances.
        return { body: walletDetailsAnswer(readsSince > 1 ? { portfolio: newer } : {}) };
      },
      'POST /wallets/1/refresh': () => {
        readsSince = 0;
        return { status: 202, body: { requestedAt } };
      },
    });
    await section('Backups');
    const lists = () => asked().filter((call) => call.startsWith('GET /wallets/outbound')).length;
    const before = lists();
    await user.click(within(await section('Portfolio')).getByRole('button', { name: 'Refresh' }));
    expect(await within(await walletPanel()).findByText('$7.00')).toBeTruthy();
    expect(asked().filter((call) => call === 'POST /wallets/1/refresh')).toHaveLength(1);
    expect(screen.queryByText('Still waiting for the network.')).toBeNull();
    // The list refetches too.
    await waitFor(() => expect(lists()).toBeGreaterThan(before));
  });

  it('refetches without a refresh call if the server has none', async () => {
    const { user, asked } = await openWalletPanel('');
    const reads = () => asked().filter((call) => call === 'GET /wallets/1').length;
    const refresh = within(await readSection('Portfolio')).getByRole('button', { name: 'Refresh' });
    const before = reads();
    await user.click(refresh);
    await waitFor(() => expect(reads()).toBe(before + 1));
    expect(document.querySelector('[data-sonner-toast]')).toBeNull();
  });
});

it('WalletLedger compares the ledger with the chain, asset by asset', async () => {
  const row = (symbol: string, ledgerBalance: string, inFlight: string, verdict: string) => ({
    symbol,
    chainBalance: '10.123456789',
    ledgerBalance,
    inFlight,
    verdict,
  });
  await openWith({
    ledger: [
      row('ETH', '10.123456789', '0', 'equal'),
      row('USDT', '9', '-1.123456789', 'in_flight'),
      row('USDC', '7', '0', 'unexplained'),
    ],
  });
  const items = within(await section('Ledger vs. chain')).getAllByRole('listitem');
  expect(texts(items)).toEqual([
    'ETHMatchChain10.12345679Ledger10.12345679Pending0',
    'USDTPendingChain10.12345679Ledger9Pending-1.12345679',
    'USDCMismatchChain10.12345679Ledger7Pending0',
  ]);
});

describe('WalletLock', () => {
  it.each([
    [[MERCHANT], `/merchants?merchant=${UUID}`],
    [[], undefined],
  ])('links to the merchant if its panel is announced: %j', async (screens, href) => {
    const lock = { merchantId: UUID, currency: null, networkId: null, lockedAt: null };
    await renderPage(<WalletLock lock={lock} failed={false} />, scriptedFetch({}), { screens });
    expect(await screen.findByRole('button', { name: `Copy ${UUID}` })).toBeTruthy();
    expect(screen.queryByRole('link', { name: UUID })?.getAttribute('href')).toBe(href);
  });

  // @spec 2.134
  it('shows merchant, currency, network and time of the lock', async () => {
    await openWith({
      currentLock: {
        merchantId: 'merchant-7',
        currency: 'USDT',
        networkId: 'eth-mainnet',
        lockedAt: '2026-03-03T12:04:05.678Z',
      },
    });
    const lock = await readSection('Current Lock');
    expect(texts(within(lock).getAllByRole('term'))).toEqual([
      'Merchant ID',
      'Currency',
      'Network ID',
      'Locked At',
    ]);
    expect(within(lock).getByRole('button', { name: 'Copy merchant-7' })).toBeTruthy();
    expect(within(lock).queryByRole('link')).toBeNull();
    expect(lock.textContent).toContain('eth-mainnet');
    expect(lock.textContent).toMatch(/2026-03-03 \d\d:\d4/);
  });

  it('shows that the wallet is not locked', async () => {
    await openWalletPanel();
    expect((await readSection('Current Lock')).textContent).toBe('Current LockNot locked');
    expect(screen.queryByRole('region', { name: 'Ledger vs. chain' })).toBeNull();
  });
});

it.each([
  [0, 'Never backed up'],
  [1, 'Backed up once, last on 2026-03-03'],
  [3, 'Backed up 3 times, last on 2026-03-03'],
])('WalletOverview shows %i backups', async (count, text) => {
  await openWith({ backups: { count, lastAt: count === 0 ? null : '2026-03-03T12:04:05.678Z' } });
  expect((await section('Backups')).textContent).toContain(text);
});

describe('WalletPanel from a link', () => {
  it('shows that the wallet does not exist', async () => {
    await openWalletPanel('', {
      'GET /wallets/1': { status: 404 },
      'GET /wallets/outbound': { status: 404 },
    });
    const [panel, general] = await Promise.all([walletPanel(), toastTitled('Something went wrong')]);
    expect(general.nextSibling?.textContent).toBe('Failed to load the wallet');
    expect(await within(panel).findByText('Wallet not found')).toBeTruthy();
  });

  it('shows the data of the list if the wallet cannot be loaded', async () => {
    await openWalletPanel('', { 'GET /wallets/1': { status: 503 } });
    const panel = within(await walletPanel());
    expect(await panel.findByText(ADDRESS)).toBeTruthy();
    expect(await panel.findByText("Couldn't load the current lock.")).toBeTruthy();
  });

  it('retries after a failure', async () => {
    const answers: { wallet: Answer } = { wallet: { status: 503 } };
    const { user } = await openWalletPanel('', {
      'GET /wallets/1': () => answers.wallet,
      'GET /wallets/outbound': { status: 404 },
    });
    const panel = within(await walletPanel());
    await panel.findByText("Couldn't load this wallet");
    answers.wallet = { body: walletDetailsAnswer() };
    await user.click(panel.getByRole('button', { name: 'Retry' }));
    expect(await panel.findByText(ADDRESS)).toBeTruthy();
  });
});

// @spec 7.43
it('WalletPanel accepts a wallet with the specified fields only', async () => {
  await openWalletPanel('', {
    'GET /wallets/1': {
      body: {
        id: 1,
        address: ADDRESS,
        blockchain: 'MATIC',
        portfolio: {
          native: { symbol: 'MATIC', balance: 1.5, valueUsd: 0.75 },
          tokens: [],
          totalValueUsd: 0.75,
        },
      },
    },
    'GET /wallets/1/transactions': { status: 404 },
    'GET /audit-logs': { status: 404 },
  });
  const panel = await walletPanel();
  expect(await cells()).toEqual([[], ['1.5000', '$0.75']]);
  expect(panel.textContent).toContain('Polygon');
  expect(panel.textContent).toContain('Not locked');
  expect(within(panel).queryByRole('region', { name: 'Backups' })).toBeNull();
});

describe('WalletsPage', () => {
  it('shows the inbound list behind an inbound wallet if the URL names no list', async () => {
    const { address } = await openWalletPanel('&tab=transactions', {
      'GET /wallets/1': { body: walletDetailsAnswer({ type: 'inbound' }) },
    });
    expect(await screen.findByRole('tab', { name: /^Inbound/, selected: true })).toBeTruthy();
    expect(address()).toBe('/wallets?wallet=1&tab=transactions&type=inbound');
    expect(await walletPanel()).toBeTruthy();
  });
});
