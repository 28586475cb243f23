import { AUDIT_ENTRY, EXCEPTIONS, MERCHANT, ORDERS } from '@halyard/contract/runtime-settings';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { renderPage } from '../../../test/render-page.tsx';
import { type ScriptedAnswer, scriptedFetch } from '../../../test/scripted-fetch.ts';
import { Timeline } from './timeline.tsx';
import type { TimelineOwner } from './timeline-query.ts';

const UUID = '00000000-0000-4000-8000-000000000001';
const AT = '2026-03-03T12:04:05.678Z';
const ORDER = { uuid: 'o1', merchantOrderId: 'INV-1' };

const EVENTS = [
  {
    id: '1',
    kind: 'lock',
    at: AT,
    entry: {
      id: 'e1',
      action: 'user.block',
      description: 'User blocked',
      status: 'success',
      actor: { type: 'admin', id: 'a', email: 'ada@example.com' },
      reason: 'Stolen cards',
      errorMessage: null,
    },
  },
  { id: '2', kind: 'lock', at: AT, lock: { wallet: { id: 'w7', network: 'TRON' }, currency: 'USDT' } },
  {
    id: '3',
    kind: 'exception',
    at: AT,
    order: ORDER,
    exception: {
      id: 'x',
      kind: 'underpaid',
      change: 'opened',
      expected: '100',
      received: '40',
      currency: 'USDT',
    },
  },
  {
    id: '4',
    kind: 'transaction',
    at: AT,
    order: ORDER,
    transaction: {
      id: 't',
      direction: 'incoming',
      type: 'payment',
      status: 'confirmed',
      testnet: true,
      hash: `0x${'ab'.repeat(32)}`,
      amount: '0.000000000000000001',
      currency: 'ETH',
      usdAmount: '12.5',
      wallet: { id: 'w8', network: 'ETH' },
    },
  },
  { id: '5', kind: 'status', at: AT, order: ORDER, status: 'paid' },
  { id: '6', kind: 'status', at: AT, order: { uuid: 'o2', merchantOrderId: '' }, status: 'pending' },
  { id: '7', kind: 'lock', at: AT, block: { reason: 'From before' } },
  {
    id: '8',
    kind: 'lock',
    at: AT,
    lock: { wallet: { id: 'w9', network: 'ETH' }, currency: 'ETH', change: 'unlocked' },
  },
  {
    id: '9',
    kind: 'lock',
    at: AT,
    lock: { wallet: { id: 'w9', network: 'ETH' }, currency: 'ETH', change: 'locked' },
  },
  { id: '10', kind: 'status', at: AT, created: { type: 'merchant', uuid: 'm1', name: '<b>Shop</b>' } },
  { id: '11', kind: 'status', at: AT, created: { type: 'user', uuid: UUID, name: 'Ada' } },
];

interface PageProps {
  readonly owner: TimelineOwner;
  readonly initial: string | undefined;
}

function Page({ owner, initial }: PageProps) {
  const [kind, setKind] = useState(initial);
  return <Timeline owner={owner} kind={kind} onKind={setKind} />;
}

async function openTimeline(
  answer: ScriptedAnswer | (() => Promise<Response>),
  {
    type = 'users',
    initial,
    screens = [ORDERS, EXCEPTIONS, AUDIT_ENTRY, MERCHANT],
  }: {
    readonly type?: TimelineOwner['type'];
    readonly initial?: string;
    readonly screens?: readonly string[];
  } = {},
) {
  const network = scriptedFetch({ [`GET /${type}/${UUID}/timeline`]: answer });
  await renderPage(<Page owner={{ type, uuid: UUID }} initial={initial} />, network, { screens });
  return network.calls;
}

const items = async () =>
  within(await screen.findByRole('list', { name: 'Timeline' })).getAllByRole('listitem');

const links = () =>
  screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);

