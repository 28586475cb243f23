import { DEFAULT_RUNTIME_SETTINGS, type RuntimeSettings } from '@halyard/contract/runtime-settings';
import { afterEach, expect, it, vi } from 'vitest';
import { startAnalyticsReceiver } from '../../../test/analytics-receiver.ts';
import { createStore } from '../../shared/lib/store.ts';
import type { Analytics } from './analytics.ts';
import { createLazyAnalytics } from './lazy-analytics.ts';

const ADA = { uuid: '4f6f2c1e-8f6b-4d4e-9a57-6a1c2d9b7e10', email: 'ada@example.com' };
const GRACE = { uuid: '9b1d7c52-2f3e-4a6b-8c0d-5e4f3a2b1c0d', email: 'grace@example.com' };

const created: Analytics[] = [];

// PostHog instances on a page share their in-memory storage.
afterEach(() => {
  vi.restoreAllMocks();
  for (const analytics of created.splice(0)) analytics.reset();
});

async function createAnalytics() {
  const receiver = await startAnalyticsReceiver();
  const settings = createStore<RuntimeSettings>(DEFAULT_RUNTIME_SETTINGS);
  const waiting: (() => void)[] = [];
  const analytics = createLazyAnalytics({ settings, whenIdle: (task) => waiting.push(task) });
  created.push(analytics);
  return {
    receiver,
    analytics,
    waiting,
    configure: () =>
      settings.set({ ...DEFAULT_RUNTIME_SETTINGS, analytics: { host: receiver.origin, key: 'phc_key' } }),
    becomeIdle: () => {
      for (const task of waiting.splice(0)) task();
    },
    identified: (...people: (typeof ADA)[]) =>
      expect
        .poll(() => receiver.events.map(({ event, properties }) => [event, properties['distinct_id']]))
        .toEqual(people.map(({ uuid }) => ['$identify', uuid])),
  };
}

// @spec D.150, O.22
it('LazyAnalytics schedules no work without a receiver', async () => {
  const { analytics, waiting } = await createAnalytics();
  analytics.identify(ADA);
  analytics.reset();
  expect(waiting).toEqual([]);
});

it('LazyAnalytics does not wait if no administrator is signed in', async () => {
  const { configure, waiting } = await createAnalytics();
  configure();
  expect(waiting).toEqual([]);
});

it.each(['before', 'after'])(
  'LazyAnalytics identifies the administrator when idle, with settings loaded %s sign-in',
  async (order) => {
    const { analytics, configure, waiting, becomeIdle, identified, receiver } = await createAnalytics();
    if (order === 'before') configure();
    analytics.identify(ADA);
    if (order === 'after') configure();
    expect(waiting).toHaveLength(1);
    expect(receiver.requests).toEqual([]);
    becomeIdle();
    await identified(ADA);
    const [event] = receiver.events;
    expect(event).toMatchObject({ $set: { email: ADA.email } });
    expect(Object.keys(event?.$set ?? {})).toEqual(['email']);
    expect(Object.keys(event?.properties ?? {}).sort()).toEqual([
      '$geoip_disable',
      '$lib',
      '$lib_version',
      'distinct_id',
      'token',
    ]);
  },
);

it('LazyAnalytics does not identify an administrator who has already logged out', async () => {
  const { analytics, configure, becomeIdle, identified } = await createAnalytics();
  configure();
  analytics.identify(ADA);
  analytics.reset();
  becomeIdle();
  await vi.dynamicImportSettled();
  analytics.identify(GRACE);
  becomeIdle();
  await identified(GRACE);
});

// @spec 1.22
it('LazyAnalytics forgets the previous administrator after a reset', async () => {
  const { analytics, configure, becomeIdle, identified, receiver } = await createAnalytics();
  configure();
  analytics.identify(ADA);
  becomeIdle();
  await identified(ADA);
  analytics.reset();
  analytics.identify(GRACE);
  await identified(ADA, GRACE);
  expect(JSON.stringify(receiver.events[1])).not.toContain(ADA.uuid);
});

it('LazyAnalytics stores nothing, logs nothing and fetches nothing', async () => {
  const methods = ['log', 'warn', 'error'] as const;
  const spies = methods.map((method) => vi.spyOn(console, method));
  const { analytics, configure, becomeIdle, identified, receiver } = await createAnalytics();
  configure();
  analytics.identify(ADA);
  becomeIdle();
  await identified(ADA);
  analytics.reset();
  expect(receiver.requests).toEqual(['POST /e/']);
  for (const spy of spies) expect(spy).not.toHaveBeenCalled();
  expect(document.cookie).toBe('');
  expect(Object.keys(localStorage)).toEqual([]);
  expect(Object.keys(sessionStorage)).toEqual([]);
});
