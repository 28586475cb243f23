import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderPage } from '../../../../test/render-page.tsx';
import { type ScriptedAnswer, scriptedFetch } from '../../../../test/scripted-fetch.ts';
import { portfolioAnswer, walletAnswer } from '../../../../test/wallet-answers.ts';
import type { FailureNotice } from '../../../shared/api/failure-notice.ts';
import { WalletsPage } from '../wallets-page.tsx';
import type { WalletsSearch } from '../wallets-search.ts';

const OUTBOUND = 'GET /wallets/outbound';
const REFRESH = 'POST /wallets/outbound/refresh';

type Scripted = ScriptedAnswer | (() => Promise<Response>);

let lastState: WalletsSearch;

function Page({ initial }: { readonly initial: WalletsSearch }) {
  const [state, setState] = useState(initial);
  lastState = state;
  return <WalletsPage state={state} onChange={setState} />;
}

const list = (wallets: readonly object[], other: object = {}) => ({
  wallets,
  totalValueUsd: '45678.9',
  isPartial: false,
  ...other,
});

async function renderOutbound(outbound: Scripted, state: WalletsSearch = {}, other: object = {}) {
  const answers: Record<string, Scripted> = {
    'GET /auth/csrf-cookie': {},
    [OUTBOUND]: outbound,
    'GET /wallets/inbound': { wallets: [], pagination: { totalCount: 1_234 } },
    ...other,
  };
  const network = scriptedFetch(answers);
  const notices: FailureNotice[] = [];
  await renderPage(<Page initial={state} />, network, {}, (notice) => notices.push(notice));
  return { answers, calls: network.calls, notices };
}

async function cellsOf(name: string | RegExp) {
  const row = (await screen.findByRole('button', { name })).closest('tr');
  return within(row as HTMLElement)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
}

const total = () => screen.findByRole('region', { name: 'Total Portfolio Value' });

afterEach(() => {
  vi.useRealTimers();
});

describe('OutboundWallets', () => {
  // @spec 2.119, 2.121
  it('shows both tabs with their counts, and six columns', async () => {
    await renderOutbound(list([walletAnswer(1), walletAnswer(2)]));
    expect(await screen.findByRole('tab', { name: 'Inbound (1,234)' })).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Wallet Management');
    expect(screen.getByRole('tab', { name: 'Outbound (2)', selected: true })).toBeTruthy();
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Network',
      'Address',
      'Native Balance',
      'Tokens',
      'Total Value',
      'Transactions',
    ]);
  });

  it('loads the open list first, then the other list for its count', async () => {
    const { calls } = await renderOutbound(list([]));
    await screen.findByRole('tab', { name: 'Inbound (1,234)' });
    expect(calls).toEqual([OUTBOUND, 'GET /wallets/inbound?limit=20&offset=0']);
  });

  // @spec 2.121
  it('shows the balances of a wallet', async () => {
    const token = { symbol: 'USDT', address: '0x1', balance: '1234.5', valueUsd: '1234.5' };
    const portfolio = portfolioAnswer({ tokens: [token, { ...token, symbol: 'USDC' }] });
    const transactionCounts = { mainnet: { confirmed: 1_234 }, testnet: { confirmed: 0 } };
    await renderOutbound(list([walletAnswer(1, { portfolio, transactionCounts })]));
    const cells = await cellsOf(/^Ethereum/);
    expect(cells.slice(1)).toEqual([
      expect.stringContaining('0x5290…0001'),
      '12.3457 ETH$45,678.90',
      '2',
      '$45,678.90',
      'Mainnet 1,234',
    ]);
    await userEvent.hover(screen.getByText('2'));
    expect((await screen.findByRole('tooltip')).textContent).toBe('ETH_USDT1,234.50ETH_USDC1,234.50');
  });

  it('copies the full address and links to the explorer', async () => {
    const { address, ...rest } = walletAnswer(1);
    await renderOutbound(
      list([{ ...rest, address, explorerUrl: `https://etherscan.io/address/${address}` }]),
    );
    expect(await screen.findByRole('button', { name: `Copy ${address}` })).toBeTruthy();
    const explorer = screen.getByRole('link', { name: `${address} in the explorer` });
    expect([explorer.getAttribute('href'), explorer.getAttribute('rel')]).toEqual([
      `https://etherscan.io/address/${address}`,
      'noopener noreferrer',
    ]);
  });

  // @spec 2.122
  it('shows the number of testnet transactions above zero', async () => {
    const transactionCounts = { mainnet: { confirmed: 5 }, testnet: { confirmed: 2 } };
    await renderOutbound(list([walletAnswer(1, { transactionCounts })]));
    expect((await cellsOf(/^Ethereum/))[5]).toBe('Mainnet 5 Testnet 2');
  });

  // @spec 9.35, 9.36
  it.each([
    ['MATIC', 'Polygon', 'POL'],
    ['BSC', 'BSC', 'BNB'],
    ['TRON', 'TRON', 'TRX'],
    ['SOL', 'SOL', '?'],
  ])('shows %s as %s with the icon of %s', async (blockchain, name, currency) => {
    await renderOutbound(list([walletAnswer(1, { blockchain })]));
    const opener = await screen.findByRole('button', { name: new RegExp(`^${name} `) });
    expect(opener.querySelector('svg')?.getAttribute('data-currency')).toBe(currency);
  });
});

