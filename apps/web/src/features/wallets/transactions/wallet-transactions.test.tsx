import { DEFAULT_RUNTIME_SETTINGS, TRANSACTIONS } from '@halyard/contract/runtime-settings';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  openWalletPanel,
  transactionAnswer,
  transactionsAnswer,
  walletDetailsAnswer,
  walletPanel,
} from '../../../../test/open-wallet-panel.ts';
import type { Answer, Answers } from '../../../../test/scripted-api.ts';
import { portfolioAnswer } from '../../../../test/wallet-answers.ts';

const LIST = 'GET /wallets/1/transactions';
const HASH = `0x${'ab'.repeat(32)}`;

const open = (answers: Answers, search = '') => openWalletPanel(`&tab=transactions${search}`, answers);
const items = async () =>
  within(await screen.findByRole('list', { name: 'Transactions' })).findAllByRole('listitem');

describe('TransactionItem', () => {
  // @spec 2.137, 9.32
  it('shows all fields of a transaction', async () => {
    await open({ [LIST]: transactionsAnswer(transactionAnswer()) });
    const [item] = await items();
    expect(item?.textContent).toMatch(
      /^Incoming Payment1,234\.50 USDTConfirmed\$1,234\.500xabab…abab2026-03-03 \d\d:\d4OrderM-1PaidFee 0\.000021 ETH$/,
    );
    const { getByRole } = within(item as HTMLElement);
    expect(getByRole('button', { name: 'Copy hash' })).toBeTruthy();
    expect(getByRole('button', { name: 'Copy order id' })).toBeTruthy();
  });

  it('copies the full hash', async () => {
    const { user } = await open({ [LIST]: transactionsAnswer(transactionAnswer()) });
    await user.click(await screen.findByRole('button', { name: 'Copy hash' }));
    expect(await navigator.clipboard.readText()).toBe(HASH);
  });

  // @spec 3.19, 9.30, 9.33
  it('labels every direction, type and status', async () => {
    const expected: readonly (readonly [object, string])[] = [
      [{ direction: 'outgoing', type: 'gas_topup' }, 'Outgoing Gas top-up'],
      [{ direction: 'internal', type: 'sweep' }, 'Internal Sweep'],
      [{ direction: 'sideways', type: 'mystery' }, 'sideways mystery'],
      [{ status: 'dropped' }, 'Dropped'],
      [{ status: 'odd_status' }, 'odd_status'],
      [{ testnet: true }, 'Testnet'],
      [{ hash: null }, 'No hash yet'],
      [{ usdAmount: null }, 'USD value unavailable'],
      [{ networkFee: null }, 'Fee —'],
      [{ relatedOrder: null }, 'No related order'],
      [{ relatedOrder: { merchantOrderId: 'M-2', status: 'expired' } }, 'OrderM-2Expired'],
      [{ currency: 'ETH', amount: '0.123456789012345678' }, '0.12345679 ETH'],
      [{ currency: 'ETH', amount: '0.000000000000000001' }, '<0.00000001 ETH'],
      [{ currency: 'ETH_USDC', amount: '12.345' }, '12.35 ETH_USDC'],
      [{ networkFee: '0.0000001' }, 'Fee <0.000001 ETH'],
      [{ amount: 12.5, usdAmount: 12.5 }, '12.50 USDT'],
    ];
    await open({
      [LIST]: transactionsAnswer(
        ...expected.map(([other], position) => transactionAnswer({ id: `${position}`, ...other })),
      ),
    });
    const texts = (await items()).map(({ textContent }) => textContent);
    for (const [position, [, text]] of expected.entries()) {
      expect(texts[position]).toContain(text);
    }
  });

  it.each([
    ['https://etherscan.io/tx/{hash}', `https://etherscan.io/tx/${HASH}`],
    ['javascript:alert("{hash}")', undefined],
    [null, undefined],
  ])('links the hash, with the explorer URL %j, to %j', async (transactionExplorerUrl, href) => {
    await open({
      'GET /wallets/1': { body: walletDetailsAnswer({ transactionExplorerUrl }) },
      [LIST]: transactionsAnswer(transactionAnswer()),
    });
    const [item] = await items();
    await within(await walletPanel()).findByRole('tab', { name: 'Transactions (1)' });
    expect(
      within(item as HTMLElement)
        .queryByRole('link')
        ?.getAttribute('href'),
    ).toBe(href);
  });

  it('shows a transaction without any field', async () => {
    await open({ [LIST]: transactionsAnswer({}) });
    expect((await items())[0]?.textContent).toContain('No data');
  });
});

