import { DEFAULT_RUNTIME_SETTINGS, SYSTEM } from '@halyard/contract/runtime-settings';
import { createMemoryHistory } from '@tanstack/react-router';
import { act, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../src/app/create-app.ts';
import { scriptedFetch } from './scripted-fetch.ts';
import { setViewportWidth } from './set-viewport-width.ts';

const ACCOUNT = { uuid: 'a', email: 'admin@example.com' };
const SILENT = { ...ACCOUNT, feedSilentSince: '2026-03-01T12:00:00.000Z' };
const WARNING = /^No platform batch has been accepted since/;

async function openUsers(account: object, settings: object) {
  const network = scriptedFetch({
    'GET /auth/me': account,
    'GET /users': { users: [], totalCount: 0 },
    '/config.json': settings,
  });
  const app = createApp({
    fetch: network.fetch,
    settings: { ...DEFAULT_RUNTIME_SETTINGS, ...settings },
    history: createMemoryHistory({ initialEntries: ['/users'] }),
  });
  const { root } = await app.fetchScreens();
  await act(async () => {
    render(root);
  });
  await screen.findByRole('heading', { level: 1, name: 'User Management' });
  return network.calls;
}

/** An idle browser prefetches the code of the System screen. */
const prefetch = () => act(() => import('../src/routes/system.tsx').then(() => undefined));

beforeEach(() => setViewportWidth(1440));

describe('FeedBanner', () => {
  it('says since when the platform is silent, with a link and without another request', async () => {
    const calls = await openUsers(SILENT, { screens: [SYSTEM] });
    await prefetch();
    const warning = (await screen.findByText(WARNING)).closest('[role=status]');
    expect(warning).toBeTruthy();
    expect(warning?.querySelector('time')?.dateTime).toBe(SILENT.feedSilentSince);
    expect(screen.getByRole('link', { name: 'Open System' }).getAttribute('href')).toBe('/system');
    expect(calls.filter((call) => call.startsWith('GET /auth/me'))).toHaveLength(1);
    expect(calls).not.toContain('GET /system');
  });

  it.each([
    ['the platform is not silent', ACCOUNT, { screens: [SYSTEM] }],
    ['there is sample data', SILENT, { screens: [SYSTEM], sampleData: true }],
    ['the server lacks the screen', SILENT, { screens: [] }],
  ])('shows nothing if %s', async (_, account, settings) => {
    await openUsers(account, settings);
    await prefetch();
    expect(screen.queryByText(WARNING)).toBeNull();
  });
});
