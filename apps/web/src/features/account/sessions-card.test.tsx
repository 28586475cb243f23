import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { LIST, LOGOUT, openAccountSettings, SESSIONS } from '../../../test/open-account-settings.ts';
import type { Answer, Answers } from '../../../test/scripted-api.ts';
import { toastTitled } from '../../../test/toasts.ts';

const END_OTHERS = 'DELETE /auth/sessions';
const endOf = (position: number) => `DELETE /auth/sessions/${SESSIONS[position]?.id}`;

const card = async () => within(await screen.findByRole('region', { name: 'Sessions' }));
const rows = async () =>
  within(await (await card()).findByRole('list', { name: 'Sessions' })).findAllByRole('listitem');
const dialogIsGone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

/** Opens the question of a button and finds what it says. */
async function ask(button: string | RegExp, answers: Answers = {}) {
  const app = await openAccountSettings(answers);
  await app.user.click(await screen.findByRole('button', { name: button }));
  const dialog = within(await screen.findByRole('dialog'));
  return { ...app, dialog, confirm: (name: string) => app.user.click(dialog.getByRole('button', { name })) };
}

describe('the list', () => {
  it('says of each session what device it is, from where, since when and how lately', async () => {
    await openAccountSettings();
    const texts = (await rows()).map(({ textContent }) => textContent);
    expect(texts).toEqual([
      expect.stringMatching(
        /^Firefox on LinuxThis deviceAddress203\.0\.113\.7Started2h agoLast seenActive now/,
      ),
      expect.stringMatching(/^curlAddress2001:db8::1Started1d agoLast seen3h ago/),
      expect.stringMatching(/^Unknown deviceAddress198\.51\.100\.9Started1h agoLast seen6m ago/),
    ]);
  });

  it('shows the whole user agent under the pointer', async () => {
    const { user } = await openAccountSettings();
    await user.hover(await screen.findByText('Firefox on Linux'));
    expect((await screen.findByRole('tooltip')).textContent).toBe(SESSIONS[0]?.userAgent);
  });

  it('says when there is only this session, and offers no more to end', async () => {
    await openAccountSettings({ [LIST]: { body: { sessions: SESSIONS.slice(0, 1) } } });
    expect(await (await card()).findByText('You are not signed in anywhere else.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Log out all other sessions' })).toBeNull();
  });

  it('says when the server knows of none', async () => {
    await openAccountSettings({ [LIST]: { body: { sessions: [] } } });
    expect(await (await card()).findByText('No sessions')).toBeTruthy();
  });

  it('can be read again when it could not be', async () => {
    const answers: { list: Answer } = { list: { status: 503, body: { requestId: 'request-1' } } };
    const { user } = await openAccountSettings({ [LIST]: () => answers.list });
    const { findByText, getByRole, getByText } = await card();
    expect(await findByText("Couldn't load your sessions")).toBeTruthy();
    expect(getByText('request-1')).toBeTruthy();
    answers.list = { body: { sessions: SESSIONS } };
    await user.click(getByRole('button', { name: 'Retry' }));
    expect(await rows()).toHaveLength(3);
  });

  it.each<[string, Answer]>([
    ['403', { status: 403, body: { status: 'forbidden', message: 'No' } }],
    ['404', { status: 404 }],
    ['405', { status: 405 }],
    ['501', { status: 501, body: { status: 'x', message: 'Not implemented' } }],
    ['an empty object', { body: {} }],
    ['a list', { body: [] }],
    ['null', { body: null }],
    ['a page', { text: '<!doctype html>' }],
  ])('is left out without a word where the server has no such call, and answers %s', async (_, answer) => {
    await openAccountSettings({ [LIST]: answer });
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Sessions' })).toBeNull());
    expect(screen.getByRole('region', { name: 'Security' })).toBeTruthy();
    expect(document.querySelector('[data-sonner-toast]')).toBeNull();
  });
});