describe('OutboundWallets with unknown values', () => {
  // @spec 2.123
  it.each([
    ['no portfolio', null, ['No data', '—', 'No data']],
    [
      'an error',
      portfolioAnswer({ native: null, totalValueUsd: null, error: 'The chain is down' }),
      ['Error loading', '—', 'Error loading'],
    ],
    [
      'no price',
      portfolioAnswer({ native: { symbol: 'ETH', balance: '1', valueUsd: null }, totalValueUsd: null }),
      ['1.0000 ETHNo data', '0', 'No data'],
    ],
    [
      'last known values',
      portfolioAnswer({ error: 'The chain is down', isPartial: true }),
      ['12.3457. Outdated: The chain is down ETH$45,678.90', '—', '$45,678.90. Outdated: The chain is down'],
    ],
    [
      'a part',
      portfolioAnswer({ isPartial: true }),
      ['12.3457 ETH$45,678.90', '0', '$45,678.90. Part of this value is unavailable.'],
    ],
  ])('marks the values of a wallet with %s', async (_, portfolio, expected) => {
    await renderOutbound(list([walletAnswer(1, { portfolio })]));
    expect((await cellsOf(/^Ethereum/)).slice(2, 5)).toEqual(expected);
  });

  it('shows the reason in a tooltip', async () => {
    const portfolio = portfolioAnswer({ native: null, totalValueUsd: null, error: 'The chain is down' });
    await renderOutbound(list([walletAnswer(1, { portfolio })]));
    await userEvent.hover((await screen.findAllByText('Error loading'))[0] as HTMLElement);
    expect((await screen.findByRole('tooltip')).textContent).toBe('The chain is down');
  });
});

describe('OutboundTotal', () => {
  // @spec 2.120
  it('shows its age', async () => {
    await renderOutbound(list([walletAnswer(1, { portfolio: portfolioAnswer() })]));
    expect((await total()).textContent).toContain('$45,678.90');
    expect((await total()).textContent).toContain('As of ');
    expect((await total()).querySelector('time')?.dateTime).toBe('2026-03-03T12:00:00.000Z');
    expect((await total()).textContent).not.toContain('Partial');
  });

  it('shows the ledger as its source', async () => {
    const portfolio = portfolioAnswer({ source: 'ledger' });
    await renderOutbound(list([walletAnswer(1, { portfolio })]));
    expect((await total()).textContent).toContain('Based on recorded transactions');
  });

  // @spec D.148
  it('explains why it is partial', async () => {
    const wallets = [walletAnswer(1, { portfolio: portfolioAnswer() }), walletAnswer(2)];
    await renderOutbound(list(wallets, { isPartial: true }));
    expect((await total()).textContent).toContain(
      'Partial. Value unavailable for 1 wallet. Affected: Ethereum.',
    );
  });

  it('shows no zero if no value is known', async () => {
    await renderOutbound(list([walletAnswer(1)], { totalValueUsd: '0', isPartial: true }));
    expect((await total()).textContent).toContain('No data');
    expect((await total()).textContent).not.toContain('$');
  });
});

