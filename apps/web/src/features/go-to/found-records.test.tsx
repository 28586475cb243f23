import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openGoTo } from '../../../test/open-go-to.ts';
import { userAt, uuidOf } from '../../../test/open-users.ts';
import { toastTitled } from '../../../test/toasts.ts';
import { walletAnswer } from '../../../test/wallet-answers.ts';

const MERCHANT = { uuid: 'm', name: 'Ada & Sons', creatorEmail: 'ada@example.com', deletedAt: null };
const refused = (status: number) => ({ status, body: { status: 'x', message: 'No' } });

const ALL = {
  'GET /users': {
    body: { users: [userAt(0), userAt(1, { blockedAt: '2026-04-01T08:30:00.000Z' })], totalCount: 2 },
  },
  'GET /merchants': { body: { merchants: [MERCHANT], totalCount: 9 } },
};

const WALLETS = {
  'GET /wallets/outbound': { body: { wallets: [walletAnswer(1), walletAnswer(2)], totalValueUsd: '0' } },
  'GET /wallets/inbound': {
    body: { wallets: [walletAnswer(12, { type: 'inbound' })], pagination: { totalCount: 1 } },
  },
};

describe('GoToDialog record search', () => {
  it('searches users and merchants shortly after the last change', async () => {
    const { user, option, labels, state, searched } = await openGoTo(ALL);
    await user.keyboard('ada');
    await option('Ada user0@example.com');
    expect(labels()).toEqual([
      'Ada user0@example.com',
      'Bob Blocked · user1@example.com',
      'Ada & Sons ada@example.com',
      'See all 9 merchants matching “ada”',
    ]);
    expect(searched()).toEqual([
      'GET /users?limit=5&offset=0&search=ada&includeDeleted=false',
      'GET /merchants?limit=5&offset=0&search=ada&includeDeleted=false',
    ]);
    expect(state()).toBe('4 results.');
  });

  it('does not search for a single letter', async () => {
    const { user, asked, state } = await openGoTo(ALL);
    await user.keyboard('ad{Backspace}');
    await waitFor(() => expect(state()).not.toBe('Searching...'));
    await user.keyboard('{Backspace}bob');
    await screen.findByRole('option', { name: 'Ada user0@example.com' });
    expect(asked().filter((call) => call.includes('search=a'))).toEqual([]);
  });

  it('searches wallets if the text looks like part of an address', async () => {
    const { user, option, labels, searched, asked } = await openGoTo(WALLETS);
    await user.keyboard('0xde');
    await waitFor(() => expect(searched()).toContain('GET /wallets/inbound?limit=5&offset=0&search=0xde'));
    await user.clear(screen.getByRole('combobox', { name: 'Go to' }));
    await user.keyboard('E4160001');
    await option(`${walletAnswer(1).address} Ethereum · outbound`);
    expect(labels()).toEqual([
      `${walletAnswer(1).address} Ethereum · outbound`,
      `${walletAnswer(12).address} Ethereum · inbound`,
    ]);
    expect(asked().filter((call) => call === 'GET /wallets/outbound')).toHaveLength(1);
  });

  it('finds a wallet by a pasted link or by its shortened address', async () => {
    const { user, option, searched } = await openGoTo(WALLETS);
    const { address } = walletAnswer(1);
    await user.paste(`\u200Bethereum:${address}`);
    await option(`${address} Ethereum · outbound`);
    expect(searched()).toContain(`GET /wallets/inbound?limit=5&offset=0&search=${address}`);
    await user.clear(screen.getByRole('combobox', { name: 'Go to' }));
    await user.paste(`${address.slice(0, 6)}…${address.slice(-4)}`);
    await option(`${address} Ethereum · outbound`);
  });

  it('reports that there are no results', async () => {
    const { user, state } = await openGoTo();
    await user.keyboard('zz');
    await waitFor(() => expect(state()).toBe('No results for “zz”.'));
  });

  it('drops the results of the previous text', async () => {
    const { promise: first, resolve: answerFirst } = Promise.withResolvers<void>();
    const { user, option, labels, searched, asked } = await openGoTo({
      'GET /users': ({ call }) =>
        call.includes('search=bo&')
          ? { body: { users: [userAt(3)], totalCount: 1 }, after: first }
          : { body: { users: [userAt(1)], totalCount: 1 } },
    });
    await user.keyboard('bo');
    await waitFor(() => expect(searched()).toHaveLength(1));
    await user.keyboard('b');
    await option('Bob user1@example.com');
    const before = asked().length;
    answerFirst();
    await user.keyboard('{Backspace}b');
    await option('Bob user1@example.com');
    expect(labels()).toEqual(['Bob user1@example.com']);
    expect(asked().length).toBe(before);
  });
});

describe('GoToDialog results', () => {
  it.each([
    ['Ada user0@example.com', `/users?user=${uuidOf(0)}`],
    ['Ada & Sons ada@example.com', '/merchants?search=Ada+%26+Sons'],
    ['See all 9 merchants matching “ada”', '/merchants?search=ada'],
  ])('opens the result %s at %s', async (name, address) => {
    const { user, option, href } = await openGoTo(ALL);
    await user.keyboard('ada');
    await user.click(await option(name));
    await waitFor(() => expect(href()).toBe(address));
  });

  it.each([
    [1, 'outbound', '/wallets?wallet=1'],
    [12, 'inbound', '/wallets?type=inbound&wallet=12'],
  ])('opens wallet %i of type %s at %s', async (id, type, address) => {
    const { user, option, href } = await openGoTo(WALLETS);
    await user.keyboard('e4160001');
    await user.click(await option(`${walletAnswer(id).address} Ethereum · ${type}`));
    await waitFor(() => expect(href()).toBe(address));
  });
});

describe('GoToDialog after a failed record search', () => {
  it('shows the failure next to the other results', async () => {
    const { user, option, state } = await openGoTo({ ...ALL, 'GET /merchants': refused(400) });
    await user.keyboard('ada');
    await option('Ada user0@example.com');
    expect(state()).toBe("2 results. Couldn't search merchants.");
    expect(await toastTitled('Something went wrong')).toBeTruthy();
  });

  it('names everything that could not be searched', async () => {
    const { user, state } = await openGoTo({
      'GET /users': refused(404),
      'GET /merchants': { body: { shops: [] } },
      'GET /wallets/outbound': refused(403),
    });
    await user.keyboard('0x12');
    await waitFor(() =>
      expect(state()).toBe("No results for “0x12”. Couldn't search users, merchants and wallets."),
    );
  });

  it('sends only one request if the server is failing', async () => {
    const { user, state, searched } = await openGoTo({ 'GET /users': refused(503) });
    await user.keyboard('zz');
    await waitFor(() =>
      expect(state()).toBe("No results for “zz”. Couldn't search users, merchants and wallets."),
    );
    expect(searched()).toEqual(['GET /users?limit=5&offset=0&search=zz&includeDeleted=false']);
  });

  it('does not list failed searches if the connection is lost', async () => {
    const { user, state } = await openGoTo({ 'GET /users': { cut: 'before' } });
    await user.keyboard('zz');
    await waitFor(() => expect(state()).toBe('No results for “zz”.'));
  });
});
