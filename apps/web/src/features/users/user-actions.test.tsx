import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { BLOCKED, of, openUsers, panel, userAnswers, userAt, uuidOf } from '../../../test/open-users.ts';
import type { Answers } from '../../../test/scripted-api.ts';
import { toastTitled } from '../../../test/toasts.ts';

const BLOCK = of(0, 'POST', '/block');
const UNBLOCK = of(0, 'POST', '/unblock');
const NEEDS_CODE = { status: 403, body: { status: '2fa_verification_required', message: 'x' } };

async function open(answers: Answers = {}) {
  const app = await openUsers(`?user=${uuidOf(0)}&tab=actions`, answers);
  const zone = within(await screen.findByRole('region', { name: 'Danger Zone' }));
  const reason = () => zone.getByLabelText<HTMLTextAreaElement>('Reason');
  const block = () => zone.getByRole<HTMLButtonElement>('button', { name: 'Block user' });
  return { ...app, zone, reason, block };
}

describe('BlockForm', () => {
  // @spec 5.29
  it.each(['', '   ', '\u200b\u2060', '\n\t'])('disables the button for the reason %j', async (text) => {
    const { user, reason, block } = await open();
    if (text !== '') {
      await user.type(reason(), text);
    }
    expect(block().disabled).toBe(true);
  });

  // @spec 2.117, 4.15, 7.30, 8.62
  it('sends the trimmed reason, shows a toast with the e-mail, and refetches', async () => {
    let current = userAt(0);
    const { user, reason, block, bodyOf } = await open({
      [BLOCK]: () => {
        current = userAt(0, BLOCKED);
        return {};
      },
      'GET /users': () => ({ body: { users: [current], totalCount: 1 } }),
      [of(0, 'GET')]: () => ({ body: current }),
    });
    await user.type(reason(), '  Chargebacks ');
    await user.click(block());
    expect(await toastTitled('User user0@example.com has been blocked')).toBeTruthy();
    expect(bodyOf(BLOCK)).toEqual({ reason: 'Chargebacks' });
    const opened = within(await panel('Blocked User'));
    expect(await opened.findByRole('button', { name: 'Unblock user' })).toBeTruthy();
    expect(await within(screen.getByRole('table')).findByText('Blocked')).toBeTruthy();
  });

  it.each([
    [
      { sessions: 3, apiKeys: 1, merchants: 2, openOrders: 4 },
      "It ends 3 sessions and revokes 1 API key. 2 merchants can't take new orders. 4 open orders can still be paid.",
    ],
    [{ sessions: 1, apiKeys: 0, merchants: 0, openOrders: 0 }, 'It ends 1 session.'],
    [
      { sessions: 0, apiKeys: 0, merchants: 1, openOrders: 1 },
      "1 merchant can't take new orders. 1 open order can still be paid.",
    ],
    [
      { sessions: 0, apiKeys: 0, merchants: 0, openOrders: 0 },
      'This user has no active sessions, API keys, merchants or open orders.',
    ],
  ])('describes the effect of a block from the preview %j', async (effect, sentence) => {
    const { zone } = await open({ [of(0, 'GET', '/block-preview')]: { body: effect } });
    expect(await zone.findByText(sentence)).toBeTruthy();
  });

  it('shows no preview if the server has none', async () => {
    const { zone, asked } = await open();
    await waitFor(() => expect(asked()).toContain(of(0, 'GET', '/block-preview')));
    expect(zone.getByRole('status').textContent).toBe('');
    expect(document.querySelector('[data-sonner-toast]')).toBeNull();
  });

  // @spec 8.43
  it('keeps the reason after a failure', async () => {
    const { user, reason, block } = await open({ [BLOCK]: { cut: 'before' } });
    await user.type(reason(), 'Fraud');
    await user.click(block());
    expect(await toastTitled('Failed to block user')).toBeTruthy();
    expect(reason().value).toBe('Fraud');
  });

  it('refetches a user whom someone else has blocked', async () => {
    let current = userAt(0);
    const { user, reason, block, asked } = await open({
      [BLOCK]: { status: 409, body: { status: 'already_blocked', message: 'The user is already blocked' } },
      [of(0, 'GET')]: () => ({ body: current }),
    });
    await waitFor(() => expect(asked()).toContain(of(0, 'GET')));
    current = userAt(0, BLOCKED);
    await user.type(reason(), 'Fraud');
    await user.click(block());
    expect(await toastTitled('Failed to block user')).toBeTruthy();
    expect(screen.getByText('The user is already blocked')).toBeTruthy();
    expect(await panel('Blocked User')).toBeTruthy();
  });

  it('asks for a code, and keeps the reason if the code dialog is cancelled', async () => {
    const { user, reason, block } = await open({
      [BLOCK]: ({ headers }) => (headers['x-2fa-code'] === '123456' ? {} : NEEDS_CODE),
    });
    await user.type(reason(), 'Fraud');
    await user.click(block());
    const question = await screen.findByRole('dialog', { name: 'Verify Your Identity' });
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(await toastTitled('Failed to block user')).toBeTruthy();
    expect(screen.getByText("Your identity wasn't verified.")).toBeTruthy();
    expect(reason().value).toBe('Fraud');
    await user.click(block());
    const again = within(await screen.findByRole('dialog', { name: 'Verify Your Identity' }));
    await user.type(again.getByRole('textbox', { name: 'Authenticator code' }), '123456');
    expect(await toastTitled('User user0@example.com has been blocked')).toBeTruthy();
    await waitFor(() => expect(reason().value).toBe(''));
  });

  it('closes without confirmation while the request is pending', async () => {
    const { user, reason, block, address } = await open({ [BLOCK]: { after: new Promise(() => undefined) } });
    await user.type(reason(), 'Fraud');
    await user.click(block());
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(address()).toBe('/users'));
    expect(screen.queryByRole('dialog', { name: 'Discard unsaved changes?' })).toBeNull();
  });

  it('asks for confirmation before it discards a reason', async () => {
    const { user, reason, address } = await open();
    await user.type(reason(), 'Fraud');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    const question = await screen.findByRole('dialog', { name: 'Discard unsaved changes?' });
    await user.click(within(question).getByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(address()).toBe('/users'));
  });
});

