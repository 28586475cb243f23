import { createMemoryHistory } from '@tanstack/react-router';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { type Answers, startScriptedApi } from '../../test/scripted-api.ts';
import { createApp } from './create-app.ts';
import { SignInStart } from './sign-in-start.tsx';

async function openSignIn(answers: Answers = {}) {
  const server = await startScriptedApi({
    'GET /auth/csrf-cookie': { headers: { 'x-csrf-token': 'token' } },
    'GET /auth/me': { status: 401, body: { status: 'unauthenticated', message: 'Please sign in' } },
    ...answers,
  });
  window.happyDOM.setURL(server.origin);
  const app = createApp({ history: createMemoryHistory({ initialEntries: ['/login'] }) });
  render(<SignInStart app={app} />);
  await waitFor(() => expect(screen.queryByText('Checking your session')).toBeNull());
  return { ...server, app, user: userEvent.setup(), place: () => app.history.location.pathname };
}

const forgotten = () => screen.getByRole('link', { name: 'Forgot your password' });

it('SignInStart opens the code screen, which reuses its CSRF token', async () => {
  const { user, place, calls } = await openSignIn({
    'POST /auth/login': { body: { requires2FA: true } },
    'POST /auth/2fa/verify': { status: 403, body: { status: 'invalid_code', message: 'Wrong' } },
  });
  await user.type(screen.getByLabelText('Email'), 'admin@example.com');
  await user.type(screen.getByLabelText('Password'), 'correct horse{Enter}');
  expect(await screen.findByRole('heading', { name: 'Verify' })).toBeTruthy();
  expect(place()).toBe('/verify-otp');
  expect(screen.queryByLabelText('Password')).toBeNull();
  await user.type(screen.getByRole('textbox', { name: 'Authenticator code' }), '123456');
  await waitFor(() => expect(calls.at(-1)?.call).toBe('POST /auth/2fa/verify'));
  expect(calls.at(-1)?.headers['x-csrf-token']).toBe('token');
  expect(calls.filter(({ call }) => call === 'GET /auth/csrf-cookie')).toHaveLength(1);
});

it('SignInStart appears again when Back is used on the next screen', async () => {
  const { user, place, app } = await openSignIn();
  await user.click(forgotten());
  expect(await screen.findByRole('heading', { name: /reset your password/i })).toBeTruthy();
  app.history.back();
  expect(await screen.findByRole('heading', { name: 'Admin Sign In' })).toBeTruthy();
  expect(place()).toBe('/login');
});

it('SignInStart opens / if the browser already has a session', async () => {
  const { place } = await openSignIn({
    'GET /auth/me': { body: { uuid: '4f6f2c1e-8f6b-4d4e-9a57-6a1c2d9b7e10', email: 'admin@example.com' } },
  });
  await waitFor(() => expect(place()).toBe('/dashboard'));
  expect(await screen.findByRole('navigation', { name: 'Main' })).toBeTruthy();
});

it('SignInStart ignores a click that opens a link in another tab', async () => {
  const { place } = await openSignIn();
  const stays = (modifier: object) => fireEvent.click(forgotten(), modifier);
  expect(stays({ ctrlKey: true })).toBe(true);
  expect(stays({ metaKey: true })).toBe(true);
  expect(stays({ shiftKey: true })).toBe(true);
  expect(place()).toBe('/login');
  expect(stays({})).toBe(false);
});
