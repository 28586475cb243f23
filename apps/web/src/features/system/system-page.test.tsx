import { SYSTEM } from '@halyard/contract/runtime-settings';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderPage } from '../../../test/render-page.tsx';
import { type ScriptedAnswer, scriptedFetch } from '../../../test/scripted-fetch.ts';
import { setViewportWidth } from '../../../test/set-viewport-width.ts';
import { SystemPage } from './system-page.tsx';

const CALL = 'GET /system';
const FAILURE = Response.json({ status: 'unavailable', message: 'No' }, { status: 503 });

const report = (...checks: object[]) => ({ measuredAt: new Date().toISOString(), checks });
const FEED = {
  area: 'feed',
  name: 'Platform feed',
  state: 'failed',
  facts: [{ label: 'Last batch', at: '2020-03-01T12:00:00.000Z' }],
  advice: 'Check that the platform runs.',
};
const MAIL = { area: 'mail', name: 'Waiting mail', state: 'ok', facts: [{ label: 'Waiting', text: '0' }] };

async function renderSystem(answer: ScriptedAnswer) {
  const answers: Record<string, ScriptedAnswer> = { [CALL]: answer };
  const network = scriptedFetch(answers);
  const notices: unknown[] = [];
  await renderPage(<SystemPage />, network, { screens: [SYSTEM] }, (notice) => notices.push(notice));
  return { answers, calls: network.calls, notices };
}

beforeEach(() => setViewportWidth(1440));

describe('SystemPage', () => {
  it('shows each check with its state in words, its facts, and what to do', async () => {
    const command = 'npm run audit:verify';
    const audit = {
      area: 'audit_log',
      name: 'Entries',
      state: 'attention',
      facts: [],
      advice: 'Verify.',
      command,
    };
    await renderSystem(report(FEED, MAIL, audit));
    const feed = await screen.findByRole('listitem', { name: 'Platform feed' });
    expect(within(feed).getByText('Failed')).toBeTruthy();
    expect(within(feed).getByText('Check that the platform runs.')).toBeTruthy();
    expect(within(feed).getByText('Last batch').nextElementSibling?.textContent).toContain('2020');
    const mail = screen.getByRole('listitem', { name: 'Waiting mail' });
    expect(mail.textContent).toBe('Waiting mailOKWaiting0');
    const entries = screen.getByRole('listitem', { name: 'Entries' });
    expect(within(entries).getByText('Needs attention')).toBeTruthy();
    expect(within(entries).getByText(command)).toBeTruthy();
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Platform feed',
      'Mail',
      'Audit log',
    ]);
    expect(screen.getByText('1 failed, 1 needs attention')).toBeTruthy();
    expect(screen.getByText(/^Last measured:/).textContent).toBe('Last measured: Just now');
  });

  it('shows that everything is OK', async () => {
    await renderSystem(report(MAIL));
    expect(await screen.findByText('Everything is OK')).toBeTruthy();
  });

  it('shows what it does not know as something that needs attention', async () => {
    await renderSystem(report({ area: 'printers', name: 'A\u202eB', state: 'jammed' }));
    const unknown = await screen.findByRole('listitem', { name: 'AB' });
    expect(unknown.textContent).toContain('Needs attention');
    expect(unknown.textContent).toContain('Ask a server operator');
    expect(screen.getByRole('heading', { level: 2, name: 'Other' })).toBeTruthy();
  });

  it('shows an error with Retry', async () => {
    const { answers } = await renderSystem(FAILURE);
    expect(await screen.findByText("Couldn't load the state of the system")).toBeTruthy();
    answers[CALL] = report(MAIL);
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Everything is OK')).toBeTruthy();
  });

  it('keeps the last values if a refresh fails, without a toast', async () => {
    const { answers, calls, notices } = await renderSystem(report(MAIL));
    await screen.findByText('Everything is OK');
    answers[CALL] = FAILURE;
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText("Couldn't refresh")).toBeTruthy();
    expect(screen.getByRole('listitem', { name: 'Waiting mail' })).toBeTruthy();
    expect(notices).toEqual([]);
    answers[CALL] = report(FEED);
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(screen.queryByText("Couldn't refresh")).toBeNull());
    expect(screen.getByText('1 failed')).toBeTruthy();
    expect(calls).toHaveLength(3);
  });
});