// @spec 7.40
it('OutboundWallets accepts a response with the specified fields only', async () => {
  await renderOutbound({
    wallets: [
      { id: 7, address: 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC', blockchain: 'TRON', type: 'outbound' },
      {
        id: 8,
        address: '0xabc',
        blockchain: 'MATIC',
        portfolio: { native: { symbol: 'MATIC', balance: 0.00004, valueUsd: 3 }, totalValueUsd: 3 },
      },
    ],
    totalValueUsd: 3,
  });
  expect((await cellsOf(/^TRON/)).slice(1)).toEqual([
    expect.stringContaining('TJRyWw…tDeC'),
    'No data',
    '—',
    'No data',
    'Mainnet 0',
  ]);
  expect((await cellsOf(/^Polygon/)).slice(2, 5)).toEqual(['<0.0001 MATIC$3.00', '0', '$3.00']);
  expect((await total()).textContent).toContain('$3.00');
  expect(screen.queryByLabelText('Ledger vs. chain')).toBeNull();
});

describe('OutboundWallets refresh', () => {
  const wallet = (asOf: string) => list([walletAnswer(1, { portfolio: portfolioAnswer({ asOf }) })]);
  const clickRefresh = async () => userEvent.click(await screen.findByRole('button', { name: 'Refresh' }));
  const isBusy = () => screen.getByRole('button', { name: 'Refresh' }).getAttribute('aria-busy') === 'true';
  const reads = (calls: readonly string[]) => calls.filter((call) => call === OUTBOUND).length;

  it('refetches until the balances are new', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { answers, calls } = await renderOutbound(
      wallet('2026-03-03T12:00:00.000Z'),
      {},
      {
        [REFRESH]: { requestedAt: '2026-03-03T13:00:00.000Z' },
      },
    );
    await screen.findByRole('tab', { name: 'Inbound (1,234)' });
    await clickRefresh();
    await waitFor(() => expect(reads(calls)).toBe(2));
    expect(isBusy()).toBe(true);
    answers[OUTBOUND] = wallet('2026-03-03T13:00:00.500Z');
    await vi.advanceTimersByTimeAsync(1_000);
    await waitFor(() => expect(isBusy()).toBe(false));
    expect(reads(calls)).toBe(3);
    expect((await total()).textContent).not.toContain('Still waiting for some networks.');
  });

  it('shows that it is still waiting after five attempts', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { calls } = await renderOutbound(
      wallet('2026-03-03T12:00:00.000Z'),
      {},
      {
        [REFRESH]: { requestedAt: '2026-03-03T13:00:00.000Z' },
      },
    );
    await clickRefresh();
    await waitFor(() => expect(reads(calls)).toBe(2));
    for (const pauseMs of [1_000, 2_000, 3_000, 4_000]) {
      await vi.advanceTimersByTimeAsync(pauseMs);
    }
    await waitFor(() => expect(isBusy()).toBe(false));
    expect(reads(calls)).toBe(6);
    expect((await total()).textContent).toContain('Still waiting for some networks.');
  });

  // @spec 2.120
  it('stops when the screen is closed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { calls } = await renderOutbound(
      wallet('2026-03-03T12:00:00.000Z'),
      {},
      {
        [REFRESH]: { requestedAt: '2026-03-03T13:00:00.000Z' },
      },
    );
    await clickRefresh();
    await waitFor(() => expect(reads(calls)).toBe(2));
    cleanup();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(reads(calls)).toBe(2);
  });

  const cut = () => Promise.reject(new TypeError('cut'));

  it.each<[string, () => Scripted]>([
    ['has no such endpoint', () => Response.json({ status: 'not_found' }, { status: 404 })],
    ['responds with 401', () => Response.json({ status: 'unauthenticated' }, { status: 401 })],
    ['responds with 403', () => Response.json({ status: 'forbidden' }, { status: 403 })],
    ['rejects the request', () => Response.json({ message: 'No' }, { status: 400 })],
    ['responds with HTML', () => new Response('<html>')],
    ['closes the connection', () => cut],
  ])('refetches without an error if the server %s', async (_, answer) => {
    const { answers, calls, notices } = await renderOutbound(
      wallet('2026-03-03T12:00:00.000Z'),
      {},
      { [REFRESH]: answer() },
    );
    await screen.findByRole('tab', { name: 'Inbound (1,234)' });
    answers[OUTBOUND] = list([]);
    await clickRefresh();
    expect(await screen.findByText('No outbound wallets')).toBeTruthy();
    const asked = calls.slice(2).filter((call) => call !== 'GET /auth/csrf-cookie');
    expect([...new Set(asked)]).toEqual([REFRESH, OUTBOUND]);
    expect(notices).toEqual([]);
  });

  it('shows a failed refresh request, and refetches', async () => {
    const { answers, notices } = await renderOutbound(
      wallet('2026-03-03T12:00:00.000Z'),
      {},
      { [REFRESH]: Response.json({ status: 'internal_error' }, { status: 500 }) },
    );
    await screen.findByRole('tab', { name: 'Inbound (1,234)' });
    answers[OUTBOUND] = list([]);
    await clickRefresh();
    expect(await screen.findByText('No outbound wallets')).toBeTruthy();
    expect(notices.map(({ title }) => title)).toEqual(['Server Error']);
  });

  it('shows one error without a connection, and keeps the data', async () => {
    const { answers, notices } = await renderOutbound(
      wallet('2026-03-03T12:00:00.000Z'),
      {},
      { [REFRESH]: cut },
    );
    await screen.findByRole('tab', { name: 'Inbound (1,234)' });
    answers[OUTBOUND] = cut;
    await clickRefresh();
    expect(await screen.findByText('Failed to load outbound wallets')).toBeTruthy();
    expect(notices.map(({ title }) => title)).toEqual(['Network Error']);
    expect((await total()).textContent).toContain('$45,678.90');
  });
});

