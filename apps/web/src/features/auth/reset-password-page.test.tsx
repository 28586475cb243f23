import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { holdWaits } from '../../../test/hold-waits.ts';
import { renderApp } from '../../../test/render-app.tsx';
import type { Answer, Answers } from '../../../test/scripted-api.ts';
import { toastTitled } from '../../../test/toasts.ts';

const VALIDATE = 'POST /auth/password/reset/validate';
const COMPLETE = 'POST /auth/password/reset/complete';
const TOKEN = 'a-token-that-nobody-else-may-see';
const LINK = {
  body: { valid: true, email: 'grace@example.com', expiresAt: '2026-11-22T10:00:00.000Z' },
};
const INVALID = { status: 400, body: { status: 'invalid_token', message: 'Invalid reset link' } };
const GOOD = 'Correct-Horse-7-Battery';

const password = () => screen.getByLabelText<HTMLInputElement>('New Password');
const confirmation = () => screen.getByLabelText<HTMLInputElement>('Confirm Password');
const submit = () => screen.getByRole('button', { name: 'Reset Password' });
const toastTitles = () =>
  [...document.querySelectorAll('[data-sonner-toast] [data-title]')].map(({ textContent }) => textContent);

async function open(validate: Answers[string], complete: Answers[string] = {}, search = `?token=${TOKEN}`) {
  return renderApp({
    path: `/reset-password${search}`,
    answers: { [VALIDATE]: validate, [COMPLETE]: complete },
  });
}

async function openForm(complete?: Answers[string]) {
  const app = await open(LINK, complete);
  await screen.findByText('grace@example.com');
  return app;
}

async function fillIn(app: Awaited<ReturnType<typeof openForm>>, text = GOOD) {
  await app.user.type(password(), text);
  await app.user.type(confirmation(), text);
  await app.user.click(submit());
}

afterEach(() => {
  sessionStorage.clear();
  vi.restoreAllMocks();
});

describe('ResetPasswordPage on load', () => {
  it('removes the token from the URL at once and sends it only in request bodies', async () => {
    const { router, calls, user } = await openForm();
    expect(router.state.location.href).toBe('/reset-password');
    expect(router.history.location.href).toBe('/reset-password');
    expect(router.history.length).toBe(1);
    expect(JSON.stringify(router.state.location.state)).not.toContain(TOKEN);
    expect(document.title).not.toContain(TOKEN);
    expect(document.body.innerHTML).not.toContain(TOKEN);
    await user.type(password(), GOOD);
    await user.type(confirmation(), `${GOOD}{Enter}`);
    await toastTitled('Password reset successfully!');
    expect(calls.filter(({ body }) => JSON.stringify(body)?.includes(TOKEN)).map(({ call }) => call)).toEqual(
      [VALIDATE, COMPLETE],
    );
    expect(calls.some(({ call, headers }) => JSON.stringify([call, headers]).includes(TOKEN))).toBe(false);
  });

  // @spec 4.11, 8.26
  it.each(['', '?token=', '?tokens=abc'])('redirects to /login without a token: %j', async (search) => {
    const { place, asked } = await open(LINK, {}, search);
    await waitFor(() => expect(place()).toBe('/login'));
    expect(await toastTitled('Invalid reset link')).toBeTruthy();
    expect(toastTitles()).toHaveLength(1);
    expect(asked()).not.toContain(VALIDATE);
  });

  // @spec 2.54, 4.9, 4.10, 7.16, 8.27, 9.26
  it('checks the link with the server before it shows the form', async () => {
    const { asked, bodyOf } = await open(LINK);
    expect(await screen.findByText('Checking the link')).toBeTruthy();
    expect(screen.queryByLabelText('New Password')).toBeNull();
    expect(await screen.findByText('grace@example.com')).toBeTruthy();
    expect(bodyOf(VALIDATE)).toEqual({ token: TOKEN });
    expect(asked().filter((call) => call === VALIDATE)).toHaveLength(1);
    expect(asked()).not.toContain('GET /auth/me');
  });

  it.each<[string, Answer]>([
    ['is unknown, used or expired', INVALID],
    ['is too long', { status: 400, body: { status: 'validation_error', message: 'No', errors: [] } }],
    ['is larger than the server reads', { status: 413, body: { status: 'too_large', message: 'No' } }],
    ['is gone', { status: 410 }],
    ['is not valid', { body: { valid: false } }],
    ['gets a 401', { status: 401, body: { status: 'unauthenticated', message: 'No' } }],
  ])('redirects to /forgot-password after two seconds if the link %s', async (_, answer) => {
    const waits = holdWaits();
    const { place } = await open(answer);
    expect(await screen.findByText('This link is no longer valid')).toBeTruthy();
    expect(await toastTitled('Invalid reset link')).toBeTruthy();
    expect(toastTitles()).toEqual(['Invalid reset link']);
    expect(place()).toBe('/reset-password');
    waits.pass(2_000);
    await waitFor(() => expect(place()).toBe('/forgot-password'));
  });

  it.each<[string, Answer, string[]]>([
    ['a network error', { cut: 'before' }, ['Failed to reset password', 'Network Error']],
    ['a 503', { status: 503 }, ['Failed to reset password', 'Server Error']],
    ['a 429', { status: 429 }, ['Failed to reset password', 'Too Many Requests']],
    ['an HTML page', { text: '<html>' }, ['Failed to reset password', 'Something went wrong']],
  ])('stays on the page after %s, with a Retry button', async (_, answer, titles) => {
    const { user, place } = await open([answer, LINK]);
    const alert = (await screen.findByText("Couldn't check the link")).closest<HTMLElement>('[role=alert]');
    await waitFor(() => expect(toastTitles().sort()).toEqual(titles));
    expect(place()).toBe('/reset-password');
    await user.click(within(alert as HTMLElement).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('grace@example.com')).toBeTruthy();
  });
});

