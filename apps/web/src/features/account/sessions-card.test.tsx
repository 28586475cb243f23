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

async function openDialog(button: string | RegExp, answers: Answers = {}) {
  const app = await openAccountSettings(answers);
  await app.user.click(await screen.findByRole('button', { name: button }));
  const dialog = within(await screen.findByRole('dialog'));
  return { ...app, dialog, confirm: (name: string) => app.user.click(dialog.getByRole('button', { name })) };
}

describe('SessionList', () => {
  it('shows the device, address, start and last use of each session', async () => {
    await openAccountSettings();
    const texts = (await rows()).map(({ textContent }) => textContent);
    expect(texts).toEqual([
      expect.stringMatching(
        /^Firefox on LinuxThis deviceIP address203\.0\.113\.7Started2h agoLast seenActive now/,
      ),
      expect.stringMatching(/^curlIP address2001:db8::1Started1d agoLast seen3h ago/),
      expect.stringMatching(/^Unknown deviceIP address198\.51\.100\.9Started1h agoLast seen6m ago/),
    ]);
  });

  it('shows the user agent in a tooltip', async () => {
    const { user } = await openAccountSettings();
    await user.hover(await screen.findByText('Firefox on Linux'));
    expect((await screen.findByRole('tooltip')).textContent).toBe(SESSIONS[0]?.userAgent);
  });

  it('hides the button to log out other sessions if there are none', async () => {
    await openAccountSettings({ [LIST]: { body: { sessions: SESSIONS.slice(0, 1) } } });
    expect(await (await card()).findByText("You're not signed in anywhere else.")).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Log out all other sessions' })).toBeNull();
  });

  it('shows an empty state without sessions', async () => {
    await openAccountSettings({ [LIST]: { body: { sessions: [] } } });
    expect(await (await card()).findByText('No sessions')).toBeTruthy();
  });

  it('offers Retry after a failure', async () => {
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
    ['an array', { body: [] }],
    ['null', { body: null }],
    ['an HTML page', { text: '<!doctype html>' }],
  ])(
    'is hidden without a message if the server has no such endpoint and responds with %s',
    async (_, answer) => {
      await openAccountSettings({ [LIST]: answer });
      await waitFor(() => expect(screen.queryByRole('region', { name: 'Sessions' })).toBeNull());
      expect(screen.getByRole('region', { name: 'Security' })).toBeTruthy();
      expect(document.querySelector('[data-sonner-toast]')).toBeNull();
    },
  );
});

describe('LogOutDialog for one session', () => {
  it('logs the session out and refetches the list', async () => {
    const sessions = [...SESSIONS];
    const { dialog, confirm, asked } = await openDialog('Log out curl, 2001:db8::1', {
      [LIST]: () => ({ body: { sessions } }),
      [endOf(1)]: () => {
        sessions.splice(1, 1);
        return {};
      },
    });
    expect(dialog.getByRole('heading', { name: 'Log out curl?' })).toBeTruthy();
    expect(dialog.getByText('Its IP address is 2001:db8::1.')).toBeTruthy();
    await confirm('Log out');
    expect(await toastTitled('Logged out curl')).toBeTruthy();
    await dialogIsGone();
    await waitFor(async () => expect(await rows()).toHaveLength(2));
    expect(asked().filter((call) => call.startsWith('DELETE'))).toEqual([endOf(1)]);
    expect(document.activeElement?.contains((await rows())[0] ?? null)).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
  });

  it('encodes the session id in the URL', async () => {
    const odd = { ...SESSIONS[1], id: 'a/b?c' };
    const { confirm } = await openDialog(/^Log out curl/, {
      [LIST]: { body: { sessions: [odd] } },
      'DELETE /auth/sessions/a%2Fb%3Fc': {},
    });
    await confirm('Log out');
    expect(await toastTitled('Logged out curl')).toBeTruthy();
  });

  it('succeeds if the session has already ended', async () => {
    const { confirm } = await openDialog(/^Log out curl/, { [endOf(1)]: { status: 404 } });
    await confirm('Log out');
    expect(await toastTitled('curl was already logged out')).toBeTruthy();
    await dialogIsGone();
  });

  it.each<[string, Answer, string]>([
    ['a 500', { status: 500 }, 'Server Error'],
    ['a 403', { status: 403, body: { status: 'forbidden' } }, 'Something went wrong'],
    ['a network error', { cut: 'before' }, 'Network Error'],
  ])('stays open with an error after %s', async (_, answer, general) => {
    const { dialog, confirm } = await openDialog(/^Log out curl/, { [endOf(1)]: answer });
    await confirm('Log out');
    expect(await dialog.findByText("Couldn't log out. Please try again.")).toBeTruthy();
    expect(await toastTitled(general)).toBeTruthy();
    expect(await rows()).toHaveLength(3);
  });

  it('ends no session on Cancel', async () => {
    const { confirm, asked } = await openDialog(/^Log out curl/);
    await confirm('Cancel');
    await dialogIsGone();
    expect(asked().filter((call) => call.startsWith('DELETE'))).toEqual([]);
  });

  it('logs the administrator out if it is the current session', async () => {
    const { dialog, confirm, asked, place } = await openDialog(/^Log out Firefox/);
    expect(dialog.getByRole('heading', { name: 'Log out this device?' })).toBeTruthy();
    await confirm('Log out');
    await waitFor(() => expect(place()).toBe('/login'));
    expect(asked()).toContain(LOGOUT);
    expect(asked().filter((call) => call.startsWith('DELETE'))).toEqual([]);
  });
});

describe('LogOutDialog for all other sessions', () => {
  it('shows how many sessions will end, then how many ended', async () => {
    const { dialog, confirm, asked } = await openDialog('Log out all other sessions', {
      [END_OTHERS]: { body: { ended: 3 } },
    });
    expect(dialog.getByText("This logs out 2 sessions. You'll stay signed in here.")).toBeTruthy();
    await confirm('Log out 2 sessions');
    expect(await toastTitled('Logged out 3 sessions')).toBeTruthy();
    await dialogIsGone();
    expect(asked().filter((call) => call.startsWith('DELETE'))).toEqual([END_OTHERS]);
    await waitFor(() => expect(asked().lastIndexOf(LIST)).toBeGreaterThan(asked().indexOf(END_OTHERS)));
  });

  it('uses the singular for one session', async () => {
    const { dialog } = await openDialog('Log out all other sessions', {
      [LIST]: { body: { sessions: SESSIONS.slice(0, 2) } },
    });
    expect(dialog.getByRole('button', { name: 'Log out 1 session' })).toBeTruthy();
  });
});
