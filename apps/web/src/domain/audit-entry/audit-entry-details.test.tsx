import type { AuditLogEntry } from '@halyard/contract/audit-logs';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { AuditEntryDetails } from './audit-entry-details.tsx';
import { parseAuditEntry } from './parse-audit-entry.ts';

const ADDRESS = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';

function entry(other: object = {}): AuditLogEntry {
  return parseAuditEntry({
    id: '7',
    sequence: 1804,
    action: 'wallet.backup',
    actionCategory: 'wallet_operation',
    description: 'Wallet backup downloaded',
    status: 'success',
    createdAt: '2026-03-03T12:04:05.678Z',
    actor: { type: 'admin', id: 'a1', email: 'grace@example.com' },
    resource: { type: 'wallet', id: '12', identifier: ADDRESS },
    requestId: 'request-1',
    ipAddress: '203.0.113.7',
    userAgent: 'curl/8.5.0',
    errorMessage: null,
    metadata: null,
    changes: null,
    ...other,
  });
}

function show(value: AuditLogEntry) {
  const { container } = render(<AuditEntryDetails entry={value} time={<time>then</time>} />);
  return container;
}

/** Returns the value shown for each name. */
function facts(): Record<string, string> {
  const names = screen.getAllByRole('term').map(({ textContent }) => textContent);
  const values = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  return Object.fromEntries(names.map((name, position) => [name, values[position] ?? '']));
}

/** Parses JSON, because an object literal would treat `__proto__` as the prototype. */
const parsed = (json: string): object => JSON.parse(json);

// @spec 2.78
it('AuditEntryDetails shows all fields of an entry', () => {
  const container = show(entry());
  expect(container.textContent).toContain('Wallet backup downloaded');
  expect(container.textContent).toContain('success');
  expect(container.textContent).toContain('then');
  const { 'Local Time': _, ...rest } = facts();
  expect(rest).toEqual({
    Entry: '1,804',
    UTC: '2026-03-03 12:04:05 UTC',
    Link: `${location.origin}/audit-logs?entry=7`,
    Category: 'Wallet operation',
    Actor: 'grace@example.com',
    'Actor Type': 'Admin',
    'Actor ID': 'a1',
    Resource: 'Wallet',
    Identifier: ADDRESS,
    'Resource ID': '12',
    'Request ID': 'request-1',
    'IP Address': '203.0.113.7',
    'User Agent': 'curl/8.5.0',
  });
  expect(screen.queryByRole('region')).toBeNull();
});

it.each(['', ' ', undefined, 'wallet.backup'])(
  'AuditEntryDetails shows the action once for the description %j',
  (description) => {
    show(entry({ description }));
    expect(screen.getAllByText('wallet.backup')).toHaveLength(1);
  },
);

it('AuditEntryDetails spells out unknown values', () => {
  show(
    entry({
      actionCategory: 'card_operation',
      actor: { type: 'api_key', id: null, email: null },
      resource: { type: 'toString', id: null, identifier: null },
    }),
  );
  expect(facts()).toMatchObject({ Category: 'card operation', Actor: 'API key', Resource: 'toString' });
});