it.each<[string, Answer]>([
  ['an empty response', {}],
  ['a response without an e-mail', { body: { valid: true } }],
])('ResetPasswordPage shows the form without an account name after %s', async (_, answer) => {
  await open(answer);
  expect(await screen.findByLabelText('New Password')).toBeTruthy();
  expect(screen.queryByText(/^Account:/)).toBeNull();
});

describe('ResetPasswordPage form', () => {
  // @spec 2.11, 2.56
  it('shows the account and the password rules', async () => {
    await openForm();
    expect(screen.getByRole('heading', { name: 'Reset password' })).toBeTruthy();
    expect(document.title).toBe('Reset password | Admin | Halyard');
    const hint = 'Minimum 12 characters with uppercase, lowercase, digit and special character';
    const described = password().getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(described)?.textContent).toBe(hint);
  });

  it('supports password managers', async () => {
    await openForm();
    expect(password().autocomplete).toBe('new-password');
    expect(confirmation().autocomplete).toBe('new-password');
    const username = document.querySelector<HTMLInputElement>('input[autocomplete=username]');
    expect(username?.value).toBe('grace@example.com');
    expect(username?.hidden).toBe(true);
  });

  it('accepts a pasted password', async () => {
    const { user } = await openForm();
    await user.click(password());
    await user.paste(GOOD);
    expect(password().value).toBe(GOOD);
  });

  it('shows and hides the password without moving the focus', async () => {
    const { user } = await openForm();
    await user.type(password(), GOOD);
    const [show] = screen.getAllByRole('button', { name: 'Show password' });
    await user.click(show as HTMLElement);
    expect(password().type).toBe('text');
    expect(confirmation().type).toBe('password');
    expect(document.activeElement).toBe(password());
    await user.click(screen.getByRole('button', { name: 'Hide password' }));
    expect(password().type).toBe('password');
  });
});

