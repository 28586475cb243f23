import type { Invitation, InvitationPage } from '@halyard/contract/invitations';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { renderPage } from '../../../test/render-page.tsx';
import { type ScriptedAnswer, scriptedFetch } from '../../../test/scripted-fetch.ts';
import { toastTitled } from '../../../test/toasts.ts';
import { InvitationsPage } from './invitations-page.tsx';
import { type InvitationsSearch, parseInvitationsSearch } from './invitations-search.ts';

const INVITATIONS = 'GET /invitations';
const DAY_MS = 24 * 60 * 60 * 1_000;
const NO_CONTENT = new Response(null, { status: 204 });
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

function invitationOf(email: string, other: Partial<Invitation> = {}): Invitation {
  return {
    id: `of ${email}`,
    email,
    status: 'pending',
    createdAt: inDays(-1),
    expiresAt: inDays(6),
    ...other,
  };
}

const page = (totalCount: number, ...invitations: Invitation[]): InvitationPage => ({
  invitations,
  totalCount,
});
const refusal = (status: number, word: string, more: object = {}) =>
  Response.json({ status: word, message: `The server says ${word}`, ...more }, { status });

let lastState: InvitationsSearch;

function Page({ initial }: { readonly initial: InvitationsSearch }) {
  const [state, setState] = useState(initial);
  lastState = state;
  return <InvitationsPage state={state} onChange={setState} />;
}

async function renderInvitations(
  answer: ScriptedAnswer,
  others: Record<string, ScriptedAnswer> = {},
  state: InvitationsSearch = {},
) {
  const answers: Record<string, ScriptedAnswer> = {
    'GET /auth/csrf-cookie': NO_CONTENT,
    [INVITATIONS]: answer,
    ...others,
  };
  const network = scriptedFetch(answers);
  await renderPage(<Page initial={state} />, network);
  return { answers, ...network };
}

const rowOf = async (email: string) => within((await screen.findByText(email)).closest('tr') as HTMLElement);

async function choose(email: string, act: string) {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${email}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: act }));
}