describe('OutboundWallets ledger filter', () => {
  it('filters from page 1, and can be removed', async () => {
    const { calls } = await renderOutbound(list([walletAnswer(1, { portfolio: portfolioAnswer() })]), {
      page: 1,
    });
    await userEvent.selectOptions(await screen.findByLabelText('Ledger vs. chain'), 'Mismatch');
    expect(lastState.ledger).toBe('unexplained');
    await waitFor(() =>
      expect(calls).toEqual([
        OUTBOUND,
        'GET /wallets/inbound?limit=20&offset=0',
        `${OUTBOUND}?ledger=unexplained`,
      ]),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter Ledger: Mismatch' }));
    expect(lastState.ledger).toBeUndefined();
  });

  it('does not change the total', async () => {
    const wallets = [1, 2].map((id) => walletAnswer(id, { portfolio: portfolioAnswer() }));
    const { answers, calls } = await renderOutbound(list(wallets, { totalValueUsd: '91357.80' }));
    await screen.findByRole('tab', { name: 'Inbound (1,234)' });
    answers[OUTBOUND] = list([walletAnswer(1)], { totalValueUsd: '0' });
    await userEvent.selectOptions(screen.getByLabelText('Ledger vs. chain'), 'Match');
    expect(await screen.findByRole('tab', { name: 'Outbound (1)' })).toBeTruthy();
    expect((await total()).textContent).toContain('$91,357.80');
    expect(calls.filter((call) => call === OUTBOUND)).toHaveLength(1);
  });

  it('does not change the total when it comes from the URL', async () => {
    const { calls } = await renderOutbound(list([walletAnswer(1, { portfolio: portfolioAnswer() })]), {
      ledger: 'equal',
    });
    await within(await total()).findByText('$45,678.90');
    expect(calls.slice(0, 2)).toEqual([`${OUTBOUND}?ledger=equal`, OUTBOUND]);
  });

  it('can be removed if the server rejects it', async () => {
    const { answers } = await renderOutbound(Response.json({}, { status: 400 }), { ledger: 'equal' });
    await screen.findByText("Couldn't load outbound wallets");
    answers[OUTBOUND] = list([]);
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter Ledger: Match' }));
    expect(await screen.findByText('No outbound wallets')).toBeTruthy();
  });

  it('shows that no wallet matches', async () => {
    await renderOutbound(list([]), { ledger: 'unexplained' });
    expect(await screen.findByText('No wallets found')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByText('No outbound wallets')).toBeTruthy();
  });
});

// @spec 9.5
it('OutboundWallets shows one page of many wallets', async () => {
  const wallets = Array.from({ length: 45 }, (_, position) => walletAnswer(position + 1));
  await renderOutbound(list(wallets), { page: 2 });
  expect(await screen.findByText('Showing 21 to 40 of 45 outbound wallets')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: /^Ethereum/ })).toHaveLength(20);
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(lastState).toMatchObject({ page: 3 });
  expect(screen.getAllByRole('button', { name: /^Ethereum/ })).toHaveLength(5);
});

// @spec 8.33
it('OutboundWallets shows a load failure on the page and in a toast', async () => {
  const { answers, calls } = await renderOutbound(Response.json({}, { status: 404 }));
  expect(await screen.findByText('Failed to load outbound wallets')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Total Portfolio Value' })).toBeNull();
  await waitFor(() => expect(calls).toEqual([OUTBOUND, 'GET /wallets/inbound?limit=20&offset=0']));
  answers[OUTBOUND] = list([]);
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('No outbound wallets')).toBeTruthy();
  expect((await total()).textContent).toContain('$45,678.90');
});

it('OutboundWallets treats a response without wallets as a failure', async () => {
  await renderOutbound({ wallets: [{ id: 7 }] });
  expect(await screen.findByText("Couldn't load outbound wallets")).toBeTruthy();
});