describe('signing one session out', () => {
  it('says what it ends, ends it and reads the list again', async () => {
    const sessions = [...SESSIONS];
    const { dialog, confirm, asked } = await ask('Log out curl, 2001:db8::1', {
      [LIST]: () => ({ body: { sessions } }),
      [endOf(1)]: () => {
        sessions.splice(1, 1);
        return {};
      },
    });
    expect(dialog.getByRole('heading', { name: 'Log out curl?' })).toBeTruthy();
    expect(dialog.getByText('This ends 1 session, from 2001:db8::1.')).toBeTruthy();
    await confirm('Log out');
    expect(await toastTitled('Logged out curl')).toBeTruthy();
    await dialogIsGone();
    await waitFor(async () => expect(await rows()).toHaveLength(2));
    expect(asked().filter((call) => call.startsWith('DELETE'))).toEqual([endOf(1)]);
    expect(document.activeElement?.contains((await rows())[0] ?? null)).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
  });

  it('names it by its id, whatever that holds', async () => {
    const odd = { ...SESSIONS[1], id: 'a/b?c' };
    const { confirm } = await ask(/^Log out curl/, {
      [LIST]: { body: { sessions: [odd] } },
      'DELETE /auth/sessions/a%2Fb%3Fc': {},
    });
    await confirm('Log out');
    expect(await toastTitled('Logged out curl')).toBeTruthy();
  });

  it('that has ended meanwhile is as good', async () => {
    const { confirm } = await ask(/^Log out curl/, { [endOf(1)]: { status: 404 } });
    await confirm('Log out');
    expect(await toastTitled('curl was already logged out')).toBeTruthy();
    await dialogIsGone();
  });

  it.each<[string, Answer]>([
    ['the server fails', { status: 500 }],
    ['it is refused', { status: 403, body: { status: 'forbidden' } }],
    ['nobody answers', { cut: 'before' }],
  ])('stays asked for when %s', async (_, answer) => {
    const { dialog, confirm } = await ask(/^Log out curl/, { [endOf(1)]: answer });
    await confirm('Log out');
    expect(await dialog.findByText("Couldn't log out. Please try again.")).toBeTruthy();
    expect(await rows()).toHaveLength(3);
  });

  it('is not done after Cancel', async () => {
    const { confirm, asked } = await ask(/^Log out curl/);
    await confirm('Cancel');
    await dialogIsGone();
    expect(asked().filter((call) => call.startsWith('DELETE'))).toEqual([]);
  });

  it('that one is in is a logout', async () => {
    const { dialog, confirm, asked, place } = await ask(/^Log out Firefox/);
    expect(dialog.getByRole('heading', { name: 'Log out this device?' })).toBeTruthy();
    await confirm('Log out');
    await waitFor(() => expect(place()).toBe('/login'));
    expect(asked()).toContain(LOGOUT);
    expect(asked().filter((call) => call.startsWith('DELETE'))).toEqual([]);
  });
});

describe('signing all other sessions out', () => {
  it('says how many it ends, and how many it has ended', async () => {
    const { dialog, confirm, asked } = await ask('Log out all other sessions', {
      [END_OTHERS]: { body: { ended: 3 } },
    });
    expect(dialog.getByText("This ends 2 sessions. You'll stay logged in here.")).toBeTruthy();
    await confirm('Log out 2 sessions');
    expect(await toastTitled('Logged out 3 sessions')).toBeTruthy();
    await dialogIsGone();
    expect(asked().filter((call) => call.startsWith('DELETE'))).toEqual([END_OTHERS]);
    await waitFor(() => expect(asked().lastIndexOf(LIST)).toBeGreaterThan(asked().indexOf(END_OTHERS)));
  });

  it('counts one as one', async () => {
    const { dialog } = await ask('Log out all other sessions', {
      [LIST]: { body: { sessions: SESSIONS.slice(0, 2) } },
    });
    expect(dialog.getByRole('button', { name: 'Log out 1 session' })).toBeTruthy();
  });
});
