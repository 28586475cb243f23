import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
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

afterEach(() => vi.restoreAllMocks());
beforeAll(() => import('@halyard/contract/common-passwords'));

describe('the token', () => {
  it('leaves the address at once, and appears in the bodies of calls only', async () => {
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
  it.each(['', '?token=', '?tokens=abc'])(
    'is missing in %j, as it is after a reload: that leads to /login',
    async (search) => {
      const { place, asked } = await open(LINK, {}, search);
      await waitFor(() => expect(place()).toBe('/login'));
      expect(await toastTitled('Invalid reset link')).toBeTruthy();
      expect(toastTitles()).toHaveLength(1);
      expect(asked()).not.toContain(VALIDATE);
    },
  );

  // @spec 2.54, 4.9, 4.10, 7.16, 8.27, 9.26
  it('is looked at by the server before anything is asked', async () => {
    const { asked, bodyOf } = await open(LINK);
    expect(await screen.findByText('Checking the link')).toBeTruthy();
    expect(screen.queryByLabelText('New Password')).toBeNull();
    expect(await screen.findByText('grace@example.com')).toBeTruthy();
    expect(bodyOf(VALIDATE)).toEqual({ token: TOKEN });
    expect(asked().filter((call) => call === VALIDATE)).toHaveLength(1);
    expect(asked()).not.toContain('GET /auth/me');
  });

  it.each<[string, Answer]>([
    ['unknown, used or expired', INVALID],
    ['longer than any', { status: 400, body: { status: 'validation_error', message: 'No', errors: [] } }],
    ['gone', { status: 410 }],
    ['said not to be valid', { body: { valid: false } }],
    ['worth nothing', { status: 401, body: { status: 'unauthenticated', message: 'No' } }],
  ])('that is %s leads to /forgot-password after two seconds', async (_, answer) => {
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
    ['does not answer', { cut: 'before' }, ['Failed to reset password', 'Network Error']],
    ['fails', { status: 503 }, ['Failed to reset password', 'Server Error']],
    ['asks for patience', { status: 429 }, ['Failed to reset password', 'Too Many Requests']],
    ['answers with a page', { text: '<html>' }, ['Failed to reset password', 'Something went wrong']],
  ])('is not blamed where the server %s, and can be tried again', async (_, answer, titles) => {
    const { user, place } = await open([answer, LINK]);
    const alert = (await screen.findByText("Couldn't check the link")).closest<HTMLElement>('[role=alert]');
    await waitFor(() => expect(toastTitles().sort()).toEqual(titles));
    expect(place()).toBe('/reset-password');
    await user.click(within(alert as HTMLElement).getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('grace@example.com')).toBeTruthy();
  });
});

it.each<[string, Answer]>([
  ['nothing', {}],
  ['that it is good', { body: { valid: true } }],
])('a link of which the server says %s asks for the password all the same', async (_, answer) => {
  await open(answer);
  expect(await screen.findByLabelText('New Password')).toBeTruthy();
  expect(screen.queryByText(/^Account:/)).toBeNull();
});

describe('the form', () => {
  // @spec 2.11, 2.56
  it('says whose password it is and what it must be', async () => {
    await openForm();
    expect(screen.getByRole('heading', { name: 'Reset password' })).toBeTruthy();
    expect(document.title).toBe('Reset password | Admin | Halyard');
    const hint = 'Minimum 12 characters with uppercase, lowercase, digit and special character';
    const described = password().getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(described)?.textContent).toBe(hint);
  });

  it('can be filled in by a password manager', async () => {
    await openForm();
    expect(password().autocomplete).toBe('new-password');
    expect(confirmation().autocomplete).toBe('new-password');
    const username = document.querySelector<HTMLInputElement>('input[autocomplete=username]');
    expect(username?.value).toBe('grace@example.com');
    expect(username?.hidden).toBe(true);
  });

  it('takes what is pasted', async () => {
    const { user } = await openForm();
    await user.click(password());
    await user.paste(GOOD);
    expect(password().value).toBe(GOOD);
  });

  it('shows and hides what is typed, the focus where it was', async () => {
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

describe('what was entered', () => {
  // @spec 5.15
  it('is not checked while it is typed, and is when it is left', async () => {
    const { user } = await openForm();
    await user.type(password(), 'short');
    expect(password().getAttribute('aria-invalid')).toBe('false');
    await user.tab();
    expect(await screen.findByText('Password must be at least 12 characters')).toBeTruthy();
    expect(password().getAttribute('aria-invalid')).toBe('true');
  });

  // @spec 5.13, 5.16
  it('is checked with every change once it has a message, the first that is due', async () => {
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
  ])('%s: %s', async (text, message) => {
    const { user } = await openForm();
    await user.click(password());
    await user.paste(text);
    await user.tab();
    expect(await screen.findByText(message)).toBeTruthy();
  });

  // @spec 5.14
  it('is confirmed', async () => {
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

  it('is no longer confirmed when it was changed afterwards', async () => {
    const { user } = await openForm();
    await user.type(password(), GOOD);
    await user.type(confirmation(), GOOD);
    await user.type(password(), '!');
    await user.tab();
    expect(await screen.findByText('Passwords do not match')).toBeTruthy();
  });

  // @spec 5.12
  it('is not sent while something is wrong', async () => {
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

describe('a good password', () => {
  // @spec 2.55, 8.51, 9.27
  it('is set, and leads to /login after a second and a half', async () => {
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

describe('a refusal', () => {
  it('of the link is an invalid link', async () => {
    const app = await openForm(INVALID);
    await fillIn(app);
    expect(await toastTitled('Invalid reset link')).toBeTruthy();
    expect(toastTitles()).toEqual(['Invalid reset link']);
    expect(screen.queryByLabelText('New Password')).toBeNull();
    await waitFor(() => expect(app.place()).toBe('/forgot-password'));
  });

  // @spec 8.28
  it('of the password stands at its field until it is another', async () => {
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
    [
      'in the words of the server',
      { status: 409, body: { status: 'busy', message: 'Not now' } },
      ['Not now'],
    ],
    ['in plain words', { status: 404 }, ['Failed to reset password']],
    ['beside the general ones', { status: 500 }, ['Failed to reset password', 'Server Error']],
    ['beside the network', { cut: 'before' }, ['Failed to reset password', 'Network Error']],
  ])('is said %s, and what was typed stays', async (_, answer, titles) => {
    const app = await openForm(answer);
    await fillIn(app);
    expect(await screen.findByText('Your password was not changed. Please try again.')).toBeTruthy();
    await waitFor(() => expect(toastTitles().sort()).toEqual(titles));
    expect(password().value).toBe(GOOD);
    expect(submit().getAttribute('aria-busy')).toBeNull();
  });
});
