import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { renderPage } from '../../../../test/render-page.tsx';
import { type ScriptedAnswer, scriptedFetch } from '../../../../test/scripted-fetch.ts';
import { portfolioAnswer, walletAnswer } from '../../../../test/wallet-answers.ts';
import { WalletsPage } from '../wallets-page.tsx';
import type { WalletsSearch } from '../wallets-search.ts';

const INBOUND = 'GET /wallets/inbound';

let lastState: WalletsSearch;

function Page({ initial }: { readonly initial: WalletsSearch }) {
  const [state, setState] = useState(initial);
  lastState = state;
  return <WalletsPage state={state} onChange={setState} />;
}

const page = (totalCount: number, ...wallets: object[]) => ({ wallets, pagination: { totalCount } });

async function renderInbound(
  inbound: ScriptedAnswer,
  state: WalletsSearch = {},
  outbound: readonly object[] = [],
) {
  const answers: Record<string, ScriptedAnswer> = {
    [INBOUND]: inbound,
    'GET /wallets/outbound': { wallets: outbound, totalValueUsd: '0', isPartial: false },
  };
  const network = scriptedFetch(answers);
  await renderPage(<Page initial={{ type: 'inbound', ...state }} />, network);
  return {
    answers,
    calls: network.calls,
    asked: () => network.calls.filter((call) => call.includes('inbound')),
  };
}

describe('InboundWallets', () => {
  // @spec 2.127, 7.42
  it('shows four columns, and the counts of both tabs', async () => {
    await renderInbound(page(1_234, walletAnswer(1)), {}, [walletAnswer(9)]);
    expect(await screen.findByRole('tab', { name: 'Outbound (1)' })).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Inbound (1,234)', selected: true })).toBeTruthy();
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Network',
      'Address',
      'Created',
      'Transactions',
    ]);
  });

  // @spec 9.29
  it('shows the creation time, with UTC in a tooltip', async () => {
    await renderInbound(page(1, walletAnswer(1, { blockchain: 'TRON' })));
    const row = (await screen.findByRole('button', { name: /^TRON/ })).closest('tr') as HTMLElement;
    const created = within(row).getByText(/^2026-03-03 \d\d:\d\d$/);
    await userEvent.hover(created);
    expect((await screen.findByRole('tooltip')).textContent).toBe('2026-03-03 12:04:05 UTC');
    expect(within(row).getAllByRole('cell').at(-1)?.textContent).toBe('Mainnet 0');
  });
});

// @spec 7.41
it('InboundWallets loads the page, search and filters of the URL', async () => {
  const { calls } = await renderInbound(page(90, walletAnswer(1)), {
    page: 3,
    search: '0xAb',
    network: 'POLYGON',
    ledger: 'in_flight',
  });
  await screen.findByRole('button', { name: /^Ethereum/ });
  expect(calls[0]).toBe(`${INBOUND}?limit=20&offset=40&blockchain=POLYGON&search=0xAb&ledger=in_flight`);
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('0xAb');
});

