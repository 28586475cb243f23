import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type InvitationDesk, openInvitationDesk } from '../../../test/invitation-desk.ts';
import type { TestAnswer } from '../../../test/test-browser.ts';
import { plantWriteFaults, type WriteFaults } from '../../../test/write-faults.ts';

let desk: InvitationDesk;
let faults: WriteFaults;
beforeAll(async () => {
  desk = await openInvitationDesk();
  faults = await plantWriteFaults(desk.account.test, [
    'invitations',
    'list_days',
    'users',
    'user_totals',
    'outbox',
    'audit_log',
    'audit_head',
  ]);
});
afterAll(async () => await desk.account.test.close());
beforeEach(async () => await desk.clear());

interface Prepared {
  readonly id: string;
  readonly token: string;
}

async function prepare(): Promise<Prepared> {
  const { id } = await desk.invited();
  return { id, token: await desk.mailedToken() };
}

const AUDITED = ['audit_log', 'audit_head'];

it.each<[name: string, act: (prepared: Prepared) => Promise<TestAnswer>, written: readonly string[]]>([
  ['inviting', () => desk.invite('other@example.com'), ['invitations', 'list_days', 'outbox', ...AUDITED]],
  ['resending', ({ id }) => desk.resend(id), ['invitations', 'outbox', ...AUDITED]],
  ['revoking', ({ id }) => desk.revoke(id), ['invitations', 'list_days', ...AUDITED]],
  [
    'redeeming',
    ({ token }) => desk.redeem(token),
    ['invitations', 'list_days', 'users', 'user_totals', ...AUDITED],
  ],
])(
  '%s an invitation rolls back completely if any write fails, and succeeds afterwards',
  async (_name, act, written) => {
    const prepared = await prepare();
    expect(await faults.breakEverywhere(() => act(prepared))).toEqual(written);
  },
);

// @spec D.91
it('an invitation call answers 503 and changes nothing while another transaction locks the row', async () => {
  const prepared = await prepare();
  const before = await faults.state();
  const answers = await desk.account.test.database.transaction(async (transaction) => {
    await sql`SELECT FROM invitations WHERE id = ${prepared.id} FOR UPDATE`.execute(transaction);
    expect((await desk.list()).totalCount).toBe(1);
    return await Promise.all([desk.redeem(prepared.token), desk.revoke(prepared.id)]);
  });
  for (const answer of answers) {
    expect([answer.status, answer.body.status]).toEqual([503, 'unavailable']);
    expect(answer.headers['retry-after']).toBe('3');
  }
  expect(await faults.state()).toBe(before);
  expect((await desk.redeem(prepared.token)).status).toBe(200);
});
