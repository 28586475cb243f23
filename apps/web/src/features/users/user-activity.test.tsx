import type { AuditLogEntry } from '@halyard/contract/audit-logs';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { of, openUsers, uuidOf } from '../../../test/open-users.ts';
import type { Answer } from '../../../test/scripted-api.ts';
import { toastTitled } from '../../../test/toasts.ts';

const LOGS = of(0, 'GET', '/audit-logs');
const MINUTE_MS = 60_000;

function entry(id: string, minutesAgo: number, other: Partial<AuditLogEntry> = {}): AuditLogEntry {
  return {
    id,
    action: 'user.block',
    actionCategory: 'user_management',
    description: `Entry ${id}`,
    status: 'success',
    createdAt: new Date(Date.now() - minutesAgo * MINUTE_MS).toISOString(),
    actor: { type: 'admin', id: 'a', email: 'admin@example.com' },
    resource: { type: 'user', id: 'u', identifier: null },
    requestId: null,
    ipAddress: null,
    userAgent: null,
    errorMessage: null,
    metadata: null,
    changes: null,
    ...other,
  };
}

async function open(answer: Answer) {
  const app = await openUsers(`?user=${uuidOf(0)}&tab=activity`, { [LOGS]: answer });
  const entries = async () =>
    within(await screen.findByRole('list', { name: 'Activity' })).getAllByRole('listitem');
  return { ...app, entries };
}

const answerOf = (...logs: readonly AuditLogEntry[]) => ({ body: { logs, totalCount: logs.length } });

afterEach(() => vi.useRealTimers());

describe('UserActivity', () => {
  // @spec 2.111, 2.113, 7.22, 9.7
  it('shows the latest 20 entries with age and status', async () => {
    const { entries, asked } = await open(
      answerOf(
        entry('1', 0),
        entry('2', 5, { status: 'failure' }),
        entry('3', 3 * 60, { status: 'partial' }),
        entry('4', 2 * 24 * 60),
      ),
    );
    const texts = (await entries()).map((item) => item.textContent);
    for (const [position, age, status] of [
      [0, 'Just now', 'success'],
      [1, '5m ago', 'failure'],
      [2, '3h ago', 'partial'],
      [3, '2d ago', 'success'],
    ] as const) {
      expect(texts[position]).toContain(age);
      expect(texts[position]).toContain(status);
      expect(texts[position]).toContain('admin@example.com');
    }
    expect(asked()).toContain(`${LOGS}?limit=20&offset=0`);
  });

  // @spec 2.114, 9.28
  it('shows a date after a week', async () => {
    const { entries } = await open(answerOf({ ...entry('1', 0), createdAt: '2025-03-03T12:00:00.000Z' }));
    expect((await entries())[0]?.textContent).toContain('2025-03-03');
  });

  // @spec 2.115
  it('shows reasons and errors as text', async () => {
    const { entries } = await open(
      answerOf(
        entry('1', 0, { metadata: { reason: '<b>Fraud</b>' } }),
        entry('2', 0, { errorMessage: 'It was refused' }),
        entry('3', 0, { metadata: { error: { code: 7 } } }),
        entry('4', 0),
      ),
    );
    const texts = (await entries()).map((item) => item.textContent);
    expect(texts[0]).toContain('Reason: <b>Fraud</b>');
    expect(texts[1]).toContain('Error: It was refused');
    expect(texts[2]).toContain('Error: {"code":7}');
    expect(texts[3]).not.toMatch(/Reason|Error/);
  });

  // @spec 2.116
  it('expands the changes of an entry', async () => {
    const { entries, user } = await open(
      answerOf(
        entry('1', 0, {
          changes: { serviceFeeRate: { before: 0.05, after: 0.1 }, note: { added: ['x'] }, plain: null },
        }),
        entry('2', 0, { changes: {} }),
      ),
    );
    const [first, second] = await entries();
    const summary = within(first as HTMLElement).getByText('View changes (3)');
    await user.click(summary);
    expect(summary.closest('details')?.open).toBe(true);
    expect(summary.closest('details')?.textContent).toBe(
      'View changes (3)serviceFeeRateBefore0.05After0.1noteadded["x"]plain—',
    );
    expect(within(second as HTMLElement).queryByText(/View changes/)).toBeNull();
  });

  it('shows very long text on request', async () => {
    const { user } = await open(answerOf(entry('1', 0, { metadata: { reason: 'x'.repeat(10_000) } })));
    const more = await screen.findByRole('button', { name: 'Show all 10,000 characters' });
    expect(screen.getByText(`${'x'.repeat(400)}…`)).toBeTruthy();
    await user.click(more);
    expect(screen.getByText('x'.repeat(10_000))).toBeTruthy();
  });
});

// @spec 9.10
it('UserActivity refetches only after 30 seconds', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { user, asked } = await open(answerOf(entry('1', 0)));
  const reads = () => asked().filter((call) => call.startsWith(LOGS)).length;
  const comeBack = async () => {
    await user.click(screen.getByRole('tab', { name: 'Details' }));
    await user.click(screen.getByRole('tab', { name: 'Activity' }));
    await screen.findByText('Entry 1');
  };
  await screen.findByText('Entry 1');
  const before = reads();
  vi.setSystemTime(Date.now() + 29_999);
  await comeBack();
  expect(reads()).toBe(before);
  vi.setSystemTime(Date.now() + 1);
  await comeBack();
  await waitFor(() => expect(reads()).toBeGreaterThan(before));
});

// @spec 2.112
it('UserActivity shows that there is no activity yet', async () => {
  await open(answerOf());
  expect(await screen.findByText('No activity yet')).toBeTruthy();
});

it('UserActivity accepts entries with missing fields', async () => {
  const { entries } = await open({ body: { logs: [{ id: 7, action: 'user.block' }] } });
  expect(within((await entries())[0] as HTMLElement).getAllByText('user.block')).toHaveLength(1);
});

it('UserActivity accepts a response that is an array', async () => {
  const { entries } = await open({ body: [entry('1', 0)] });
  expect(await entries()).toHaveLength(1);
});

it('UserActivity retries after a failure', async () => {
  const answers: { log: Answer } = { log: { status: 404 } };
  const { user } = await openUsers(`?user=${uuidOf(0)}&tab=activity`, { [LOGS]: () => answers.log });
  // The toast first, because it goes after four seconds.
  const general = await toastTitled('Something went wrong');
  expect(general.nextSibling?.textContent).toBe('Failed to load the activity');
  const failure = within((await screen.findByText("Couldn't load activity")).closest('div') as HTMLElement);
  answers.log = answerOf(entry('1', 0));
  await user.click(failure.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Entry 1')).toBeTruthy();
});