describe('TransactionFilters', () => {
  // @spec 7.44
  it('filters from page 1, and stores the filters in the URL', async () => {
    const { user, address, asked } = await open(
      { [LIST]: transactionsAnswer(transactionAnswer()) },
      '&txPage=1',
    );
    await items();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'Gas top-up');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Currency' }), 'USDT');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Failed');
    await waitFor(() =>
      expect(asked()).toContain(`${LIST}?limit=20&offset=0&type=gas_topup&currency=USDT&status=failed`),
    );
    for (const parameter of ['txType=gas_topup', 'txCurrency=USDT', 'txStatus=failed']) {
      expect(address()).toContain(parameter);
    }
    await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'All types');
    await waitFor(() => expect(address()).not.toContain('txType'));
  });

  it('reads the filters from the URL, and drops invalid ones', async () => {
    const { asked } = await open(
      { [LIST]: transactionsAnswer(transactionAnswer()) },
      '&txCurrency=TRON_USDT&txType=theft&txStatus=%3Cb%3E&txPage=-1',
    );
    await items();
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Currency' }).value).toBe('TRON_USDT');
    expect(asked()).toContain(`${LIST}?limit=20&offset=0&currency=TRON_USDT`);
  });

  it('filters by days and searches, if the server has the list of all transactions', async () => {
    const { user, address, asked, services } = await open(
      { [LIST]: transactionsAnswer(transactionAnswer()) },
      '&txPage=1',
    );
    await items();
    expect(screen.queryByRole('searchbox', { name: 'Search transactions' })).toBeNull();
    act(() => services.runtimeSettings.set({ ...DEFAULT_RUNTIME_SETTINGS, screens: [TRANSACTIONS] }));
    fireEvent.change(await screen.findByLabelText('From'), { target: { value: '2026-03-01' } });
    await waitFor(() => expect(address()).toContain('txFrom'));
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-03-02' } });
    await user.type(screen.getByRole('searchbox', { name: 'Search transactions' }), '0xab{Enter}');
    const [from, to] = ['2026-03-01', '2026-03-03'].map((day) => new Date(`${day}T00:00:00`).toISOString());
    await waitFor(() => {
      const query = new URL(asked().at(-1)?.slice(4) ?? '', 'http://any').searchParams;
      expect(Object.fromEntries(query)).toEqual({ limit: '20', offset: '0', search: '0xab', from, to });
    });
    for (const parameter of ['txFrom=2026-03-01', 'txTo=2026-03-02', 'txSearch=0xab']) {
      expect(address()).toContain(parameter);
    }
  });

  it('filters by a currency with an unusual symbol', async () => {
    const native = { symbol: 'stETH', balance: '1', valueUsd: null };
    const { user, address, asked } = await open({
      'GET /wallets/1': { body: walletDetailsAnswer({ portfolio: { ...portfolioAnswer(), native } }) },
      [LIST]: transactionsAnswer(transactionAnswer()),
    });
    await items();
    const currency = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Currency' });
    await within(currency()).findByRole('option', { name: 'stETH' });
    await user.selectOptions(currency(), 'stETH');
    await waitFor(() => expect(asked()).toContain(`${LIST}?limit=20&offset=0&currency=stETH`));
    expect(currency().value).toBe('stETH');
    expect(address()).toContain('txCurrency=stETH');
  });

  it('clears filters that match nothing', async () => {
    const { user } = await open(
      {
        [`${LIST}?limit=20&offset=0&type=fee`]: transactionsAnswer(),
        [LIST]: transactionsAnswer(transactionAnswer()),
      },
      '&txType=fee',
    );
    await screen.findByText('No transactions found');
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await items()).toHaveLength(1);
  });
});

// @spec 2.136, 7.45, 9.6
it('WalletTransactions stores the page in the URL', async () => {
  const page = (number: number) => ({
    body: {
      transactions: [transactionAnswer({ id: `${number}`, currency: `PAGE${number}` })],
      pagination: { totalCount: 45, nextCursor: null },
    },
  });
  const { user, address } = await open({
    [LIST]: page(1),
    [`${LIST}?limit=20&offset=20`]: page(2),
  });
  expect(await screen.findByText('Showing 1 to 20 of 45 transactions')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(async () => expect((await items())[0]?.textContent).toContain('PAGE2'));
  expect(address()).toContain('txPage=2');
});

it('WalletTransactions shows that there are no transactions yet', async () => {
  await open({});
  expect(await screen.findByText('No transactions yet')).toBeTruthy();
});

// @spec 8.35
it('WalletTransactions shows a load failure once, and retries', async () => {
  const answers: { list: Answer } = { list: { status: 404 } };
  const { user } = await open({ [LIST]: () => answers.list });
  expect(await screen.findByText("Couldn't load transactions")).toBeTruthy();
  answers.list = transactionsAnswer(transactionAnswer());
  expect(await screen.findAllByText('Failed to load transactions')).toHaveLength(1);
  await user.click(within(await walletPanel()).getByRole('button', { name: 'Retry' }));
  expect(await items()).toHaveLength(1);
});
