import type { FindResult } from '@halyard/contract/find';
import { waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openGoTo } from '../../../test/open-go-to.ts';
import { userAt, uuidOf } from '../../../test/open-users.ts';
import type { Answer, Answers } from '../../../test/scripted-api.ts';

const ADDRESS = `0x${'aB12'.repeat(10)}`;

function result(kind: FindResult['kind'], rest: Partial<FindResult> = {}): FindResult {
  return { kind, id: uuidOf(1), title: 'A', detail: null, state: null, url: '/users', exact: false, ...rest };
}

const order = result('order', {
  title: 'INV-7',
  detail: 'Shop',
  state: 'paid',
  url: `/orders?order=${uuidOf(7)}`,
  exact: true,
});
const user = result('user', {
  title: 'Ada',
  detail: 'ada@example.com',
  state: 'blocked',
  url: `/users?user=${uuidOf(0)}`,
});
const wallet = result('wallet', { title: ADDRESS, detail: 'Ethereum · inbound', url: '/wallets?wallet=7' });

const openFind = (answer: Answer, answers: Answers = {}) =>
  openGoTo({ 'GET /find': answer, ...answers }, ['find', 'orders']);
const finds = (...results: readonly unknown[]): Answer => ({ body: { results } });

describe('GoToDialog on a server that announces find', () => {
  it('finds records of every kind with one call, shortly after the last change', async () => {
    const { user: person, option, labels, asked, state } = await openFind(finds(order, user, wallet));
    await person.keyboard('a');
    await person.keyboard('da');
    await option('Ada ada@example.com User · blocked');
    expect(labels()).toEqual([
      'INV-7 Shop Order · paid',
      'Ada ada@example.com User · blocked',
      `${ADDRESS} Ethereum · inbound Wallet`,
    ]);
    expect(asked().filter((call) => /find|search/.test(call))).toEqual(['GET /find?q=ada']);
    expect(state()).toBe('3 results.');
  });

  it('opens an exact match with Enter, before screens and actions', async () => {
    const { user: person, option, active, href, searched } = await openFind(finds(user, order));
    await person.paste('  users\n');
    await option('INV-7 Shop Order · paid');
    expect(active()).toBe('INV-7 Shop Order · paid');
    await person.keyboard('{Enter}');
    await waitFor(() => expect(href()).toBe(`/orders?order=${uuidOf(7)}`));
    expect(searched()).toEqual([]);
  });

  it('moves through the results with the arrow keys', async () => {
    const { user: person, option, active, href } = await openFind(finds(order, user));
    await person.keyboard('zz');
    await option('Ada ada@example.com User · blocked');
    await person.keyboard('{ArrowDown}');
    expect(active()).toBe('Ada ada@example.com User · blocked');
    await person.keyboard('{Enter}');
    await waitFor(() => expect(href()).toBe(`/users?user=${uuidOf(0)}`));
  });

  it('links to the list if a kind has more results', async () => {
    const many = [1, 2, 3, 4, 5].map((number) => ({ ...user, id: uuidOf(number) }));
    const { user: person, option, href } = await openFind(finds(...many));
    await person.keyboard('ada');
    await person.click(await option('See all users matching “ada”'));
    await waitFor(() => expect(href()).toBe('/users?search=ada'));
  });

  it('shows markup as text, without marks that turn its direction', async () => {
    const title = '\u202e<img src=x onerror=alert(1)>';
    const { user: person, option, dialog } = await openFind(finds({ ...user, title }));
    await person.keyboard('img');
    await option('<img src=x onerror=alert(1)> ada@example.com User · blocked');
    expect(dialog.querySelector('img')).toBeNull();
  });

  it('drops results that it cannot open, and shows kinds that it does not know', async () => {
    const urls = [
      'https://evil.example/',
      '//evil.example/',
      '/.//evil.example',
      'javascript:alert(1)',
      '',
      7,
      null,
    ];
    const {
      user: person,
      option,
      labels,
    } = await openFind(
      finds(...urls.map((url) => ({ ...user, url })), 'x', {}, { ...order, kind: 'pay_out', exact: false }),
    );
    await person.keyboard('ada');
    await option('INV-7 Shop pay out · paid');
    expect(labels()).toEqual(['INV-7 Shop pay out · paid']);
  });

  it('reports that there are no results', async () => {
    const { user: person, state, dialog } = await openFind(finds());
    await person.keyboard('zz');
    await waitFor(() => expect(state()).toBe('No results for “zz”.'));
    expect(dialog.textContent).toContain(
      'You can search by email, name, address, hash, order id, UUID, request id or IP address.',
    );
  });

  it.each([
    [{ status: 503, body: { status: 'unavailable', message: 'No' } }],
    [{ body: { results: 'none' } }],
  ])('reports a failed search: %o', async (answer) => {
    const { user: person, state } = await openFind(answer);
    await person.keyboard('zz');
    await waitFor(() => expect(state()).toBe("No results for “zz”. Couldn't search records."));
  });

  it('drops the results of the previous text', async () => {
    const { promise: never } = Promise.withResolvers<void>();
    const {
      user: person,
      option,
      labels,
    } = await openGoTo(
      {
        'GET /find?q=inv-7': finds(order),
        'GET /find?q=inv-71': { ...finds(), after: never },
      },
      ['find'],
    );
    await person.keyboard('inv-7');
    await option('INV-7 Shop Order · paid');
    await person.keyboard('1');
    expect(labels()).toEqual([]);
  });
});

describe('GoToDialog on a server without find', () => {
  it('searches the lists, and never calls find', async () => {
    const {
      user: person,
      option,
      asked,
      field,
    } = await openGoTo(
      { 'GET /users': { body: { users: [userAt(0)], totalCount: 1 } }, 'GET /find': finds(order) },
      ['orders'],
    );
    expect(field.placeholder).toBe('Search users, merchants and wallets, or run a command');
    await person.keyboard('ada');
    await option('Ada user0@example.com');
    expect(asked().filter((call) => call.includes('/find'))).toEqual([]);
  });
});