it('AuditEntryDetails copies a link to the entry', async () => {
  const user = userEvent.setup();
  show(entry());
  await user.click(screen.getByRole('button', { name: 'Copy link' }));
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/audit-logs?entry=7`);
});

it('AuditEntryDetails copies the full text of a shortened identifier', async () => {
  const user = userEvent.setup();
  show(entry());
  await user.click(screen.getByRole('button', { name: 'Copy Identifier' }));
  expect(await navigator.clipboard.readText()).toBe(ADDRESS);
});

it('AuditEntryDetails shows a dash for each missing field, even in an empty entry', () => {
  const container = show(parseAuditEntry({}));
  expect(Object.values(facts())).toEqual(Array(10).fill('—'));
  expect(container.querySelectorAll('button')).toHaveLength(0);
});

it('AuditEntryDetails tolerates fields of another type', () => {
  const container = show(
    parseAuditEntry({
      id: 7,
      action: { name: 'x' },
      description: ['x'],
      status: 5,
      actor: 'grace',
      resource: [],
      requestId: 42,
      userAgent: {},
      errorMessage: {},
      metadata: 'text',
      changes: [1, 2],
    }),
  );
  expect(facts()['Request ID']).toBe('42');
  expect(container.querySelectorAll('section')).toHaveLength(0);
});

describe('AuditEntryDetails errors and reasons', () => {
  // @spec 2.79
  it('highlights the error message, and the reason and error in the metadata', () => {
    show(
      entry({
        errorMessage: 'Refused',
        metadata: { reason: 'Fraud', error: { code: 7 }, attempts: 2 },
      }),
    );
    for (const [name, text] of [
      ['Error Message', 'Refused'],
      ['Reason', 'Fraud'],
      ['Error', '{"code":7}'],
    ] as const) {
      expect(screen.getByText(name).parentElement?.textContent).toBe(`${name}${text}`);
    }
    const rest = within(screen.getByRole('region', { name: 'Metadata' }));
    expect(rest.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['attempts']);
  });

  // @spec D.96
  it('shows an error once if the message and the metadata contain it', () => {
    show(entry({ errorMessage: 'Refused', metadata: { error: 'Refused', reason: '' } }));
    expect(screen.getAllByText('Refused')).toHaveLength(1);
    expect(screen.queryByText('Reason')).toBeNull();
    expect(screen.queryByRole('region', { name: 'Metadata' })).toBeNull();
  });
});

// @spec 2.80, 3.10
it('AuditEntryDetails shows before and after values, and changes with other keys', () => {
  show(entry({ changes: { fee: { before: 0.05, after: 0.1 }, tags: { added: ['x'] } } }));
  const changes = screen.getByRole('region', { name: 'Changes' });
  expect(changes.textContent).toBe('ChangesfeeBefore0.05After0.1tagsadded["x"]');
});

describe('AuditEntryDetails with unusual values', () => {
  it('shows keys such as __proto__ as text', () => {
    const change = '{"__proto__":{"before":1,"after":{"__proto__":2}},"constructor":{"toString":3}}';
    show(entry({ changes: parsed(change), metadata: parsed('{"__proto__":{"x":1},"hasOwnProperty":null}') }));
    expect(screen.getByRole('region', { name: 'Changes' }).textContent).toBe(
      'Changes__proto__Before1After{"__proto__":2}constructortoString3',
    );
    expect(screen.getByRole('region', { name: 'Metadata' }).textContent).toBe(
      'Metadata__proto__x1hasOwnProperty—',
    );
  });

  it('shows a megabyte of text on request', async () => {
    const long = 'x'.repeat(1_000_000);
    const user = userEvent.setup();
    const container = show(
      entry({ metadata: { note: long }, resource: { type: 'wallet', id: long, identifier: long } }),
    );
    expect(container.textContent.length).toBeLessThan(2_000);
    const opened = within(screen.getByRole('region', { name: 'Metadata' }));
    await user.click(opened.getByRole('button', { name: 'Show all 1,000,000 characters' }));
    expect(container.textContent).toContain(long);
  });

  it.each([100, 100_000])('shows values nested %i levels deep as text', (depth) => {
    const nested = parsed(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`);
    const container = show(entry({ changes: { deep: { before: nested } }, metadata: { nested } }));
    expect(container.textContent).toContain(depth === 100 ? '{"a":{"a"' : '(nested too deeply to display)');
  });

  it('shows markup, bidirectional and invisible characters as text', () => {
    const hostile = '<img src=x onerror=alert(1)>\u202Eevil\u200B';
    const container = show(
      entry({
        action: hostile,
        description: hostile,
        actor: { type: hostile, id: hostile, email: hostile },
        userAgent: hostile,
        errorMessage: hostile,
        metadata: { [hostile]: hostile },
        changes: { [hostile]: { [hostile]: hostile } },
      }),
    );
    expect(container.querySelector('img')).toBeNull();
    const holders = [...container.querySelectorAll('*')].filter(({ childNodes }) =>
      [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent === hostile),
    );
    expect(holders.length).toBeGreaterThan(7);
    expect(holders.map((element) => element.closest('bdi'))).not.toContain(null);
  });
});
