import type { AuditLogEntry } from '@halyard/contract/audit-logs';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderPage } from '../../../test/render-page.tsx';
import { type ScriptedAnswer, scriptedFetch } from '../../../test/scripted-fetch.ts';
import { clockSkew } from '../../shared/lib/server-time.ts';
import { AuditLogsPage } from './audit-logs-page.tsx';
import { type AuditLogsSearch, parseAuditLogsSearch } from './audit-logs-search.ts';
import { chooseFeed } from './platform-feed-choice.ts';
import { yesterday } from './yesterday.ts';

const LOGS = 'GET /audit-logs';
const ADDRESS = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';

function entryOf(id: string, other: Partial<AuditLogEntry> = {}): AuditLogEntry {
  return {
    id,
    action: 'user.block',
    actionCategory: 'user_management',
    description: `Entry ${id}`,
    status: 'success',
    createdAt: '2026-03-03T12:04:05.678Z',
    actor: { type: 'admin', id: 'a1', email: 'grace@example.com' },
    resource: { type: 'user', id: 'u1', identifier: 'ada@example.com' },
    requestId: 'request-1',
    ipAddress: '203.0.113.7',
    userAgent: 'Firefox',
    errorMessage: null,
    metadata: { reason: 'Chargebacks' },
    changes: null,
    ...other,
  };
}

const page = (totalCount: number, ...logs: AuditLogEntry[]) => ({ logs, totalCount });

let lastState: AuditLogsSearch;
let setPage: (state: AuditLogsSearch) => void;

function Page({ initial }: { readonly initial: AuditLogsSearch }) {
  const [state, setState] = useState(initial);
  lastState = state;
  setPage = setState;
  return <AuditLogsPage state={state} onChange={setState} />;
}

async function renderLogs(
  answer: ScriptedAnswer,
  state: AuditLogsSearch = {},
  screens: readonly string[] = [],
  more: Record<string, ScriptedAnswer> = {},
) {
  const answers: Record<string, ScriptedAnswer | (() => Promise<Response>)> = { [LOGS]: answer, ...more };
  const network = scriptedFetch(answers);
  const notices: object[] = [];
  await renderPage(<Page initial={state} />, network, { screens }, (notice) => notices.push(notice));
  return { answers, calls: network.calls, notices };
}

/** Returns the query parameters of the latest request, except the page. */
function asked(calls: readonly string[]): Record<string, string> {
  const { limit, offset, ...filters } = Object.fromEntries(
    new URLSearchParams(calls.at(-1)?.replace(/^[^?]*/, '')),
  );
  expect([limit, offset]).toEqual(['20', '0']);
  return filters;
}

afterEach(() => {
  vi.useRealTimers();
  chooseFeed('shown');
});

describe('AuditLogsPage', () => {
  it('keeps the relative times while another page loads', async () => {
    const { answers } = await renderLogs(page(45, entryOf('1')));
    await screen.findByText('Entry 1');
    answers[LOGS] = () => new Promise(() => undefined);
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(lastState.page).toBe(2);
    expect(screen.getByText('Entry 1').closest('tr')?.textContent).not.toContain('Just now');
  });

  // @spec 2.71, 7.20
  it('shows the title with the count, and five columns', async () => {
    await renderLogs(page(1_234, entryOf('1')));
    await screen.findByText('Entry 1');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Audit Logs');
    expect(screen.getByText('1,234')).toBeTruthy();
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Action',
      'Actor',
      'Resource',
      'Status',
      'Time',
    ]);
  });

  // @spec 2.81, 9.22
  it('shortens resource identifiers, and shows the type of actors without an e-mail', async () => {
    await renderLogs(
      page(
        2,
        entryOf('1', { resource: { type: 'wallet', id: '7', identifier: ADDRESS } }),
        entryOf('2', {
          actor: { type: 'api_key', id: 'k1', email: null },
          resource: { type: 'system', id: null, identifier: null },
          status: 'partial',
        }),
      ),
    );
    await screen.findByText('Entry 2');
    const [wallet, system] = screen.getAllByRole('row').slice(1);
    expect(within(wallet as HTMLElement).getByText('0x71C7…976F').title).toBe(ADDRESS);
    expect(system?.textContent).toContain('API key');
    expect(system?.textContent).toContain('partial');
  });

  it('accepts entries with missing fields', async () => {
    await renderLogs({ logs: [{ id: 7, action: 'odd.act' }], totalCount: 1 });
    expect(await screen.findByText('odd.act')).toBeTruthy();
  });

  it.each([
    [{}, 'No audit logs yet'],
    [{ status: 'failure' }, 'No audit logs found'],
  ] as const)('explains why a list with the filters %j is empty: %s', async (state, title) => {
    await renderLogs(page(0), state);
    expect(await screen.findByText(title)).toBeTruthy();
  });

  // @spec 9.9
  it('refetches the list only after 30 seconds', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { calls } = await renderLogs(page(1, entryOf('1')));
    await screen.findByText('Entry 1');
    const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
    act(() => setPage({ status: 'failure' }));
    await waitFor(() => expect(calls).toHaveLength(2));
    later(29_999);
    act(() => setPage({}));
    act(() => setPage({ status: 'partial' }));
    await waitFor(() => expect(calls.at(-1)).toContain('status=partial'));
    expect(calls).toHaveLength(3);
    later(1);
    act(() => setPage({}));
    await waitFor(() => expect(calls).toHaveLength(4));
    expect(calls[3]).toBe(calls[0]);
  });

  it.each([400, 403, 404, 405, 409])('shows the general error after a %i', async (status) => {
    const { notices } = await renderLogs(new Response('{}', { status }));
    expect(await screen.findByText("Couldn't load audit logs")).toBeTruthy();
    expect(notices).toEqual([{ title: 'Something went wrong', description: 'Failed to load audit logs' }]);
  });

  it('retries after a failure', async () => {
    const { answers } = await renderLogs(new Response('', { status: 500 }));
    const retry = await screen.findByRole('button', { name: 'Retry' });
    answers[LOGS] = page(1, entryOf('1'));
    await userEvent.click(retry);
    expect(await screen.findByText('Entry 1')).toBeTruthy();
  });
});