describe('InvitationsPage', () => {
  // @spec 2.82, 2.84, 7.34
  it('shows the title with the count, and its columns', async () => {
    await renderInvitations(page(1_234, invitationOf('a@example.com')));
    await screen.findByText('a@example.com');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Invitation Management');
    expect(screen.getByText('1,234')).toBeTruthy();
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Email',
      'Status',
      'Created At',
      'Expires At',
      'Actions',
    ]);
  });

  // @spec 2.84, 2.85, 4.14, 9.14, D.122
  it.each([
    ['pending', 6, 'Pending', true],
    ['pending', -1, 'Pending · Expired', true],
    ['accepted', -1, 'Accepted', false],
    ['revoked', 6, 'Revoked', false],
  ] as const)('shows a %s invitation with %i days left as %s', async (status, days, shown, hasMenu) => {
    await renderInvitations(page(1, invitationOf('a@example.com', { status, expiresAt: inDays(days) })));
    const row = await rowOf('a@example.com');
    expect(row.getAllByRole('cell')[1]?.textContent).toBe(shown);
    expect(row.queryByRole('button', { name: 'Actions for a@example.com' }) !== null).toBe(hasMenu);
    expect(row.getByRole('button', { name: 'Copy a@example.com' })).toBeTruthy();
  });

  it('shows only the invitation of a link, and then all', async () => {
    const id = 'of a@example.com';
    const { calls } = await renderInvitations(page(1, invitationOf('a@example.com')), {}, { invitation: id });
    await screen.findByText('a@example.com');
    expect(calls.at(-1)).toContain(`id=${new URLSearchParams({ id }).toString().slice(3)}`);
    expect(screen.queryByRole('combobox', { name: 'Status' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Show all invitations' }));
    await waitFor(() => expect(calls.at(-1)).not.toContain('id='));
    expect(lastState).toEqual({ sort: undefined });
  });

  it('marks an expired invitation with one dot', async () => {
    await renderInvitations(page(1, invitationOf('a@example.com', { expiresAt: inDays(-1) })));
    const [, status] = (await rowOf('a@example.com')).getAllByRole('cell');
    expect(status?.querySelectorAll('.before\\:rounded-full')).toHaveLength(1);
    expect(screen.getByText('Expired', { exact: true })).toBeTruthy();
  });

  it.each([
    [
      { state: 'failed', reason: 'the mail server answered 550 5.1.1 to RCPT TO' },
      'Email not delivered: the mail server answered 550 5.1.1 to RCPT TO',
    ],
    [{ state: 'failed', reason: null }, 'Email not delivered: it expired before the mail server accepted it'],
    [
      { state: 'delayed', reason: 'the mail server answered 451 to DATA' },
      'Email delayed (the mail server answered 451 to DATA). Next try in a few minutes.',
    ],
  ] as const)('shows %o as "%s"', async (mail, shown) => {
    await renderInvitations(page(1, invitationOf('a@example.com', { mail })));
    expect(await screen.findByText(shown)).toBeTruthy();
  });

  it.each([undefined, null, { state: 'sent', reason: null }, { state: 'lost', reason: 'x' }, 'x'])(
    'shows no mail problem for %o',
    async (mail) => {
      await renderInvitations({ invitations: [{ ...invitationOf('a@example.com'), mail }], totalCount: 1 });
      expect((await rowOf('a@example.com')).getAllByRole('cell')[0]?.textContent).not.toContain('Email');
    },
  );

  it('shows a rejected mail without a reload', async () => {
    const answers = await renderInvitations(
      page(1, invitationOf('a@example.com', { mail: { state: 'sending', reason: null } })),
    ).then((rendered) => rendered.answers);
    await screen.findByText('a@example.com');
    answers[INVITATIONS] = page(
      1,
      invitationOf('a@example.com', { mail: { state: 'failed', reason: 'no such mailbox' } }),
    );
    expect(
      await screen.findByText('Email not delivered: no such mailbox', {}, { timeout: 10_000 }),
    ).toBeTruthy();
  });

  it('shows dashes for missing fields, and no expiry without a date', async () => {
    await renderInvitations({
      invitations: [{ id: 1, email: 'ada@example.com', status: 'pending', createdAt: null, expiresAt: null }],
      totalCount: '1',
    });
    const row = await rowOf('ada@example.com');
    expect(
      row
        .getAllByRole('cell')
        .slice(1, 4)
        .map(({ textContent }) => textContent),
    ).toEqual(['Pending', '—', '—']);
  });

  // @spec 2.88, 9.2
  it('shows the position, and loads the next page', async () => {
    const { calls } = await renderInvitations(page(45, invitationOf('a@example.com')));
    expect(await screen.findByText('Showing 1 to 20 of 45 invitations')).toBeTruthy();
    expect(screen.getByText('Page 1 of 3')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(lastState).toEqual({ page: 2 });
    await waitFor(() => expect(calls.at(-1)).toBe('GET /invitations?limit=20&offset=20'));
  });

  // @spec 2.89
  it('hides the pagination for a single page', async () => {
    await renderInvitations(page(20, invitationOf('a@example.com')));
    await screen.findByText('a@example.com');
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  // @spec 7.33, 9.11
  it('filters by status from page 1, and removes the filter', async () => {
    const { calls } = await renderInvitations(page(45, invitationOf('a@example.com')), {}, { page: 2 });
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'Revoked');
    expect(lastState).toEqual({ status: 'revoked' });
    await waitFor(() => expect(calls.at(-1)).toBe('GET /invitations?limit=20&offset=0&status=revoked'));
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter Status: Revoked' }));
    expect(lastState).toEqual({});
  });

  // @spec 8.30
  it('shows a load failure on the page and in a toast', async () => {
    await renderInvitations(refusal(404, 'not_found'));
    expect(await toastTitled('Failed to load invitations')).toBeTruthy();
    expect(screen.getByText("Couldn't load invitations")).toBeTruthy();
  });
});

describe('InvitationsPage without rows', () => {
  // @spec 2.87
  it('offers to send the first invitation', async () => {
    await renderInvitations(page(0));
    expect(await screen.findByText('No invitations yet')).toBeTruthy();
    expect(screen.getByText('Invite users to join the platform')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Send First Invitation' }));
    expect(await screen.findByRole('dialog', { name: 'Invite User' })).toBeTruthy();
  });

  it('shows that no invitation has the selected status', async () => {
    await renderInvitations(page(0), {}, { status: 'accepted' });
    expect(await screen.findByText('No invitations found')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show all invitations' }));
    expect(lastState).toEqual({});
  });
});

describe('InvitationsPage resend', () => {
  const RESEND = 'POST /invitations/of%20a@example.com/resend'.replace('@', '%40');

  // @spec 2.86, 7.37, 8.60
  it('names the recipient and refetches the list', async () => {
    const { calls } = await renderInvitations(page(1, invitationOf('a@example.com')), {
      [RESEND]: NO_CONTENT,
    });
    await choose('a@example.com', 'Resend');
    expect(await toastTitled('Invitation resent to a@example.com')).toBeTruthy();
    await waitFor(() => expect(calls.filter((call) => call.startsWith(INVITATIONS))).toHaveLength(2));
    expect(calls).toContain(RESEND);
  });

  // @spec 8.40, 8.41
  it('shows the reason of a failure', async () => {
    await renderInvitations(page(1, invitationOf('a@example.com')), {
      [RESEND]: refusal(409, 'invitation_not_pending'),
    });
    await choose('a@example.com', 'Resend');
    expect(await toastTitled('Failed to resend invitation')).toBeTruthy();
    expect(screen.getByText('The server says invitation_not_pending')).toBeTruthy();
  });

  it('shows how often it is possible', async () => {
    await renderInvitations(page(1, invitationOf('a@example.com')), {
      [RESEND]: refusal(429, 'rate_limited'),
    });
    await choose('a@example.com', 'Resend');
    expect(await toastTitled('Failed to resend invitation')).toBeTruthy();
    expect(screen.getByText('The server says rate_limited')).toBeTruthy();
  });
});

describe('InvitationsPage revoke', () => {
  const REVOKE = 'DELETE /invitations/of%20a%40example.com';

  async function revoke(answer: ScriptedAnswer) {
    const app = await renderInvitations(page(1, invitationOf('a@example.com')), { [REVOKE]: answer });
    await choose('a@example.com', 'Revoke');
    return app;
  }

  // @spec 2.86, 7.36, 8.59
  it('names the recipient and refetches the list', async () => {
    const { calls } = await revoke(NO_CONTENT);
    expect(await toastTitled('Invitation for a@example.com revoked')).toBeTruthy();
    await waitFor(() => expect(calls.filter((call) => call.startsWith(INVITATIONS))).toHaveLength(2));
    expect(calls.filter((call) => call === REVOKE)).toHaveLength(1);
  });

  it('moves the focus to the start of the row, which has no actions any more', async () => {
    const { answers } = await renderInvitations(
      page(2, invitationOf('a@example.com'), invitationOf('b@example.com')),
      { [REVOKE]: NO_CONTENT },
    );
    answers[INVITATIONS] = page(
      2,
      invitationOf('a@example.com', { status: 'revoked' }),
      invitationOf('b@example.com'),
    );
    await choose('a@example.com', 'Revoke');
    const row = await rowOf('a@example.com');
    await row.findByText('Revoked');
    expect(document.activeElement).toBe(row.getAllByRole('button')[0]);
  });

  it('moves the focus to the row that takes the place of the revoked one', async () => {
    const pending = ['a@example.com', 'b@example.com'].map((email) => invitationOf(email));
    const { answers } = await renderInvitations(
      page(2, ...pending),
      { [REVOKE]: NO_CONTENT },
      { status: 'pending' },
    );
    answers[INVITATIONS] = page(1, ...pending.slice(1));
    await choose('a@example.com', 'Revoke');
    await waitFor(() => expect(screen.queryByText('a@example.com')).toBeNull());
    expect(document.activeElement).toBe((await rowOf('b@example.com')).getAllByRole('button')[0]);
  });

  it('shows a failure', async () => {
    await revoke(refusal(409, 'invitation_not_pending'));
    expect(await toastTitled('Failed to revoke invitation')).toBeTruthy();
  });
});

it.each([
  [{}, {}],
  [
    { page: '2', status: 'revoked', sort: 'oldest' },
    { page: 2, status: 'revoked', sort: 'oldest' },
  ],
  [{ status: 'expired' }, {}],
  [{ status: '' }, {}],
])('parseInvitationsSearch parses %j as %j', (parameters, expected) => {
  expect(parseInvitationsSearch(parameters)).toEqual(expected);
});
