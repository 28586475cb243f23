import type { InvitationStatus } from '@halyard/contract/invitations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explainStatements } from '../../../test/explain.ts';
import { type InvitationDesk, openInvitationDesk } from '../../../test/invitation-desk.ts';
import { keptTotalDifferences } from '../../../test/kept-totals.ts';
import { vacuumAnalyze } from '../../../test/vacuum-analyze.ts';
import { readListPage } from '../../infra/creation-list/read-list-page.ts';
import { INVITATION_LIST, type InvitationRow, type InvitationScope } from './invitation-list.ts';

const INVITATIONS = 20_000;
const DAY = 72;
/** Maximum rows read: the index entries of one day and the rows of the page. */
const DAY_MAX = DAY + 28;
const SCOPES: readonly (InvitationStatus | undefined)[] = [undefined, 'pending', 'accepted', 'revoked'];

let desk: InvitationDesk;
beforeAll(async () => {
  desk = await openInvitationDesk();
});
afterAll(async () => await desk.account.test.close());

async function write(invitations: number, minutesApart: number): Promise<void> {
  await desk.clear();
  // VACUUM marks pages as visible to all only when the commit is on disk.
  await desk.account.execute(`SET LOCAL synchronous_commit = on;
    INSERT INTO invitations (email, email_key, status, token_hash, created_at, expires_at)
    SELECT number || '@example.com', number || '@example.com', status, CASE status WHEN 'pending' THEN sha256(number::text::bytea) END,
      timestamptz '2026-01-01' + number * interval '${minutesApart} minutes', now()
    FROM generate_series(1, ${invitations}) AS number,
      LATERAL (SELECT (ARRAY['pending', 'accepted', 'revoked', 'accepted'])[1 + number % 4] AS status) AS drawn`);
}

describe('invitation pages across many days', () => {
  const emailsOf = async (query: Readonly<Record<string, string>>): Promise<string[]> => {
    const { invitations } = await desk.list(`?${new URLSearchParams(query)}`);
    return invitations.map(({ email }) => email);
  };
  const everyPage = async () => {
    for (const status of SCOPES) {
      for (const sort of ['newest', 'oldest']) {
        const { rows } = await desk.account.test.database.query<{ email: string }>({
          text: `SELECT email FROM invitations WHERE status = coalesce($1, status)
            ORDER BY created_at ${sort === 'newest' ? 'DESC' : ''}, id ${sort === 'newest' ? 'DESC' : ''}`,
          values: [status],
        });
        const all = rows.map(({ email }) => email);
        for (let offset = 0; offset < all.length + 9; offset += 9) {
          const page = await emailsOf({
            ...(status !== undefined && { status }),
            sort,
            limit: '9',
            offset: String(offset),
          });
          expect(page).toEqual(all.slice(offset, offset + 9));
        }
      }
    }
    expect(await keptTotalDifferences(desk.account.test)).toEqual([]);
  };

  it('returns the correct rows after invitations change their status or day', async () => {
    await write(120, 1_000);
    await everyPage();
    await desk.account.execute(`
      UPDATE invitations SET status = 'revoked', token_hash = NULL WHERE status = 'pending' AND email < '5';
      UPDATE invitations SET created_at = created_at - interval '31 days' WHERE email LIKE '%7@%';
      DELETE FROM invitations WHERE email LIKE '%3@%'`);
    await everyPage();
  });
});

it('readListPage reads at most one day of invitations for any page', async () => {
  await write(INVITATIONS, (24 * 60) / DAY);
  const { database } = desk.account.test;
  await vacuumAnalyze(database, 'invitations', 'list_days');
  for (const scope of ['all', 'accepted'] as const) {
    for (const offset of [0, 1_000, INVITATIONS / 2 - 100]) {
      for (const sort of ['newest', 'oldest'] as const) {
        const { plan } = await explainStatements(database, (listening) =>
          readListPage<InvitationRow, InvitationScope>(listening, INVITATION_LIST, {
            scope,
            limit: 20,
            offset,
            sort,
          }),
        );
        const scanned = [...plan.matchAll(/ on invitations .*actual [^)]*\brows=(\d+)/g)].map(([, rows]) =>
          Number(rows),
        );
        expect(Math.max(...scanned)).toBeGreaterThanOrEqual(20);
        expect(Math.max(...scanned)).toBeLessThan(DAY_MAX);
      }
    }
  }
});