describe('AuditLogsPage filters', () => {
  // @spec 3.9, 9.12, 9.13, D.117
  it('offers the seven categories and the three statuses', async () => {
    await renderLogs(page(1, entryOf('1')));
    const valuesOf = async (name: string) =>
      Array.from(
        (await screen.findByRole<HTMLSelectElement>('combobox', { name })).options,
        (one) => one.value,
      );
    expect(await valuesOf('Action category')).toEqual([
      '',
      'user_management',
      'merchant_management',
      'invitation_management',
      'wallet_operation',
      'authentication',
      'configuration',
      'system_operation',
    ]);
    expect(await valuesOf('Status')).toEqual(['', 'success', 'failure', 'partial']);
  });

  // @spec 2.73, 7.18, 7.19, 9.1, 9.11
  it.each([
    ['Action category', 'Wallet operation', { actionCategory: 'wallet_operation' }],
    ['Resource type', 'Invitation', { resourceType: 'invitation' }],
    ['Status', 'Failure', { status: 'failure' }],
    ['Actor type', 'API key', { actorType: 'api_key' }],
  ])('requests page 1 of the matching entries after %s is set to %s', async (label, option, parameters) => {
    const { calls } = await renderLogs(page(100, entryOf('1')), { page: 3 });
    await screen.findByText('Entry 1');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: label }), option);
    await waitFor(() => expect(asked(calls)).toEqual(parameters));
    expect(lastState.page).toBeUndefined();
  });

  // @spec 2.72, 7.19
  it.each([
    ['Actor email', 'actorEmail'],
    ['Action', 'action'],
    ['Resource ID', 'resourceId'],
  ])('requests the trimmed text of the filter %s', async (label, parameter) => {
    const { calls } = await renderLogs(page(1, entryOf('1')));
    await screen.findByText('Entry 1');
    await userEvent.type(screen.getByRole('searchbox', { name: label }), ' 50%_off ');
    await waitFor(() => expect(asked(calls)).toEqual({ [parameter]: '50%_off' }));
  });

  it('keeps a selected filter while a text filter is debounced', async () => {
    const { calls } = await renderLogs(page(1, entryOf('1')));
    await screen.findByText('Entry 1');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Actor email' }), 'grace');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Failure');
    await waitFor(() => expect(asked(calls)).toEqual({ actorEmail: 'grace', status: 'failure' }));
  });

  it('combines filters, and clears each one in its field', async () => {
    const { calls } = await renderLogs(page(1, entryOf('1')), {
      status: 'failure',
      actorEmail: 'grace@example.com',
      resourceType: 'wallet',
    });
    await screen.findByText('Entry 1');
    expect(asked(calls)).toEqual({
      status: 'failure',
      actorEmail: 'grace@example.com',
      resourceType: 'wallet',
    });
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter Status: Failure' }));
    await waitFor(() =>
      expect(asked(calls)).toEqual({ actorEmail: 'grace@example.com', resourceType: 'wallet' }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(asked(calls)).toEqual({}));
  });

  it('filters by a recent period', async () => {
    const { calls } = await renderLogs(page(1, entryOf('1')));
    await screen.findByText('Entry 1');
    const before = Date.now();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Time' }), 'Last 7 days');
    await waitFor(() => expect(asked(calls)['from']).toBeTruthy());
    const from = Date.parse(asked(calls)['from'] ?? '');
    const week = 7 * 24 * 3_600_000;
    expect(from).toBeGreaterThanOrEqual(before - week);
    expect(from).toBeLessThanOrEqual(Date.now() - week);
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter Time: Last 7 days' }));
    expect(lastState.last).toBeUndefined();
  });

  it('filters by yesterday', async () => {
    await renderLogs(page(1, entryOf('1')), { last: '7d' });
    await screen.findByText('Entry 1');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Time' }), 'Yesterday');
    const day = yesterday(new Date());
    expect(lastState).toMatchObject({ from: day, to: day });
    expect(lastState.last).toBeUndefined();
    expect((await screen.findByLabelText<HTMLInputElement>('From')).value).toBe(day);
  });

  it("takes yesterday from the server's clock", async () => {
    await renderLogs(page(1, entryOf('1')));
    await screen.findByText('Entry 1');
    const weekMs = 7 * 24 * 3_600_000;
    act(() => clockSkew.set(-weekMs));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Time' }), 'Yesterday');
    act(() => clockSkew.set(0));
    const day = yesterday(new Date(Date.now() - weekMs));
    expect(lastState).toMatchObject({ from: day, to: day });
  });

  it('filters from the start of one day to the end of another', async () => {
    const { calls } = await renderLogs(page(1, entryOf('1')), { from: '2026-03-01', to: '2026-03-02' });
    await screen.findByText('Entry 1');
    expect(asked(calls)).toEqual({
      from: new Date('2026-03-01T00:00:00').toISOString(),
      to: new Date('2026-03-03T00:00:00').toISOString(),
    });
    expect((await screen.findByLabelText<HTMLInputElement>('From')).value).toBe('2026-03-01');
    expect((await screen.findByLabelText<HTMLInputElement>('To')).value).toBe('2026-03-02');
  });

  it('marks a last day before the first one', async () => {
    await renderLogs(page(1, entryOf('1')), { from: '2026-03-05', to: '2026-03-10' });
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.change(await screen.findByLabelText('To'), { target: { value: '2026-03-01' } });
    expect((await screen.findByRole('alert')).textContent).toBe('“To” is before “From”. Choose a later day.');
    expect(lastState).toMatchObject({ from: '2026-03-05', to: '2026-03-01' });
  });
});

