import { ORDERS, TRANSACTIONS } from '@halyard/contract/runtime-settings';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderPage } from '../../../test/render-page.tsx';
import { type ScriptedAnswer, scriptedFetch } from '../../../test/scripted-fetch.ts';
import { setViewportWidth } from '../../../test/set-viewport-width.ts';
import { TransactionsPage } from './transactions-page.tsx';
import { parseTransactionsSearch, type TransactionsSearch } from './transactions-search.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const ORDER = '00000000-0000-4000-8000-00000000000a';
const HASH = `0x${'ab'.repeat(32)}`;

const transactionAnswer = (other: object = {}) => ({
  id: ID,
  direction: 'outgoing',
  status: 'confirmed',
  hash: HASH,
  amount: '1234.5',
  currency: 'USDT',
  usdAmount: '1234.567',
  type: 'payout',
  networkFee: '0.001',
  testnet: false,
  createdAt: '2026-03-03T12:04:05.678Z',
  relatedOrder: { uuid: ORDER, merchantOrderId: 'INV-1', status: 'paid' },
  wallet: {
    id: '7',
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
    network: 'ETH',
    type: 'outbound',
  },
  explorerUrl: `https://etherscan.io/tx/${HASH}`,
  ...other,
});

const page = (totalCount: number, ...transactions: object[]) => ({
  transactions,
  pagination: { totalCount },
  totalUsd: '98765432109876543.129999',
});

let lastState: TransactionsSearch;

function Page({ initial }: { readonly initial: TransactionsSearch }) {
  const [state, setState] = useState(initial);
  lastState = state;
  return <TransactionsPage state={state} onChange={setState} />;
}

async function renderTransactions(answer: ScriptedAnswer, state: TransactionsSearch = {}) {
  const network = scriptedFetch({ 'GET /transactions': answer });
  await renderPage(<Page initial={state} />, network, { screens: [ORDERS, TRANSACTIONS] });
  return network.calls;
}

beforeEach(() => setViewportWidth(1440));

