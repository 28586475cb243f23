import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../../../test/render-app.tsx';
import type { Answer } from '../../../test/scripted-api.ts';
import { toastTitled } from '../../../test/toasts.ts';

const VERIFY = 'POST /auth/2fa/verify';
const ADMINISTRATOR = { uuid: '4f6f2c1e-8f6b-4d4e-9a57-6a1c2d9b7e10', email: 'admin@example.com' };

const cells = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Authenticator code' });
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Verify' });

function wrong(body: object = {}): Answer {
  return { status: 400, body: { status: 'invalid_code', message: 'Invalid verification code', ...body } };
}

async function open(answer: Answer) {
  const app = await renderApp({
    path: '/verify-otp',
    answers: { [VERIFY]: answer, 'GET /auth/me': { body: ADMINISTRATOR } },
  });
  await cells();
  return app;
}

describe('VerifyPage with an authenticator code', () => {
  // @spec 2.45, 2.46, 5.24, 5.25, 7.12
  it('submits a complete code automatically and opens the dashboard', async () => {
    const { user, place, router, bodyOf } = await open({});
    expect(document.title).toBe('Verify | Admin | Halyard');
    await user.type(await cells(), '12345');
    expect(submit().disabled).toBe(true);
    await user.type(await cells(), '6');
    await waitFor(() => expect(place()).toBe('/dashboard'));
    expect(bodyOf(VERIFY)).toEqual({ code: '123456' });
    expect(router.state.location.state.reloadAdministrator).toBe(true);
    expect(await toastTitled('Authentication successful')).toBeTruthy();
  });

  it('accepts a pasted code with spaces', async () => {
    const { user, bodyOf } = await open({});
    await user.click(await cells());
    await user.paste(' 123 456 ');
    await waitFor(() => expect(bodyOf(VERIFY)).toEqual({ code: '123456' }));
  });

  it.each([
    '12345678',
    '7K9M2-4P6R8',
    '1234 5678',
    '123 456 789',
    '12 345 678',
    '+49 170 123 456',
    'no code',
  ])('finds no code in pasted %j', async (pasted) => {
    const { user, asked } = await open({});
    await user.click(await cells());
    await user.paste(pasted);
    expect(await screen.findByText('Please enter a valid 6-digit code')).toBeTruthy();
    expect((await cells()).value).toBe('');
    expect(asked()).not.toContain(VERIFY);
  });

  it.each([
    '2026-03-03 12:00 Your code is 123456, for 30 s',
    'Your code is 123-456, for 30 s',
    '123 456\n10 minutes left',
  ])('finds the code in pasted %j', async (message) => {
    const { user, bodyOf } = await open({});
    await user.click(await cells());
    await user.paste(message);
    await waitFor(() => expect(bodyOf(VERIFY)).toEqual({ code: '123456' }));
  });

  it.each([' 123456 ', '123 456'])('accepts autofilled %j', async (value) => {
    const { bodyOf } = await open({});
    fireEvent.input(await cells(), { target: { value } });
    await waitFor(() => expect(bodyOf(VERIFY)).toEqual({ code: '123456' }));
  });

  it('accepts digits only', async () => {
    const { user } = await open({});
    await user.type(await cells(), 'a1b');
    expect((await cells()).value).not.toMatch(/\D/);
  });

  it('disables Cancel while a code is submitted', async () => {
    const answered = Promise.withResolvers<void>();
    const { user, place } = await open({ after: answered.promise });
    const cancel = screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel' });
    expect(cancel.disabled).toBe(false);
    await user.type(await cells(), '123456');
    expect(cancel.disabled).toBe(true);
    answered.resolve();
    await waitFor(() => expect(place()).toBe('/dashboard'));
  });

  // @spec 5.22
  it('shows an error on Enter with an incomplete code', async () => {
    const { user, asked } = await open({});
    await user.type(await cells(), '123{Enter}');
    expect(await screen.findByText('Please enter a valid 6-digit code')).toBeTruthy();
    expect(asked()).not.toContain(VERIFY);
  });

  // @spec 5.26, 8.20, D.97
  it('clears a wrong code and shows the attempts left', async () => {
    const { user, place } = await open(wrong({ attemptsRemaining: 4 }));
    await user.type(await cells(), '123456');
    expect(await screen.findByText('Invalid code. Please try again.')).toBeTruthy();
    expect(screen.getByText(/4 attempts remaining/)).toBeTruthy();
    expect(await toastTitled('Invalid verification code')).toBeTruthy();
    expect(screen.queryByText('Something went wrong')).toBeNull();
    expect((await cells()).value).toBe('');
    expect(document.activeElement).toBe(await cells());
    expect(place()).toBe('/verify-otp');
  });

  // @spec D.24
  it('shows the server message for a code that was already used', async () => {
    const { user } = await open(wrong({ message: 'This code was used before. Wait for the next code.' }));
    await user.type(await cells(), '123456');
    const toast = (await toastTitled('Invalid verification code')).closest('li') as HTMLElement;
    expect(within(toast).getByText('This code was used before. Wait for the next code.')).toBeTruthy();
  });

  it('treats a 401 about the code as a wrong code', async () => {
    const { user } = await open({ status: 401, body: { message: 'Invalid code' } });
    await user.type(await cells(), '123456');
    expect(await screen.findByText('Invalid code. Please try again.')).toBeTruthy();
    expect(await toastTitled('Invalid verification code')).toBeTruthy();
    expect((await cells()).value).toBe('');
  });

  it('keeps a code that could not be checked', async () => {
    const { user } = await open({ status: 503 });
    await user.type(await cells(), '123456');
    expect(await screen.findByText("Couldn't check the code. Please try again.")).toBeTruthy();
    expect((await cells()).value).toBe('123456');
    expect(screen.queryByText('Invalid verification code')).toBeNull();
  });
});

describe('VerifyPage with a backup code', () => {
  // @spec 2.45, 5.23, 5.24
  it('submits a complete code automatically', async () => {
    const { user, bodyOf, place } = await open({});
    await user.click(screen.getByRole('button', { name: 'Use a backup code' }));
    await user.type(screen.getByLabelText('Backup code'), '7Q2MX4KT9');
    expect(submit().disabled).toBe(true);
    await user.keyboard('0');
    await waitFor(() => expect(place()).toBe('/dashboard'));
    expect(bodyOf(VERIFY)).toEqual({ code: '7Q2MX4KT90' });
  });

  it('clears a wrong backup code', async () => {
    const { user } = await open(wrong());
    await user.click(screen.getByRole('button', { name: 'Use a backup code' }));
    await user.type(screen.getByLabelText('Backup code'), '7Q2MX4KT90');
    expect(await screen.findByText('Invalid code. Please try again.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Backup code').value).toBe('');
  });
});

describe('VerifyPage', () => {
  // @spec 2.47
  it('returns to the login page on Cancel', async () => {
    const { user, place } = await renderApp({ path: '/verify-otp', answers: {} });
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(place()).toBe('/login'));
  });

  it.each([
    ['a 401 about the session', { status: 401, body: { status: 'unauthenticated' } }],
    ['the last wrong attempt', wrong({ attemptsRemaining: 0 })],
  ])('shows that the sign-in has expired after %s', async (_, answer) => {
    const { user } = await open(answer);
    await user.type(await cells(), '123456');
    expect(await screen.findByText('Sign-in expired')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Sign in again' }).getAttribute('href')).toBe('/login');
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  // @spec 2.12
  it('does not fetch the administrator', async () => {
    const { asked } = await open({});
    expect(asked()).not.toContain('GET /auth/me');
  });
});