it('AuditLogsPage marks entries that the platform sent', async () => {
  await renderLogs(page(2, { ...entryOf('1'), serviceKeyId: 'a-key' }, entryOf('2')));
  const row = (text: string) => screen.findByText(text).then((cell) => cell.closest('tr'));
  expect((await row('Entry 1'))?.textContent).toContain('Platform');
  expect((await row('Entry 2'))?.textContent).not.toContain('Platform');
});

describe('AuditLogsPage and the platform feed', () => {
  const ADDITIONS = ['audit-platform-feed'];
  const button = () => screen.findByRole('button', { name: 'Hide platform feed' });

  it('hides the entries of the platform feed, also for the next visit of this browser', async () => {
    const { calls } = await renderLogs(page(100, entryOf('1')), { page: 3, status: 'success' }, ADDITIONS);
    await screen.findByText('Entry 1');
    expect(calls.at(-1)).not.toContain('platformFeed');
    await userEvent.click(await button());
    await waitFor(() => expect(asked(calls)).toEqual({ status: 'success', platformFeed: 'hide' }));
    expect(lastState.platformFeed).toBeUndefined();
    expect((await button()).getAttribute('aria-pressed')).toBe('true');
    cleanup();
    const { calls: later } = await renderLogs(page(1, entryOf('1')), {}, ADDITIONS);
    await waitFor(() => expect(asked(later)).toEqual({ platformFeed: 'hide' }));
    await userEvent.click(await button());
    await waitFor(() => expect(asked(later)).toEqual({}));
  });

  it('forgets the choice on a server that does not announce it', async () => {
    await renderLogs(page(1, entryOf('1')), {}, ADDITIONS);
    await userEvent.click(await button());
    cleanup();
    const { calls } = await renderLogs(page(1, entryOf('1')));
    await waitFor(() => expect(asked(calls)).toEqual({}));
    cleanup();
    const { calls: later } = await renderLogs(page(1, entryOf('1')));
    await screen.findByText('Entry 1');
    expect(later.join()).not.toContain('platformFeed');
  });

  it('shows them if the link counts them, and still remembers to hide them', async () => {
    chooseFeed('hidden');
    const counted = parseAuditLogsSearch({ last: '24h', platformFeed: 'show' });
    const { calls } = await renderLogs(page(1, entryOf('1')), counted, ADDITIONS);
    expect((await button()).getAttribute('aria-pressed')).toBe('false');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Success');
    await waitFor(() => expect(calls.at(-1)).toContain('status=success'));
    expect(calls.join()).not.toContain('platformFeed');
    cleanup();
    const { calls: later } = await renderLogs(page(1, entryOf('1')), {}, ADDITIONS);
    await waitFor(() => expect(asked(later)).toEqual({ platformFeed: 'hide' }));
  });

  it('hides them again with one click after a link showed them', async () => {
    chooseFeed('hidden');
    const { calls } = await renderLogs(page(1, entryOf('1')), { platformFeed: 'show' }, ADDITIONS);
    await userEvent.click(await button());
    await waitFor(() => expect(asked(calls)).toEqual({ platformFeed: 'hide' }));
    expect(lastState.platformFeed).toBeUndefined();
  });

  it('does not offer it if the server cannot hide them', async () => {
    await renderLogs(page(1, entryOf('1')));
    await screen.findByText('Entry 1');
    expect(screen.queryByRole('button', { name: 'Hide platform feed' })).toBeNull();
  });
});