describe('UnblockForm', () => {
  // @spec 2.118, 4.16, 7.31, 8.63
  it('unblocks, shows a toast with the e-mail, and refetches', async () => {
    let current = userAt(0, BLOCKED);
    const { user, zone } = await open({
      ...userAnswers(current),
      [of(0, 'GET')]: () => ({ body: current }),
      [UNBLOCK]: () => {
        current = userAt(0);
        return {};
      },
    });
    expect(zone.queryByLabelText('Reason')).toBeNull();
    await user.click(zone.getByRole('button', { name: 'Unblock user' }));
    expect(await toastTitled('User user0@example.com has been unblocked')).toBeTruthy();
    expect(await panel('User Management')).toBeTruthy();
  });

  // @spec 8.44
  it('shows a failure in a toast', async () => {
    const { user, zone } = await open({
      ...userAnswers(userAt(0, BLOCKED)),
      [UNBLOCK]: { status: 409, body: { status: 'not_blocked', message: 'The user is not blocked' } },
    });
    await user.click(zone.getByRole('button', { name: 'Unblock user' }));
    expect(await toastTitled('Failed to unblock user')).toBeTruthy();
  });

  it('does not remove a newer block than the one that is shown', async () => {
    let current = userAt(0, BLOCKED);
    const { user, zone, calls } = await open({
      ...userAnswers(current),
      [of(0, 'GET')]: () => ({ body: current }),
      [UNBLOCK]: {},
    });
    current = userAt(0, { blockedAt: '2026-04-02T08:30:00.000Z', blockedReason: 'Again' });
    await user.click(zone.getByRole('button', { name: 'Unblock user' }));
    const title = await toastTitled('Failed to unblock user');
    expect(title.nextSibling?.textContent).toContain('blocked again in the meantime');
    expect(calls.some(({ call }) => call === UNBLOCK)).toBe(false);
    expect(await screen.findByText('Again')).toBeTruthy();
  });

  it('sends the version of the block to a server that has versions', async () => {
    const { user, zone, calls } = await open({
      ...userAnswers(userAt(0, BLOCKED)),
      [of(0, 'GET')]: { body: userAt(0, BLOCKED), headers: { etag: '"7"', 'cache-control': 'no-store' } },
      [UNBLOCK]: {},
    });
    await user.click(zone.getByRole('button', { name: 'Unblock user' }));
    await toastTitled('User user0@example.com has been unblocked');
    expect(calls.find(({ call }) => call === UNBLOCK)?.headers['if-match']).toBe('"7"');
  });
});
