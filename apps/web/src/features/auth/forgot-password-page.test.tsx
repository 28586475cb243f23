import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../../../test/render-app.tsx';
import type { Answer } from '../../../test/scripted-api.ts';
import { toastTitled } from '../../../test/toasts.ts';

const INITIATE = 'POST /auth/password/reset/initiate';

const email = () => screen.findByLabelText<HTMLInputElement>('Email');
const tips = () =>
  within(screen.getByRole('main'))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

async function open(answer: Answer = { status: 202, body: { message: 'Sent' } }) {
  const app = await renderApp({ path: '/forgot-password', answers: { [INITIATE]: answer } });
  await email();
  return app;
}

describe('ForgotPasswordPage form', () => {
  // @spec 2.11, 2.51
  it('asks for the e-mail without a session check', async () => {
    const { asked } = await open();
    expect(screen.getByRole('heading', { name: 'Reset your password' })).toBeTruthy();
    expect(document.title).toBe('Reset your password | Admin | Halyard');
    expect((await email()).autocomplete).toBe('username');
    expect(asked()).not.toContain('GET /auth/me');
  });

  // @spec 5.4
  it('requires an e-mail and focuses the field', async () => {
    const { user, asked } = await open();
    await user.click(screen.getByRole('button', { name: 'Send reset link' }));
    expect(await screen.findByText('Please enter your email')).toBeTruthy();
    expect(document.activeElement).toBe(await email());
    expect((await email()).getAttribute('aria-invalid')).toBe('true');
    expect(asked()).not.toContain(INITIATE);
  });

  // @spec 5.5
  it('shows an error until the e-mail is valid', async () => {
    const { user, asked } = await open();
    await user.type(await email(), 'ada@example{Enter}');
    expect(await screen.findByText('Please enter a valid email address')).toBeTruthy();
    expect(asked()).not.toContain(INITIATE);
    await user.type(await email(), '.com');
    await waitFor(() => expect(screen.queryByText('Please enter a valid email address')).toBeNull());
  });

  // @spec 7.15
  it('sends the trimmed e-mail with the CSRF token', async () => {
    const { user, calls } = await open();
    await user.type(await email(), ' ada@example.com {Enter}');
    await screen.findByRole('heading', { name: 'Check your email' });
    expect(calls.at(-1)).toMatchObject({
      call: INITIATE,
      headers: { 'x-csrf-token': 'token' },
      body: { email: 'ada@example.com' },
    });
  });
});

// @spec 2.52, 4.8
describe('ForgotPasswordPage confirmation', () => {
  it.each<[string, Answer, string | undefined]>([
    ['a success', { status: 202, body: { message: 'Sent' } }, undefined],
    ['a 400', { status: 400, body: { status: 'validation_error', message: 'No' } }, 'Something went wrong'],
    ['a 404', { status: 404 }, 'Something went wrong'],
    ['a 401', { status: 401 }, undefined],
    ['a 429', { status: 429 }, 'Too Many Requests'],
    ['a 500', { status: 500 }, 'Server Error'],
    ['a network error', { cut: 'before' }, 'Network Error'],
  ])('shows the same confirmation after %s', async (_, answer, general) => {
    const { user } = await open(answer);
    await user.type(await email(), 'ada@example.com{Enter}');
    const heading = await screen.findByRole('heading', { name: 'Check your email' });
    expect(document.activeElement).toBe(heading);
    expect(screen.getByText('ada@example.com')).toBeTruthy();
    expect(tips()).toEqual([
      'Check your spam folder.',
      'Make sure the email address is correct.',
      'Wait a few minutes, then try again.',
    ]);
    expect(screen.queryByRole('textbox')).toBeNull();
    if (general === undefined) {
      expect(document.querySelector('[data-sonner-toast]')).toBeNull();
    } else {
      expect(await toastTitled(general)).toBeTruthy();
    }
  });

  // @spec 2.53
  it('links back to the login page', async () => {
    const { user, place } = await open();
    await user.type(await email(), 'ada@example.com{Enter}');
    await screen.findByRole('heading', { name: 'Check your email' });
    await user.click(screen.getByRole('link', { name: 'Back to login' }));
    await waitFor(() => expect(place()).toBe('/login'));
  });

  // @spec 2.52
  it('returns to the form with the entered e-mail', async () => {
    const { user } = await open();
    await user.type(await email(), 'ada@example.com{Enter}');
    await user.click(await screen.findByRole('button', { name: 'try again' }));
    expect((await email()).value).toBe('ada@example.com');
  });
});