describe('AuditLogsPage filters that links set', () => {
  const LINKED = { actionPrefix: 'user.', requestId: 'request-1', ipAddress: '203.0.113.7' } as const;

  it('narrows the list, and can be removed one by one', async () => {
    const { calls } = await renderLogs(page(1, entryOf('1')), { ...LINKED, page: 1 }, ['audit-filters']);
    await screen.findByText('Entry 1');
    expect(asked(calls)).toEqual(LINKED);
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter IP address 203.0.113.7' }));
    await waitFor(() => expect(asked(calls)).toEqual({ actionPrefix: 'user.', requestId: 'request-1' }));
    expect(lastState).toEqual({ actionPrefix: 'user.', requestId: 'request-1' });
  });

  it('limit the list to days in UTC', async () => {
    const days = { utcFrom: '2026-02-28', utcTo: '2026-03-01' } as const;
    const { calls } = await renderLogs(page(1, entryOf('1')), days, ['audit-filters']);
    await screen.findByText('Entry 1');
    expect(asked(calls)).toEqual({ from: '2026-02-28T00:00:00.000Z', to: '2026-03-02T00:00:00.000Z' });
    const name = 'Remove filter Time (UTC) 2026-02-28 to 2026-03-01';
    await userEvent.click(screen.getByRole('button', { name }));
    await waitFor(() => expect(asked(calls)).toEqual({}));
  });

  it('are ignored on a server that does not announce them', async () => {
    const { calls } = await renderLogs(page(1, entryOf('1')), LINKED);
    await screen.findByText('Entry 1');
    expect(asked(calls)).toEqual({});
    expect(screen.queryByRole('button', { name: /^Remove filter/ })).toBeNull();
  });
});

