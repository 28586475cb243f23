import type { Merchant, MerchantPage } from '@halyard/contract/merchants';
import { CREATED_DAYS } from '@halyard/contract/runtime-settings';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderPage } from '../../../test/render-page.tsx';
import { type ScriptedAnswer, scriptedFetch } from '../../../test/scripted-fetch.ts';
import { MerchantsPage } from './merchants-page.tsx';
import { type MerchantsSearch, parseMerchantsSearch } from './merchants-search.ts';

const MERCHANTS = 'GET /merchants';

function merchantNamed(name: string, other: Partial<Merchant> = {}): Merchant {
  return {
    uuid: `uuid of ${name}`,
    name,
    website: 'https://shop.example.com/',
    creatorName: 'Ada',
    creatorEmail: 'ada@example.com',
    createdAt: '2026-03-03T12:04:05.678Z',
    deletedAt: null,
    ...other,
  };
}

const page = (totalCount: number, ...merchants: Merchant[]): MerchantPage => ({ merchants, totalCount });

let lastState: MerchantsSearch;

function Page({ initial }: { readonly initial: MerchantsSearch }) {
  const [state, setState] = useState(initial);
  lastState = state;
  return <MerchantsPage state={state} onChange={setState} />;
}

async function renderMerchants(
  answer: ScriptedAnswer,
  state: MerchantsSearch = {},
  screens: readonly string[] = [],
) {
  const answers: Record<string, ScriptedAnswer> = { [MERCHANTS]: answer };
  const network = scriptedFetch(answers);
  await renderPage(<Page initial={state} />, network, { screens });
  return { answers, calls: network.calls };
}

async function cellsOf(name: string) {
  const row = (await screen.findByText(name)).closest('tr');
  return within(row as HTMLElement).getAllByRole('cell');
}

afterEach(() => vi.useRealTimers());

describe('MerchantsPage', () => {
  // @spec 2.91, 7.39
  it('shows the title with the count, and five columns', async () => {
    await renderMerchants(page(1_234, merchantNamed('Shop')));
    await screen.findByText('Shop');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Merchant Management');
    expect(screen.getByText('1,234')).toBeTruthy();
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Merchant Name',
      'Website',
      'Creator',
      'Created At',
      'Status',
    ]);
  });

  // @spec 2.92, 2.93, 2.94, 4.18
  it('shows who created each merchant and when', async () => {
    await renderMerchants(page(1, merchantNamed('Shop')));
    const [, website, creator, created, status] = await cellsOf('Shop');
    const link = within(website as HTMLElement).getByRole('link');
    expect([link.getAttribute('href'), link.getAttribute('rel'), link.getAttribute('target')]).toEqual([
      'https://shop.example.com/',
      'noopener noreferrer',
      '_blank',
    ]);
    expect(creator?.textContent).toContain('Ada');
    expect(within(creator as HTMLElement).getByRole('button', { name: 'Copy ada@example.com' })).toBeTruthy();
    expect(created?.querySelector('time')?.dateTime).toBe('2026-03-03T12:04:05.678Z');
    expect(status?.textContent).toBe('Active');
  });

  it('accepts a count as text, and shows dashes for missing fields', async () => {
    await renderMerchants({
      merchants: [{ id: 7, name: 'Shop', website: 12, createdAt: null }],
      totalCount: '43',
    });
    expect((await cellsOf('Shop')).map(({ textContent }) => textContent)).toEqual([
      'Shop',
      '—',
      'Unknown—',
      '—',
      'Active',
    ]);
    expect(screen.getByText('43')).toBeTruthy();
  });

  // @spec 2.92, 2.93, 2.94, 4.18
  it('shows placeholders for unknown values', async () => {
    await renderMerchants(
      page(
        1,
        merchantNamed('Shop', {
          website: null,
          creatorName: null,
          creatorEmail: null,
          deletedAt: '2026-03-04T12:04:05.678Z',
        }),
      ),
    );
    const [, website, creator, , status] = await cellsOf('Shop');
    expect(website?.textContent).toBe('—');
    expect(creator?.textContent).toBe('Unknown—');
    expect(status?.textContent).toBe('Deleted');
  });

  it.each(['javascript:alert(1)', 'shop.example.com', '//evil.example.com', '<b>x</b>'])(
    'shows the website %j as text',
    async (website) => {
      await renderMerchants(page(1, merchantNamed('Shop', { website })));
      expect((await cellsOf('Shop'))[1]?.textContent).toBe(website);
      expect(screen.queryByRole('link')).toBeNull();
    },
  );
});

describe('MerchantsPage search', () => {
  // @spec 2.90, 7.38, 9.3
  it('searches while typing and returns to page 1', async () => {
    const { calls } = await renderMerchants(page(90, merchantNamed('Shop')), { page: 3 });
    await screen.findByText('Shop');
    await userEvent.type(screen.getByPlaceholderText('Search by merchant name or creator email...'), ' bob ');
    await waitFor(() =>
      expect(calls).toEqual([
        'GET /merchants?limit=20&offset=40&includeDeleted=false',
        'GET /merchants?limit=20&offset=0&search=bob&includeDeleted=false',
      ]),
    );
    expect(lastState).toEqual({ search: 'bob' });
  });
});

