import { expect } from 'vitest';
import { type EnrolledAccount, startEnrolledAccount } from './enrolled-account.ts';
import type { TestAnswer, TestBrowser } from './test-browser.ts';
import { connectPlatform, type TestPlatform, uuidOf } from './test-platform.ts';

interface ShownInvitation {
  readonly id: string;
  readonly email: string;
  readonly status: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly mail: object | null;
}

export interface InvitationDesk {
  readonly account: EnrolledAccount;
  readonly platform: TestPlatform;
  readonly browser: TestBrowser;
  readonly clear: () => Promise<void>;
  readonly invite: (email: string, by?: TestBrowser) => Promise<TestAnswer>;
  readonly resend: (id: string) => Promise<TestAnswer>;
  readonly revoke: (id: string) => Promise<TestAnswer>;
  readonly redeem: (token: string, user?: object) => Promise<TestAnswer>;
  /** Creates an invitation whose mail is not sent yet. */
  readonly invited: (email?: string) => Promise<ShownInvitation>;
  readonly list: (
    query?: string,
  ) => Promise<{ readonly invitations: readonly ShownInvitation[]; readonly totalCount: number }>;
  /** Returns the only invitation; throws if there is not exactly one. */
  readonly only: () => Promise<ShownInvitation>;
  readonly rows: () => Promise<readonly object[]>;
  /** Returns the tokens of invitations mailed since the last call. */
  readonly mailedTokens: () => Promise<readonly string[]>;
  readonly mailedToken: () => Promise<string>;
  readonly expire: () => Promise<void>;
}

export async function openInvitationDesk(
  ...configuration: Parameters<typeof startEnrolledAccount>
): Promise<InvitationDesk> {
  const account = await startEnrolledAccount(...configuration);
  const { database, deliverMail } = account.test;
  const platform = await connectPlatform(account.test);
  const { browser } = account.owner;

  const invite: InvitationDesk['invite'] = async (email, by = browser) =>
    await by.post('/invitations', { email });
  const list: InvitationDesk['list'] = async (query = '') => {
    const { status, body } = await browser.get(`/invitations${query}`);
    expect(status).toBe(200);
    return body;
  };
  const only = async () => {
    const [invitation, ...more] = (await list()).invitations;
    if (invitation === undefined || more.length > 0) throw new Error('there is not one invitation');
    return invitation;
  };
  const mailedTokens = async () =>
    (await deliverMail()).map(({ text }) => /\/invite\?token=([\w-]+)\n/.exec(text)?.[1] ?? 'none');

  return {
    account,
    platform,
    browser,
    clear: async () => {
      await account.execute('DELETE FROM invitations; DELETE FROM users; DELETE FROM outbox');
      await account.newEntries();
    },
    invite,
    resend: async (id) => await browser.post(`/invitations/${id}/resend`),
    revoke: async (id) => await browser.send('DELETE', `/invitations/${id}`),
    redeem: async (token, user = {}) =>
      await platform.post('/invitations/redeem', {
        token,
        user: { uuid: uuidOf(77), name: 'Nova', createdAt: '2026-02-03T04:05:06.789Z', ...user },
      }),
    invited: async (email = 'nova@example.com') => {
      expect((await invite(email)).status).toBe(204);
      const [newest] = (await list()).invitations;
      if (newest === undefined) throw new Error('the invitation is not in the list');
      return newest;
    },
    list,
    only,
    rows: async () => (await database.query({ text: 'SELECT * FROM invitations ORDER BY created_at' })).rows,
    mailedTokens,
    mailedToken: async () => {
      const [token, ...more] = await mailedTokens();
      if (token === undefined || more.length > 0) throw new Error('there is not one mail');
      return token;
    },
    expire: async () => {
      await account.execute(`UPDATE invitations SET expires_at = now() - interval '1 second'`);
    },
  };
}