describe('TransactionsPage', () => {
  it('shows the totals and links each transaction to its wallet, order and explorer', async () => {
    await renderTransactions(page(20_000_000, transactionAnswer()));
    expect(await screen.findByText('20,000,000')).toBeTruthy();
    expect(screen.getByText(/98,765,432,109,876,543.13/)).toBeTruthy();
    const row = within(screen.getByRole('row', { name: /Payout/ }));
    expect(row.getByText('Outgoing')).toBeTruthy();
    expect(row.getByText('$1,234.57')).toBeTruthy();
    expect(row.getByRole('link', { name: 'Wallet 0x5290…9EE7' }).getAttribute('href')).toBe(
      '/wallets?wallet=%227%22',
    );
    expect(row.getByRole('link', { name: 'INV-1' }).getAttribute('href')).toBe(`/orders?order=${ORDER}`);
    expect(row.getByRole('link', { name: 'Transaction in the explorer' }).getAttribute('href')).toBe(
      `https://etherscan.io/tx/${HASH}`,
    );
  });

  it('has common filters that one click sets and removes', async () => {
    await renderTransactions(page(1, transactionAnswer()), { from: '2026-03-01', status: 'confirmed' });
    const common = within(await screen.findByRole('group', { name: 'Common filters' }));
    for (const name of ['Payouts', 'Over $1,000', 'Last 7 days']) {
      await userEvent.click(common.getByRole('button', { name, pressed: false }));
    }
    expect(lastState).toMatchObject({ type: 'payout', minUsd: '1000', last: '7d', status: 'confirmed' });
    expect(lastState.from).toBeUndefined();
    await userEvent.click(common.getByRole('button', { name: 'Refunds' }));
    expect(lastState.type).toBe('refund');
    await userEvent.click(common.getByRole('button', { name: 'Over $1,000', pressed: true }));
    expect(lastState.minUsd).toBeUndefined();
  });

  it('hides an altered address, and what a transaction does not have', async () => {
    await renderTransactions(
      page(
        1,
        transactionAnswer({
          wallet: { id: '7', address: '', addressChanged: true, network: 'ETH' },
          relatedOrder: null,
          hash: null,
          usdAmount: null,
          explorerUrl: null,
        }),
      ),
    );
    expect((await screen.findByRole('link', { name: /altered/ })).getAttribute('href')).toBe(
      '/wallets?wallet=%227%22',
    );
    expect(screen.getByText('No hash yet')).toBeTruthy();
    expect(screen.queryByText(/Order/)).toBeNull();
  });

  it('shows the list of a server that sends no total in USD', async () => {
    const { totalUsd: _, ...body } = page(1, { id: ID });
    await renderTransactions(body);
    await screen.findByText('No hash yet');
    expect(screen.queryByText(/at the time of each transaction/)).toBeNull();
  });

  it('tells what was confirmed from the sum of all', async () => {
    await renderTransactions({ ...page(1, { id: ID }), totalUsd: '81116.7', confirmedUsd: '74721.36' });
    const total = (await screen.findByText('(at the time of each transaction)')).closest('p');
    expect(total?.textContent).toMatch(/^Confirmed \$74,721\.36 of \$81,116\.70 in total/);
  });

  it('applies every filter and goes to the first page', async () => {
    const calls = await renderTransactions(page(100, transactionAnswer()), { page: 3 });
    const user = userEvent.setup();
    const choose = async (name: string, option: string) =>
      await user.selectOptions(await screen.findByRole('combobox', { name }), option);
    await choose('Type', 'Payout');
    await choose('Direction', 'Outgoing');
    await choose('Status', 'Confirmed');
    await choose('Network', 'TRON');
    await choose('Currency', 'USDT');
    await choose('Wallets', 'Outbound');
    await choose('Testnet', 'Mainnet only');
    await choose('Time', 'Last 7 days');
    await user.type(screen.getByRole('textbox', { name: 'Minimum USD' }), '$1,000{Enter}');
    await user.type(screen.getByRole('textbox', { name: 'Maximum USD' }), '5000.5');
    await user.tab();
    expect(lastState).toEqual({
      page: undefined,
      type: 'payout',
      direction: 'outgoing',
      status: 'confirmed',
      network: 'TRON',
      currency: 'USDT',
      walletType: 'outbound',
      testnet: 'hide',
      last: '7d',
      minUsd: '1000',
      maxUsd: '5000.5',
    });
    await waitFor(() => expect(calls.at(-1)).toContain('maxUsd=5000.5'));
    const query = new URL(calls.at(-1)?.slice(4) ?? '', 'http://any').searchParams;
    expect(Object.fromEntries(query)).toEqual({
      limit: '20',
      offset: '0',
      type: 'payout',
      direction: 'outgoing',
      status: 'confirmed',
      network: 'TRON',
      currency: 'USDT',
      walletType: 'outbound',
      testnet: 'false',
      minUsd: '1000',
      maxUsd: '5000.5',
      from: expect.stringMatching(/^2/),
    });
  });

  it('marks text that is no amount and applies nothing', async () => {
    await renderTransactions(page(1, transactionAnswer()), { minUsd: '5' });
    const user = userEvent.setup();
    const field = await screen.findByRole('textbox', { name: 'Minimum USD' });
    await user.type(field, 'x{Enter}');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByRole('alert').textContent).toBe('Enter an amount such as 1000.50');
    expect(lastState.minUsd).toBe('5');
    await user.clear(field);
    await user.tab();
    expect(field.getAttribute('aria-invalid')).toBe('false');
    expect(lastState.minUsd).toBeUndefined();
  });

  it('says that no amount is between a maximum and a larger minimum', async () => {
    await renderTransactions(page(1, transactionAnswer()), { minUsd: '10', maxUsd: '9.5' });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe('The maximum is less than the minimum.');
    const maximum = screen.getByRole('textbox', { name: 'Maximum USD' });
    expect(maximum.getAttribute('aria-invalid')).toBe('true');
    expect(maximum.getAttribute('aria-describedby')).toBe(alert.id);
  });

  it('clears an amount, and all filters but the search at once', async () => {
    await renderTransactions(page(1, transactionAnswer()), {
      page: 2,
      search: '0xab',
      minUsd: '5',
      maxUsd: '9',
      status: 'confirmed',
      from: '2026-03-01',
    });
    const minimum = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Minimum USD' });
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter Minimum USD: 5' }));
    expect(lastState).toMatchObject({ search: '0xab', minUsd: undefined, maxUsd: '9' });
    expect([minimum.value, document.activeElement]).toEqual(['', minimum]);
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(lastState).toEqual({ search: '0xab' });
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
  });

  it('replaces a recent time by days', async () => {
    await renderTransactions(page(1, transactionAnswer()), { last: '7d' });
    fireEvent.change(await screen.findByLabelText('From'), { target: { value: '2026-03-01' } });
    expect(lastState).toMatchObject({ last: undefined, from: '2026-03-01' });
  });

  it('offers to show all transactions if none match', async () => {
    await renderTransactions(page(0), { search: 'x', type: 'fee' });
    await userEvent.click(await screen.findByRole('button', { name: 'Show all transactions' }));
    expect(lastState).toEqual({});
  });
});

describe('parseTransactionsSearch', () => {
  const withoutUndefined = (parameters: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(parseTransactionsSearch(parameters)).filter(([, value]) => value !== undefined),
    );

  it('keeps what the screen understands', () => {
    const parameters = {
      type: 'payout',
      direction: 'internal',
      walletType: 'inbound',
      last: '30d',
      minUsd: 1000,
    };
    expect(withoutUndefined(parameters)).toEqual({ ...parameters, minUsd: '1000' });
    expect(withoutUndefined({ from: '2026-03-01', maxUsd: '0.50' })).toEqual({
      from: '2026-03-01',
      maxUsd: '0.50',
    });
  });

  it('drops everything else', () => {
    expect(
      withoutUndefined({
        type: 'gift',
        minUsd: '-1',
        maxUsd: '1e3',
        last: '1y',
        currency: 7,
        network: 'SOL',
        a: 1,
      }),
    ).toEqual({});
  });
});
