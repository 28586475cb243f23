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

describe('a code of the authenticator', () => {
  // @spec 2.45, 2.46, 5.24, 5.25, 7.12
  it('submits itself when it is complete, and leads in', async () => {
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

  it('is taken from what is pasted around it', async () => {
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
  ])('is not taken from %j', async (pasted) => {
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
  ])('is taken out of %j', async (message) => {
    const { user, bodyOf } = await open({});
    await user.click(await cells());
    await user.paste(message);
    await waitFor(() => expect(bodyOf(VERIFY)).toEqual({ code: '123456' }));
  });

  it.each([' 123456 ', '123 456'])('is taken from %j, which is filled in at once', async (value) => {
    const { bodyOf } = await open({});
    fireEvent.input(await cells(), { target: { value } });
    await waitFor(() => expect(bodyOf(VERIFY)).toEqual({ code: '123456' }));
  });

  it('takes digits only', async () => {
    const { user } = await open({});
    await user.type(await cells(), 'a1b');
    expect((await cells()).value).not.toMatch(/\D/);
  });

  it('cannot be taken back while it is on its way', async () => {
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
  it('says what is missing on Enter', async () => {
    const { user, asked } = await open({});
    await user.type(await cells(), '123{Enter}');
    expect(await screen.findByText('Please enter a valid 6-digit code')).toBeTruthy();
    expect(asked()).not.toContain(VERIFY);
  });

  // @spec 5.26, 8.20, D.97
  it('is cleared when it was wrong', async () => {
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
  it('that was used before is explained', async () => {
    const { user } = await open(wrong({ message: 'This code was used before. Wait for the next code.' }));
    await user.type(await cells(), '123456');
    const toast = (await toastTitled('Invalid verification code')).closest('li') as HTMLElement;
    expect(within(toast).getByText('This code was used before. Wait for the next code.')).toBeTruthy();
  });

  it('is called wrong where the server answers it 401', async () => {
    const { user } = await open({ status: 401, body: { message: 'Invalid code' } });
    await user.type(await cells(), '123456');
    expect(await screen.findByText('Invalid code. Please try again.')).toBeTruthy();
    expect(await toastTitled('Invalid verification code')).toBeTruthy();
    expect((await cells()).value).toBe('');
  });

  it('is kept when it could not be checked', async () => {
    const { user } = await open({ status: 503 });
    await user.type(await cells(), '123456');
    expect(await screen.findByText('The code could not be checked just now. Please try again.')).toBeTruthy();
    expect((await cells()).value).toBe('123456');
    expect(screen.queryByText('Invalid verification code')).toBeNull();
  });
});

describe('a backup code', () => {
  // @spec 2.45, 5.23, 5.24
  it('does as well', async () => {
    const { user, bodyOf, place } = await open({});
    await user.click(screen.getByRole('button', { name: 'Use a backup code' }));
    await user.type(screen.getByLabelText('Backup code'), '7Q2MX4KT9');
    expect(submit().disabled).toBe(true);
    await user.keyboard('0');
    await waitFor(() => expect(place()).toBe('/dashboard'));
    expect(bodyOf(VERIFY)).toEqual({ code: '7Q2MX4KT90' });
  });

  it('is cleared when it was wrong', async () => {
    const { user } = await open(wrong());
    await user.click(screen.getByRole('button', { name: 'Use a backup code' }));
    await user.type(screen.getByLabelText('Backup code'), '7Q2MX4KT90');
    expect(await screen.findByText('Invalid code. Please try again.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Backup code').value).toBe('');
  });
});

describe('the way out', () => {
  // @spec 2.47
  it('is Cancel', async () => {
    const { user, place } = await renderApp({ path: '/verify-otp', answers: {} });
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(place()).toBe('/login'));
  });

  it.each([
    ['the server knows nothing of a sign-in', { status: 401, body: { status: 'unauthenticated' } }],
    ['the last attempt was wrong', wrong({ attemptsRemaining: 0 })],
  ])('is shown once %s', async (_, answer) => {
    const { user } = await open(answer);
    await user.type(await cells(), '123456');
    expect(await screen.findByText('Sign-in expired')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Sign in again' }).getAttribute('href')).toBe('/login');
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  // @spec 2.12
  it('loads no administrator meanwhile', async () => {
    const { asked } = await open({});
    expect(asked()).not.toContain('GET /auth/me');
  });
});