describe('InboundWallets filters', () => {
  // @spec 2.125
  it('searches while typing, and returns to page 1', async () => {
    const { asked } = await renderInbound(page(90, walletAnswer(1)), { page: 3 });
    await userEvent.type(await screen.findByPlaceholderText('Search by address...'), ' 0xAb ');
    await waitFor(() => expect(lastState).toEqual({ type: 'inbound', search: '0xAb' }));
    await waitFor(() =>
      expect(asked()).toEqual([`${INBOUND}?limit=20&offset=40`, `${INBOUND}?limit=20&offset=0&search=0xAb`]),
    );
  });

  // @spec 2.126, 9.11
  it('filters by network', async () => {
    const { asked } = await renderInbound(page(90, walletAnswer(1)), { page: 3, search: 'a' });
    const networks = await screen.findByLabelText('Network');
    expect(
      within(networks)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['All Networks', 'Ethereum', 'Polygon', 'BSC', 'TRON']);
    await userEvent.selectOptions(networks, 'Polygon');
    expect(lastState).toEqual({ type: 'inbound', search: 'a', network: 'POLYGON' });
    await waitFor(() => expect(asked().at(-1)).toContain('&blockchain=POLYGON&search=a'));
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter Network: Polygon' }));
    expect(lastState).toEqual({ type: 'inbound', search: 'a' });
  });

  it('offers the ledger filter if balances come from a chain', async () => {
    const outbound = [walletAnswer(9, { portfolio: portfolioAnswer() })];
    await renderInbound(page(90, walletAnswer(1)), {}, outbound);
    await userEvent.selectOptions(await screen.findByLabelText('Ledger vs. chain'), 'Pending');
    expect(lastState).toEqual({ type: 'inbound', ledger: 'in_flight' });
  });

  it('hides the ledger filter without balances from a chain', async () => {
    const outbound = [walletAnswer(9, { portfolio: portfolioAnswer({ source: 'ledger' }) })];
    await renderInbound(page(90, walletAnswer(1)), {}, outbound);
    await screen.findByRole('tab', { name: 'Outbound (1)' });
    expect(screen.queryByLabelText('Ledger vs. chain')).toBeNull();
  });
});

// @spec 2.129, 9.5
it('InboundWallets keeps its filters across pages', async () => {
  await renderInbound(page(50, walletAnswer(1)), { search: 'a', network: 'TRON' });
  expect(await screen.findByText('Showing 1 to 20 of 50 inbound wallets')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(lastState).toEqual({ type: 'inbound', search: 'a', network: 'TRON', page: 2 });
});

it('InboundWallets drops its filters when the tab changes', async () => {
  const { calls } = await renderInbound(page(50, walletAnswer(1)), { search: 'a', page: 2, wallet: '1' });
  await userEvent.click(await screen.findByRole('tab', { name: /^Outbound/ }));
  expect(lastState).toEqual({});
  expect(await screen.findByText('No outbound wallets')).toBeTruthy();
  await waitFor(() => expect(calls).toContain(`${INBOUND}?limit=20&offset=0`));
});

describe('InboundWallets without rows', () => {
  // @spec 2.128
  it.each([{ search: 'zzz' }, { network: 'TRON' as const }, { ledger: 'equal' as const }])(
    'shows that no wallet matches %j, and clears the search and filters',
    async (state) => {
      await renderInbound(page(0), state);
      expect(await screen.findByText('No wallets found')).toBeTruthy();
      await userEvent.click(screen.getByRole('button', { name: 'Show all wallets' }));
      expect(lastState).toEqual({ type: 'inbound' });
    },
  );

  // @spec 2.128
  it('shows that there are no inbound wallets', async () => {
    await renderInbound(page(0));
    expect(await screen.findByText('No inbound wallets')).toBeTruthy();
  });

  it('offers the last page if the requested page is past the end', async () => {
    await renderInbound(page(45), { page: 9 });
    await userEvent.click(await screen.findByRole('button', { name: 'Go to the last page' }));
    expect(lastState).toEqual({ type: 'inbound', page: 3 });
  });
});

// @spec 8.34
it('InboundWallets shows a load failure on the page and in a toast', async () => {
  const { answers } = await renderInbound(Response.json({}, { status: 404 }));
  expect(await screen.findByText('Failed to load inbound wallets')).toBeTruthy();
  answers[INBOUND] = page(1, walletAnswer(1));
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('button', { name: /^Ethereum/ })).toBeTruthy();
});

// @spec 2.130
it('InboundWallets opens the panel of a row', async () => {
  await renderInbound(page(2, walletAnswer(1), walletAnswer(2)));
  await userEvent.click(await screen.findByRole('button', { name: 'Ethereum 0x5290…0002' }));
  expect(lastState).toMatchObject({ type: 'inbound', wallet: '2' });
  expect(screen.getByRole('dialog', { name: 'Wallet Details' })).toBeTruthy();
});