describe('AuditLogsPage drawer', () => {
  const LINK = { entry: '9' } as const;
  const drawer = () => screen.findByRole('dialog', { name: 'Audit Log Details' });

  it('opens a link to an entry that is not in the list', async () => {
    const linked = { 'GET /audit-logs/9': { ...entryOf('9'), sequence: 804 } };
    await renderLogs(page(2, entryOf('1')), LINK, ['audit-entry'], linked);
    const shown = within(await drawer());
    expect(await shown.findByText('Entry 9')).toBeTruthy();
    expect(shown.getByText('804')).toBeTruthy();
    expect(shown.getByText('2026-03-03 12:04:05 UTC')).toBeTruthy();
    expect(shown.getByText(`${location.origin}/audit-logs?entry=9`)).toBeTruthy();
    expect(shown.getByRole('button', { name: 'Copy link' })).toBeTruthy();
    expect(shown.getByText(/^Not verified: this entry was opened from a link\./)).toBeTruthy();
    expect(lastState.entry).toBe('9');
  });

  it('opens a link to another entry while the screen is open', async () => {
    const linked = { 'GET /audit-logs/9': entryOf('9') };
    await renderLogs(page(2, entryOf('1')), { entry: '1' }, ['audit-entry'], linked);
    expect(await within(await drawer()).findByText('Entry 1')).toBeTruthy();
    act(() => setPage({ entry: '9', page: 4 }));
    expect(await within(await drawer()).findByText('Entry 9')).toBeTruthy();
    expect(lastState.entry).toBe('9');
  });

  it.each([
    ['that does not exist', ['audit-entry']],
    ['on a server that cannot read it', []],
  ])('closes a link to an entry %s', async (_, screens) => {
    const missing = { 'GET /audit-logs/9': Response.json({}, { status: 404 }) };
    const { calls } = await renderLogs(page(2, entryOf('1')), LINK, screens, missing);
    await waitFor(() => expect(lastState.entry).toBeUndefined());
    expect(calls.some((call) => call.startsWith('GET /audit-logs/9'))).toBe(screens.length > 0);
  });

  it('closes a link whose response is not an entry', async () => {
    const seal = { 'GET /audit-logs/seal': { seal: null, keys: [] } };
    const { calls, notices } = await renderLogs(
      page(2, entryOf('1')),
      { entry: 'seal' },
      ['audit-entry'],
      seal,
    );
    await waitFor(() => expect(lastState.entry).toBeUndefined());
    expect(calls).toContain('GET /audit-logs/seal');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(notices).toEqual([]);
  });

  it('keeps a link to an entry whose request failed', async () => {
    const failing = { 'GET /audit-logs/9': Response.json({}, { status: 503 }) };
    const { calls } = await renderLogs(page(2, entryOf('1')), LINK, ['audit-entry'], failing);
    await waitFor(() => expect(calls.some((call) => call.startsWith('GET /audit-logs/9'))).toBe(true));
    await screen.findByText('Entry 1');
    expect(lastState).toEqual(LINK);
  });

  // @spec 2.75, 4.28
  it('shows all details of the entry', async () => {
    await renderLogs(page(1, entryOf('1')));
    await userEvent.click(await screen.findByText('Entry 1'));
    const drawer = await screen.findByRole('dialog', { name: 'Audit Log Details' });
    expect(lastState.entry).toBe('1');
    expect(await within(drawer).findByText('Chargebacks')).toBeTruthy();
    expect(within(drawer).getByText('203.0.113.7')).toBeTruthy();
  });

  // @spec 2.76, 4.28
  it('closes when its entry is no longer in the list', async () => {
    const { answers } = await renderLogs(page(2, entryOf('1'), entryOf('2')), { entry: '2' });
    await screen.findByRole('dialog', { name: 'Audit Log Details' });
    answers[LOGS] = page(1, entryOf('1'));
    act(() => setPage({ status: 'success', entry: '2' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(lastState).toEqual({ status: 'success', entry: undefined });
  });

  it('stays open while filters keep its entry in the list', async () => {
    await renderLogs(page(2, entryOf('1'), entryOf('2')), { entry: '2' });
    await screen.findByRole('dialog', { name: 'Audit Log Details' });
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Success');
    await waitFor(() => expect(lastState.status).toBe('success'));
    expect(lastState.entry).toBe('2');
  });
});

it('parseAuditLogsSearch drops invalid URL parameters', () => {
  const odd = parseAuditLogsSearch({
    page: '0',
    status: 'odd',
    from: '2026-02-31',
    to: '10000-01-01',
    last: '9d',
    action: '  ',
    entry: '..',
  });
  expect(Object.values(odd).every((value) => value === undefined)).toBe(true);
  expect(
    parseAuditLogsSearch({ status: 'partial', last: '24h', from: '2026-03-01', entry: 'e1' }),
  ).toMatchObject({
    status: 'partial',
    last: '24h',
    from: undefined,
    entry: 'e1',
  });
  const utcDays = { utcFrom: '2026-02-28', utcTo: '2026-03-01' };
  expect(parseAuditLogsSearch(utcDays)).toMatchObject(utcDays);
  for (const time of [{ last: '24h' }, { to: '2026-03-01' }]) {
    expect(parseAuditLogsSearch({ ...utcDays, ...time })).toMatchObject({
      utcFrom: undefined,
      utcTo: undefined,
    });
  }
});
