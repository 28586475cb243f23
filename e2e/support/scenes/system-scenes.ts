import { expect } from '@playwright/test';
import type { Script } from '../script.ts';
import { FAILURE, NEVER, type Scene, showsHeading, showsText } from './scene.ts';

const config = { screens: ['system'] };
const HOUR_MS = 60 * 60_000;
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

const CHECKS = [
  {
    area: 'feed',
    name: 'Platform feed',
    state: 'failed',
    facts: [{ label: 'Last batch', at: ago(3 * HOUR_MS) }],
    advice:
      'No batch has been accepted for more than 60 minutes. Check that the platform is running and can reach this server.',
  },
  {
    area: 'feed',
    name: 'Service key <b>platform</b> הזמנה a-very-long-name-of-a-key-0123456789-0123456789-0123456789',
    state: 'attention',
    facts: [
      { label: 'Last batch', at: ago(3 * HOUR_MS) },
      { label: 'Content', text: '1,000 wallet transactions, 998 new or changed' },
      { label: 'Last rejected', at: ago(2 * HOUR_MS) },
      { label: 'Wrong items', text: '17, in a batch of wallet transactions' },
    ],
    advice: "Ask the platform's operators to correct its last batch: the answer to it names each wrong item.",
  },
  {
    area: 'sources',
    name: 'TRON node',
    state: 'failed',
    facts: [
      { label: 'Last answer', at: ago(50 * HOUR_MS) },
      { label: 'Failures in a row', text: '412' },
      { label: 'Last failure', text: 'The Tron node did not answer within 5 s' },
    ],
    advice: 'Check the TRON node and its address in the configuration.',
  },
  { area: 'sources', name: 'Prices', state: 'ok', facts: [{ label: 'Last answer', at: ago(0) }] },
  { area: 'mail', name: 'Waiting mail', state: 'ok', facts: [{ label: 'Waiting', text: '0' }] },
  {
    area: 'audit_log',
    name: 'Full verification',
    state: 'attention',
    facts: [{ label: 'Last', text: 'Never' }],
    advice: 'Have a server operator verify the whole audit log once a month.',
    command: 'npm run audit:verify',
  },
  {
    area: 'rows',
    name: 'Rows changed from outside',
    state: 'ok',
    facts: [{ label: 'Rows', text: '0' }],
  },
  {
    area: 'database',
    name: 'PostgreSQL',
    state: 'ok',
    facts: [
      { label: 'Version', text: '18.1' },
      { label: 'Size', text: '98.7 GB' },
      { label: 'Accepts writes', text: 'Yes' },
    ],
  },
  {
    area: 'versions',
    name: 'Versions',
    state: 'ok',
    facts: [
      { label: 'Halyard', text: '0.1.0' },
      { label: 'Newest migration', text: '39 (monitoring)' },
    ],
  },
];

const answersWith = (checks: readonly object[]): Script => ({
  'GET /system': { body: { measuredAt: ago(0), checks } },
});
const FAULTS = answersWith(CHECKS);

export const SYSTEM_SCENES: readonly Scene[] = [
  { name: 'system', path: '/system', config, answers: FAULTS, act: showsText('Failures in a row') },
  {
    name: 'system-fine',
    path: '/system',
    config,
    answers: answersWith(CHECKS.filter(({ state }) => state === 'ok')),
    act: showsText('Everything is OK'),
  },
  {
    name: 'system-loading',
    path: '/system',
    config,
    answers: { 'GET /system': NEVER },
    act: showsHeading('System'),
  },
  {
    name: 'system-failed',
    path: '/system',
    config,
    answers: { 'GET /system': FAILURE },
    act: showsText("Couldn't load the state of the system"),
  },
  { name: 'system-unannounced', path: '/system', answers: FAULTS, act: showsHeading('Not found') },
  {
    name: 'feed-silent',
    path: '/users',
    config,
    answers: {
      'GET /auth/me': {
        body: { uuid: '1', email: 'ada@example.com', feedSilentSince: ago(3 * HOUR_MS) },
      },
    },
    act: async (page) => {
      await showsText('Ada Lovelace')(page);
      // Its code is prefetched while the browser is idle.
      await expect(page.getByRole('link', { name: 'Open System' })).toBeVisible({ timeout: 30_000 });
    },
  },
];
