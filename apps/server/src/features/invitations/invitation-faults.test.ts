import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type InvitationDesk, openInvitationDesk } from '../../../test/invitation-desk.ts';
import type { TestAnswer } from '../../../test/test-browser.ts';

let desk: InvitationDesk;
beforeAll(async () => {
  desk = await openInvitationDesk();
  await desk.account.execute(`
    CREATE FUNCTION break() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'broken'; END $$`);
});
afterAll(async () => await desk.account.test.close());
beforeEach(async () => await desk.clear());

/** Everything that a failed act must leave as it is. */
async function state(): Promise<string> {
  const tables = [
    'invitations',
    'invitation_totals',
    'users',
    'user_totals',
    'outbox',
    'audit_log',
    'audit_head',
  ];
  const read = tables.map((table) =>
    desk.account.test.database.query({ text: `SELECT ${table}::text FROM ${table} ORDER BY 1` }),
  );
  return JSON.stringify((await Promise.all(read)).map(({ rows }) => rows));
}

interface Prepared {
  readonly id: string;
  readonly token: string;
}

const ACTS: readonly [name: string, act: (prepared: Prepared) => Promise<TestAnswer>][] = [
  ['inviting', () => desk.invite('other@example.com')],
  ['resending', ({ id }) => desk.resend(id)],
  ['revoking', ({ id }) => desk.revoke(id)],
  ['redeeming', ({ token }) => desk.redeem(token)],
];

async function prepare(): Promise<Prepared> {
  const { id } = await desk.invited();
  return { id, token: await desk.mailedToken() };
}

describe.each(['audit_log', 'audit_head'])('where %s cannot be written', (table) => {
  it.each(ACTS)('%s changes nothing at all, and works afterwards', async (_name, act) => {
    const prepared = await prepare();
    await desk.account.execute(
      `CREATE TRIGGER broken BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION break()`,
    );
    const before = await state();
    const answer = await act(prepared);
    expect([answer.status, answer.body.status]).toEqual([500, 'internal_error']);
    expect(await state()).toBe(before);
    await desk.account.execute(`DROP TRIGGER broken ON ${table}`);
    expect((await act(prepared)).status).toBeLessThan(300);
  });
});

it('answers 503 while somebody else holds the invitation, and changes nothing', async () => {
  const prepared = await prepare();
  const before = await state();
  const answers = await desk.account.test.database.transaction(async (transaction) => {
    await sql`SELECT FROM invitations WHERE id = ${prepared.id} FOR UPDATE`.execute(transaction);
    expect((await desk.list()).totalCount).toBe(1);
    return await Promise.all([desk.redeem(prepared.token), desk.revoke(prepared.id)]);
  });
  for (const answer of answers) {
    expect([answer.status, answer.body.status]).toEqual([503, 'unavailable']);
    expect(answer.headers['retry-after']).toBe('3');
  }
  expect(await state()).toBe(before);
  expect((await desk.redeem(prepared.token)).status).toBe(200);
});