// @spec 2.90, 9.24
it('MerchantsPage searches 300 ms after the last change', async () => {
  await renderMerchants(page(90, merchantNamed('Shop')));
  await screen.findByText('Shop');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const type = (value: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value } });
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  type('bo');
  pass(299);
  type('bob');
  pass(299);
  expect(lastState).toEqual({});
  pass(1);
  expect(lastState).toEqual({ search: 'bob' });
});

describe('MerchantsPage sorting', () => {
  it('reverses the order by creation, and returns to page 1', async () => {
    const { calls } = await renderMerchants(page(90, merchantNamed('Shop')), { page: 3, search: 'a' });
    await userEvent.click(await screen.findByRole('button', { name: 'Created At' }));
    expect(lastState).toEqual({ search: 'a', sort: 'oldest' });
    await waitFor(() =>
      expect(calls.at(-1)).toBe('GET /merchants?limit=20&offset=0&search=a&includeDeleted=false&sort=oldest'),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Created At' }));
    expect(lastState).toEqual({ search: 'a' });
  });
});

// @spec 2.97, 9.3
it('MerchantsPage keeps search and order across pages', async () => {
  await renderMerchants(page(50, merchantNamed('Shop')), { search: 'a', sort: 'oldest' });
  expect(await screen.findByText('Showing 1 to 20 of 50 merchants')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(lastState).toEqual({ search: 'a', sort: 'oldest', page: 2 });
});

describe('MerchantsPage with days of creation', () => {
  const days = { createdFrom: '2026-03-01', createdTo: '2026-03-01' };

  it('includes deleted merchants of the chosen days', async () => {
    const { calls } = await renderMerchants(page(90, merchantNamed('Shop')), { page: 2, ...days }, [
      CREATED_DAYS,
    ]);
    await userEvent.selectOptions(
      await screen.findByRole('combobox', { name: 'Deleted merchants' }),
      'All, with deleted',
    );
    expect(lastState).toEqual({ ...days, deleted: 'show' });
    await waitFor(() =>
      expect(calls.at(-1)).toBe(
        'GET /merchants?limit=20&offset=0&includeDeleted=true&createdFrom=2026-03-01&createdTo=2026-03-01',
      ),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
    expect((await screen.findByRole('dialog')).textContent).toContain(
      'all 90 merchants matching the search and the filters',
    );
  });

  it('clears them if no merchant matches', async () => {
    await renderMerchants(page(0), { ...days, deleted: 'show', search: 'zzz' }, [CREATED_DAYS]);
    expect(await screen.findByText('No merchants match these filters')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show all merchants' }));
    expect(lastState).toEqual({});
  });

  it('ignores filters in the URL, and offers none, on a server that does not announce them', async () => {
    const { calls } = await renderMerchants(page(1, merchantNamed('Shop')), { ...days, deleted: 'show' });
    await screen.findByText('Shop');
    expect(screen.queryByRole('combobox')).toBeNull();
    expect(calls).toEqual(['GET /merchants?limit=20&offset=0&includeDeleted=false']);
  });
});

describe('MerchantsPage without rows', () => {
  // @spec 2.95
  it('shows that no merchant matches, and clears the search', async () => {
    await renderMerchants(page(0), { search: 'zzz' });
    expect(await screen.findByText('No merchants found')).toBeTruthy();
    expect(screen.getByText('Try adjusting your search query')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show all merchants' }));
    expect(lastState).toEqual({});
  });

  // @spec 2.96
  it('shows that there are no merchants yet', async () => {
    await renderMerchants(page(0));
    expect(await screen.findByText('No merchants yet')).toBeTruthy();
    expect(screen.getByText('Merchants will appear here once users create them')).toBeTruthy();
  });

  it('offers the last page if the requested page is past the end', async () => {
    await renderMerchants(page(45), { page: 9 });
    await userEvent.click(await screen.findByRole('button', { name: 'Go to the last page' }));
    expect(lastState).toEqual({ page: 3 });
  });
});

// @spec 8.31
it('MerchantsPage shows a load failure on the page and in a toast', async () => {
  const { answers } = await renderMerchants(Response.json({}, { status: 404 }));
  expect(await screen.findByText('Failed to load merchants')).toBeTruthy();
  expect(screen.getByText('Please try again later')).toBeTruthy();
  answers[MERCHANTS] = page(1, merchantNamed('Shop'));
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Shop')).toBeTruthy();
});

it.each([
  [{}, {}],
  [
    { page: '2', search: ' ada ', sort: 'oldest' },
    { page: 2, search: 'ada', sort: 'oldest' },
  ],
  [{ page: '1', search: '', sort: 'newest' }, {}],
  [{ sort: 'sideways', junk: 'x', merchant: '..' }, {}],
  [{ merchant: 'm-1' }, { merchant: 'm-1' }],
  [{ deleted: 'hide', createdFrom: 'yesterday' }, {}],
  [
    { deleted: 'show', createdTo: '2026-03-01' },
    { deleted: 'show', createdTo: '2026-03-01' },
  ],
])('parseMerchantsSearch(%j) returns %j', (parameters, expected) => {
  expect(parseMerchantsSearch(parameters)).toEqual(expected);
});
