import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../../../test/render-app.tsx';
import type { Answer, Answers } from '../../../test/scripted-api.ts';
import { setViewportWidth } from '../../../test/set-viewport-width.ts';
import { toastTitled } from '../../../test/toasts.ts';

const INVITE = 'POST /invitations';
const LIST = 'GET /invitations?limit=20&offset=0';

async function open(answers: Answers = {}) {
  setViewportWidth(1440);
  const app = await renderApp({
    path: '/invitations',
    answers: {
      'GET /auth/me': { body: { uuid: 'a', email: 'grace.hopper@example.com' } },
      'GET /invitations': { body: { invitations: [], totalCount: 0 } },
      ...answers,
    },
  });
  await app.user.click(await screen.findByRole('button', { name: 'Invite User' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite User' }));
  const field = dialog.getByLabelText<HTMLInputElement>('Email Address');
  const send = () => app.user.click(dialog.getByRole('button', { name: 'Send Invitation' }));
  const invited = () => app.calls.filter(({ call }) => call === INVITE).map(({ body }) => body);
  return { ...app, dialog, field, send, invited };
}

const refused = (status: string, more: object = {}): Answer => ({
  status: status === 'validation_error' ? 400 : 409,
  body: { status, message: 'The server refused', ...more },
});

describe('InviteDialog', () => {
  // @spec 2.83, 5.28, 7.35, 8.58
  it.each([['the button'], ['Enter']])(
    'sends the trimmed email by %s, closes, and refetches the list',
    async (way) => {
      const { user, field, send, invited, asked } = await open({ [INVITE]: {} });
      expect(document.title).toBe('Invitation Management | Admin | Halyard');
      await user.type(field, ' ada@example.com ');
      await (way === 'Enter' ? user.keyboard('{Enter}') : send());
      expect(await toastTitled('Invitation sent successfully')).toBeTruthy();
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(invited()).toEqual([{ email: 'ada@example.com' }]);
      await waitFor(() => expect(asked().slice(asked().indexOf(INVITE))).toContain(LIST));
    },
  );

  // @spec 5.27
  it.each(['', '   '])('rejects the blank email %j', async (text) => {
    const { user, field, send, dialog, invited } = await open();
    if (text !== '') {
      await user.type(field, text);
    }
    await send();
    expect(dialog.getByText('Email is required')).toBeTruthy();
    expect(document.activeElement).toBe(field);
    expect(invited()).toEqual([]);
  });
});

it('rejects an invalid email in the dialog, without a request', async () => {
  const { user, field, send, dialog, invited } = await open();
  await user.type(field, 'ada@example');
  await send();
  expect(dialog.getByText('Please enter a valid email address')).toBeTruthy();
  expect(document.activeElement).toBe(field);
  expect(invited()).toEqual([]);
});

describe('InviteDialog after a failure', () => {
  // @spec 8.37, 8.38, 8.39
  it.each([
    ['user_exists', refused('user_exists'), 'User already exists with this email', true],
    [
      'invitation_exists',
      refused('invitation_exists'),
      'Pending invitation already exists for this email',
      true,
    ],
    [
      'an error of the email',
      refused('validation_error', {
        errors: [{ field: 'email', code: 'x', message: 'The input is not valid email' }],
      }),
      'The input is not valid email',
      true,
    ],
    ['another rejection', refused('forbidden'), 'Failed to send invitation', false],
    ['a broken connection', { cut: 'before' }, 'Failed to send invitation', false],
    ['a server error', { status: 500 }, 'Failed to send invitation', false],
  ] as const)(
    'shows %s in the dialog, which keeps the entered email',
    async (_, answer, message, ofField) => {
      const { user, field, send, dialog } = await open({ [INVITE]: answer });
      await user.type(field, 'ada@example.com');
      await send();
      expect(await dialog.findByText(message)).toBeTruthy();
      expect(field.value).toBe('ada@example.com');
      expect(field.getAttribute('aria-invalid')).toBe(String(ofField));
      await user.type(field, 'x');
      expect(dialog.queryByText(message)).toBeNull();
    },
  );

  it("shows the server's message about the email in a toast, next to the general toast", async () => {
    const errors = [{ field: 'email', code: 'x', message: 'The input is not valid email' }];
    const { user, field, send } = await open({ [INVITE]: refused('validation_error', { errors }) });
    await user.type(field, 'ada@example.com');
    await send();
    const general = await toastTitled('The server refused');
    expect(general.nextSibling?.textContent).toBe('Validation error: The input is not valid email');
    const own = await toastTitled('Failed to send invitation');
    expect(own.closest('li')?.textContent).toBe('Failed to send invitation');
  });

  it("shows our own message instead of the server's for a known status", async () => {
    const errors = [{ field: 'email', code: 'x', message: 'Taken' }];
    const { user, field, send, dialog } = await open({
      [INVITE]: { status: 400, body: { status: 'user_exists', message: 'No', errors } },
    });
    await user.type(field, 'ada@example.com');
    await send();
    expect(await dialog.findByText('User already exists with this email')).toBeTruthy();
    expect(document.querySelector('[data-sonner-toast]')).toBeNull();
  });

  // @spec 8.39
  it("shows the server's reason, if any", async () => {
    const { user, field, send, dialog } = await open({ [INVITE]: refused('forbidden') });
    await user.type(field, 'ada@example.com');
    await send();
    const words = await dialog.findByText('Failed to send invitation');
    expect(words.closest('[role=alert]')?.textContent).toBe('Failed to send invitationThe server refused');
  });

  it('keeps the entered email while the code dialog is open', async () => {
    const { user, field, send, invited } = await open({
      [INVITE]: ({ headers }) =>
        headers['x-2fa-code'] === '123456'
          ? {}
          : { status: 403, body: { status: '2fa_verification_required', message: 'x' } },
    });
    await user.type(field, 'ada@example.com');
    await send();
    const question = within(await screen.findByRole('dialog', { name: 'Verify Your Identity' }));
    expect(field.value).toBe('ada@example.com');
    await user.type(question.getByRole('textbox', { name: 'Authenticator code' }), '123456');
    expect(await toastTitled('Invitation sent successfully')).toBeTruthy();
    expect(invited()).toHaveLength(2);
  });
});
