import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explainStatements } from '../../../test/explain.ts';
import { type InvitationDesk, openInvitationDesk } from '../../../test/invitation-desk.ts';
import { testMerchant, testUser, testWallet, testWalletLock, uuidOf } from '../../../test/test-platform.ts';
import { readRecordCounts } from './stats-queries.ts';

const DELETED_AT = '2026-02-01T00:00:00.000Z';
const BLOCKED = { at: '2026-02-01T00:00:00.000Z', reason: 'Fraud' };

let desk: InvitationDesk;

beforeAll(async () => {
  desk = await openInvitationDesk();
});
afterAll(async () => await desk.account.test.close());

async function readStats() {
  const { status, body } = await desk.browser.get('/stats');
  expect(status).toBe(200);
  return body;
}

const outbound = (number: number) => testWallet(number, { type: 'outbound' });

describe('GET /stats', () => {
  it('requires a signed-in administrator', async () => {
    expect(await desk.account.test.newBrowser().get('/stats')).toMatchObject({ status: 401 });
  });

  // @spec 7.24
  it('returns zeros for an empty platform', async () => {
    expect(await readStats()).toEqual({
      users: { total: 0, active: 0, blocked: 0 },
      merchants: { total: 0, active: 0, deleted: 0 },
      invitations: { pending: 0 },
      wallets: { outbound: 0, inbound: 0, locked: 0 },
      asOf: new Date(desk.account.test.clock.now).toISOString(),
    });
  });

  // @spec D.139
  it('counts the records of each list, and the blocked, deleted and locked ones', async () => {
    await desk.platform.feed({
      users: [
        testUser(1),
        testUser(2),
        testUser(3, { initial: { blocked: BLOCKED } }),
        testUser(4, { deletedAt: DELETED_AT }),
        testUser(5, { deletedAt: DELETED_AT, initial: { blocked: BLOCKED } }),
      ],
      merchants: [testMerchant(1), testMerchant(2), testMerchant(3, { deletedAt: DELETED_AT })],
      wallets: [outbound(1), outbound(2), testWallet(3), testWallet(4), testWallet(5)],
      locks: [testWalletLock(), testWalletLock({ walletUuid: uuidOf(4) })],
    });
    expect(await readStats()).toMatchObject({
      users: { total: 3, active: 2, blocked: 1 },
      merchants: { total: 3, active: 2, deleted: 1 },
      wallets: { outbound: 2, inbound: 3, locked: 2 },
    });
    await desk.platform.feed({ locks: [testWalletLock({ lock: null })] });
    expect((await readStats()).wallets).toEqual({ outbound: 2, inbound: 3, locked: 1 });
  });

  // @spec D.139
  it('counts pending invitations, including expired ones', async () => {
    const pending = async () => (await readStats()).invitations.pending;
    await desk.invited('one@example.com');
    await desk.invited('two@example.com');
    expect(await pending()).toBe(2);
    await desk.expire();
    expect(await pending()).toBe(2);
    await desk.revoke((await desk.list()).invitations[0]?.id ?? '');
    expect(await pending()).toBe(1);
  });

  it('reads totals instead of records', async () => {
    const { plan } = await explainStatements(desk.account.test.database, readRecordCounts);
    expect(plan).not.toMatch(/ on (users|merchants|invitations|wallets)\b/);
  });
});