describe('Timeline', () => {
  it('says what happened, with amounts, reasons and links', async () => {
    const calls = await openTimeline({ events: EVENTS, nextCursor: null });
    const texts = (await items()).map((item) => item.textContent);
    for (const [position, parts] of [
      ['User blocked', 'user.block', 'ada@example.com', 'Reason: Stolen cards'],
      ['Wallet locked for a payment', 'In USDT'],
      ['Exception opened: Underpaid', '100.00 USDT expected, 40.00 USDT arrived'],
      ['Incoming payment', '$12.50', 'Confirmed', 'Testnet', '0xabab…abab'],
      ['Order paid'],
      ['Order created'],
      ['User blocked', 'Reason: From before'],
      ['Wallet unlocked', 'In ETH'],
      ['Wallet locked for a payment', 'In ETH'],
      ['Merchant created'],
      ['User created'],
    ].entries()) {
      for (const part of parts) expect(texts[position]).toContain(part);
    }
    expect(links()).toEqual([
      ['Audit entry', '/audit-logs?entry=e1'],
      ['Open the wallet', '/wallets?wallet=w7'],
      ['Order INV-1', '/orders?order=o1'],
      ['Show in Exceptions', '/orders?tab=exceptions&state=all&orderUuid=o1'],
      ['Order INV-1', '/orders?order=o1'],
      ['Open the wallet', '/wallets?wallet=w8'],
      ['Order INV-1', '/orders?order=o1'],
      ['Order o2', '/orders?order=o2'],
      ['Open the wallet', '/wallets?wallet=w9'],
      ['Open the wallet', '/wallets?wallet=w9'],
      ['Merchant <b>Shop</b>', '/merchants?merchant=m1'],
    ]);
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    expect(calls).toEqual([`GET /users/${UUID}/timeline`]);
  });

  it('links neither to its own order nor to screens that the server lacks', async () => {
    await openTimeline({ events: EVENTS, nextCursor: null }, { type: 'orders', screens: [] });
    await items();
    expect(links()).toEqual([
      ['Open the wallet', '/wallets?wallet=w7'],
      ['Open the wallet', '/wallets?wallet=w8'],
      ['Open the wallet', '/wallets?wallet=w9'],
      ['Open the wallet', '/wallets?wallet=w9'],
    ]);
  });

  it('shows events whose fields are missing or unknown', async () => {
    await openTimeline({
      events: [
        { id: 1 },
        null,
        { id: 2, status: 'refunded' },
        { id: 3, transaction: {} },
        { id: 4, exception: { kind: 'new' } },
      ],
    });
    const texts = (await items()).map((item) => item.textContent);
    expect(texts[2]).toContain('Order refunded');
    expect(texts).toHaveLength(5);
  });

  it('adds the next events, and says if that fails', async () => {
    const pages = [
      Response.json({ events: EVENTS.slice(0, 2), nextCursor: 'second' }),
      Response.json({}, { status: 503 }),
      Response.json({ events: EVENTS.slice(2), nextCursor: null }),
    ];
    const calls = await openTimeline(async () => pages.shift() ?? Response.error());
    expect(await items()).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await screen.findByText("Couldn't load more events. Try again.");
    expect(await items()).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(async () => expect(await items()).toHaveLength(EVENTS.length));
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    expect(calls.slice(1)).toEqual(Array(2).fill(`GET /users/${UUID}/timeline?cursor=second`));
  });

  it('narrows to one kind, and back', async () => {
    const answers = [
      Response.json({ events: EVENTS, nextCursor: null }),
      Response.json({ events: [], nextCursor: null }),
      Response.json({ events: EVENTS, nextCursor: null }),
    ];
    const calls = await openTimeline(async () => answers.shift() ?? Response.error());
    await items();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Kind of event' }), 'Exceptions');
    await userEvent.click(await screen.findByRole('button', { name: 'Show all events' }));
    expect(await items()).toHaveLength(EVENTS.length);
    expect(calls[1]).toBe(`GET /users/${UUID}/timeline?kind=exception`);
  });

  it.each(['all', 'other'])('shows all kinds for %s in the URL', async (initial) => {
    const calls = await openTimeline({ events: EVENTS }, { initial });
    expect(await items()).toHaveLength(EVENTS.length);
    expect(calls).toEqual([`GET /users/${UUID}/timeline`]);
  });

  it('explains an empty timeline', async () => {
    await openTimeline({ events: [], nextCursor: null });
    expect(await screen.findByText('No events yet')).toBeTruthy();
  });

  it.each([
    [Response.json({}, { status: 503 }), 'The server reported an error (503).'],
    [{ events: 7 }, 'The server sent an invalid response.'],
  ])('explains a failure and offers to retry', async (answer, reason) => {
    await openTimeline(answer);
    expect(await screen.findByText("Couldn't load the timeline")).toBeTruthy();
    expect(screen.getByText(reason)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
  });
});