describe('ResetPasswordPage validation', () => {
  // @spec 5.15
  it('checks the password on blur, not during typing', async () => {
    const { user } = await openForm();
    await user.type(password(), 'short');
    expect(password().getAttribute('aria-invalid')).toBe('false');
    await user.tab();
    expect(await screen.findByText('Password must be at least 12 characters')).toBeTruthy();
    expect(password().getAttribute('aria-invalid')).toBe('true');
  });

  // @spec 5.13, 5.16
  it('checks every change once an error is shown, and shows the first broken rule', async () => {
    const { user } = await openForm();
    await user.click(password());
    await user.tab();
    expect(await screen.findByText('Please enter a password')).toBeTruthy();
    await user.type(password(), 'p');
    expect(await screen.findByText('Password must be at least 12 characters')).toBeTruthy();
    await user.type(password(), 'assword1234');
    expect(await screen.findByText('Password must contain at least one uppercase letter')).toBeTruthy();
    await user.type(password(), 'X');
    expect(await screen.findByText('Password must contain at least one special character')).toBeTruthy();
    await user.type(password(), '!');
    await waitFor(() => expect(password().getAttribute('aria-invalid')).toBe('false'));
    await user.type(password(), '{Backspace}');
    expect(password().getAttribute('aria-invalid')).toBe('false');
  });

  // @spec 5.13
  it.each([
    ['Password1234!', 'Password is too common'],
    ['Amazing-Grace-7', 'Password cannot contain your email username'],
    [`aA1!${'x'.repeat(124)}`, 'Password must be less than 128 characters'],
  ])('rejects %s: %s', async (text, message) => {
    const { user } = await openForm();
    await user.click(password());
    await user.paste(text);
    await user.tab();
    expect(await screen.findByText(message)).toBeTruthy();
  });

  // @spec 5.14
  it('requires a matching confirmation', async () => {
    const { user } = await openForm();
    await user.type(password(), GOOD);
    await user.click(confirmation());
    await user.tab();
    expect(await screen.findByText('Please confirm your password')).toBeTruthy();
    await user.type(confirmation(), 'C');
    expect(await screen.findByText('Passwords do not match')).toBeTruthy();
    await user.type(confirmation(), GOOD.slice(1));
    await waitFor(() => expect(screen.queryByText('Passwords do not match')).toBeNull());
  });

  it('shows a mismatch if the password changes after its confirmation', async () => {
    const { user } = await openForm();
    await user.type(password(), GOOD);
    await user.type(confirmation(), GOOD);
    await user.type(password(), '!');
    await user.tab();
    expect(await screen.findByText('Passwords do not match')).toBeTruthy();
  });

  // @spec 5.12
  it('does not submit invalid fields and focuses the first one', async () => {
    const { user, asked } = await openForm();
    await user.click(submit());
    expect(await screen.findByText('Please enter a password')).toBeTruthy();
    expect(screen.getByText('Please confirm your password')).toBeTruthy();
    expect(document.activeElement).toBe(password());
    await user.type(password(), GOOD);
    await user.click(submit());
    expect(document.activeElement).toBe(confirmation());
    expect(asked()).not.toContain(COMPLETE);
  });
});

describe('ResetPasswordPage', () => {
  // @spec 2.55, 8.51, 9.27
  it('sets the password and opens /login after 1.5 seconds', async () => {
    const waits = holdWaits();
    const app = await openForm();
    const { place, bodyOf, asked } = app;
    await fillIn(app);
    expect(await toastTitled('Password reset successfully!')).toBeTruthy();
    expect(bodyOf(COMPLETE)).toEqual({ token: TOKEN, newPassword: GOOD });
    await app.user.click(submit());
    fireEvent.submit(password().form as HTMLFormElement);
    expect(place()).toBe('/reset-password');
    waits.pass(1_500);
    await waitFor(() => expect(place()).toBe('/login'));
    await waitFor(() => expect(asked()).toContain('GET /auth/me'));
    expect(asked().filter((call) => call === COMPLETE)).toHaveLength(1);
  });
});

describe('ResetPasswordPage after a failed reset', () => {
  it('shows that the link is invalid if the server rejects it', async () => {
    const app = await openForm(INVALID);
    await fillIn(app);
    expect(await toastTitled('Invalid reset link')).toBeTruthy();
    expect(toastTitles()).toEqual(['Invalid reset link']);
    expect(screen.queryByLabelText('New Password')).toBeNull();
    await waitFor(() => expect(app.place()).toBe('/forgot-password'));
  });

  // @spec 8.28
  it('shows a rejected password at its field until it changes', async () => {
    const errors = [{ field: 'newPassword', code: 'common', message: 'Password was found in a leak' }];
    const body = { status: 'validation_error', message: 'Please check your input', errors };
    const app = await openForm({ status: 400, body });
    await fillIn(app);
    expect(await screen.findByText('Password was found in a leak')).toBeTruthy();
    const general = await toastTitled('Please check your input');
    expect(general.nextSibling?.textContent).toBe('Validation error: Password was found in a leak');
    expect(toastTitles()).toEqual(['Please check your input']);
    expect(document.activeElement).toBe(password());
    await app.user.tab();
    expect(screen.getByText('Password was found in a leak')).toBeTruthy();
    await app.user.type(password(), '!');
    await waitFor(() => expect(screen.queryByText('Password was found in a leak')).toBeNull());
  });

  it.each<[string, Answer, string[]]>([
    ['with the server message', { status: 409, body: { status: 'busy', message: 'Not now' } }, ['Not now']],
    ['with a general message', { status: 404 }, ['Failed to reset password']],
    ['with the server error', { status: 500 }, ['Failed to reset password', 'Server Error']],
    ['with the network error', { cut: 'before' }, ['Failed to reset password', 'Network Error']],
  ])('shows a toast %s and keeps the input', async (_, answer, titles) => {
    const app = await openForm(answer);
    await fillIn(app);
    expect(await screen.findByText("Your password wasn't changed. Please try again.")).toBeTruthy();
    await waitFor(() => expect(toastTitles().sort()).toEqual(titles));
    expect(password().value).toBe(GOOD);
    expect(submit().getAttribute('aria-busy')).toBeNull();
  });
});
