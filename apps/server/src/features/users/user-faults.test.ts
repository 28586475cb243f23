import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestAnswer } from '../../../test/test-browser.ts';
import { testCredential, testUser } from '../../../test/test-platform.ts';
import { startUserActs, type UserActs } from '../../../test/user-acts.ts';
import { plantWriteFaults, type WriteFaults } from '../../../test/write-faults.ts';

let acts: UserActs;
let faults: WriteFaults;
beforeAll(async () => {
  acts = await startUserActs();
  const blocked = { at: '2026-02-01T00:00:00.000Z', reason: 'From before' };
  await acts.platform.feed({
    users: [testUser(1), testUser(2, { initial: { blocked } }), testUser(3)],
    credentials: [testCredential(1), testCredential(2, { kind: 'api_key' })],
  });
  faults = await plantWriteFaults(acts.test, [
    'users',
    'user_totals',
    'user_credentials',
    'list_days',
    'outbox',
    'audit_log',
    'audit_head',
  ]);
});
afterAll(async () => await acts.test.close());

const AUDITED = ['audit_log', 'audit_head'];

it.each<[name: string, act: () => Promise<TestAnswer>, written: readonly string[]]>([
  ['blocking', () => acts.block(1), ['users', 'user_totals', 'user_credentials', ...AUDITED]],
  ['unblocking', () => acts.unblock(2), ['users', 'user_totals', ...AUDITED]],
  [
    'changing the settings of',
    () => acts.put(3, { serviceFeeRate: 0.5, maxMerchants: 2 }),
    ['users', 'user_totals', ...AUDITED],
  ],
])(
  '%s a user rolls back completely if any write fails, and succeeds afterwards',
  async (_name, act, written) => {
    expect(await faults.breakEverywhere(act)).toEqual(written);
    expect(await acts.totalDifferences()).toEqual([]);
  },
);
