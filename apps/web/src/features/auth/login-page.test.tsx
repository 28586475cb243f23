import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../../../test/render-app.tsx';
import type { Answers } from '../../../test/scripted-api.ts';
import { toastTitled } from '../../../test/toasts.ts';

const ADMINISTRATOR = { uuid: '4f6f2c1e-8f6b-4d4e-9a57-6a1c2d9b7e10', email: 'admin@example.com' };

const email = () => screen.findByLabelText<HTMLInputElement>('Email');
const password = () => screen.getByLabelText<HTMLInputElement>('Password');

async function signIn(answers: Answers) {
  const app = await renderApp({ path: '/login', answers });
  await app.user.type(await email(), 'admin@example.com');
  await app.user.type(password(), ' correct horse ');
  await app.user.keyboard('{Enter}');
  return app;
}

describe('LoginPage on load', () => {
  // @spec 2.40, 2.42, 7.4
  it('fetches the CSRF cookie, checks for a session and stays on a 401', async () => {
    const { asked, place } = await renderApp({ path: '/login', answers: {} });
    expect(await screen.findByRole('heading', { name: 'Admin Sign In' })).toBeTruthy();
    await waitFor(() => expect(asked().sort()).toEqual(['GET /auth/csrf-cookie', 'GET /auth/me']));
    await waitFor(() => expect(screen.queryByRole('status', { name: 'Checking your session' })).toBeNull());
    expect(place()).toBe('/login');
    expect(document.title).toBe('Admin Sign In | Admin | Halyard');
  });

  // @spec 2.41
  it('goes to / if the browser already holds a session', async () => {
    const { place } = await renderApp({
      path: '/login',
      answers: { 'GET /auth/me': { body: ADMINISTRATOR } },
    });
    await waitFor(() => expect(place()).toBe('/dashboard'));
  });

  // @spec 2.44
  it('shows a spinner and the form during the session check', async () => {
    await renderApp({ path: '/login', answers: {} });
    expect(await screen.findByText('Checking your session')).toBeTruthy();
    expect(await email()).toBeTruthy();
  });

  it('skips the session check right after a logout', async () => {
    const { asked } = await renderApp({ path: '/login', state: { loggedOut: true }, answers: {} });
    await screen.findByRole('heading', { name: 'Admin Sign In' });
    await waitFor(() => expect(screen.queryByText('Checking your session')).toBeNull());
    expect(asked()).toContain('GET /auth/csrf-cookie');
    expect(asked()).not.toContain('GET /auth/me');
  });

  it('checks for a session if a sign-in followed the logout', async () => {
    const { place, router } = await renderApp({
      path: '/users',
      answers: {
        'GET /auth/me': { body: ADMINISTRATOR },
        'GET /users': { body: { users: [], totalCount: 0 } },
      },
    });
    await screen.findByText('No users yet');
    await router.navigate({ to: '/login', state: { loggedOut: true } });
    await waitFor(() => expect(place()).toBe('/dashboard'));
  });

  // @spec 2.39
  it('links to the password reset', async () => {
    await renderApp({ path: '/login', answers: {} });
    const link = await screen.findByRole('link', { name: 'Forgot your password' });
    expect(link.getAttribute('href')).toBe('/forgot-password');
  });

  // @spec 2.43
  it('stays on the sign-in screen on Back', async () => {
    const { place, router } = await renderApp({ path: '/login', answers: {} });
    await email();
    await router.navigate({ to: '/forgot-password' });
    await router.navigate({ to: '/login' });
    await email();
    router.history.go(-2);
    window.dispatchEvent(new PopStateEvent('popstate'));
    await waitFor(() => expect(place()).toBe('/login'));
    expect(await email()).toBeTruthy();
  });
});

describe('LoginPage fields', () => {
  // @spec 2.38, 5.1, 5.3
  it('shows required errors and focuses the first field', async () => {
    const { user, asked } = await renderApp({ path: '/login', answers: {} });
    await user.click(await screen.findByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('Please input your email')).toBeTruthy();
    expect(screen.getByText('Please input your password')).toBeTruthy();
    expect(document.activeElement).toBe(await email());
    expect((await email()).getAttribute('aria-invalid')).toBe('true');
    expect(asked()).not.toContain('POST /auth/login');
  });

  // @spec 5.2
  it('shows an invalid e-mail error until the e-mail is valid', async () => {
    const { user } = await renderApp({ path: '/login', answers: {} });
    await user.type(await email(), 'admin@example');
    await user.type(password(), 'x{Enter}');
    expect(await screen.findByText('The input is not valid email')).toBeTruthy();
    await user.type(await email(), '.com');
    await waitFor(() => expect(screen.queryByText('The input is not valid email')).toBeNull());
  });

  it('supports password managers', async () => {
    await renderApp({ path: '/login', answers: {} });
    expect((await email()).autocomplete).toBe('username');
    expect(password().autocomplete).toBe('current-password');
    expect(password().type).toBe('password');
  });

  // @spec 2.38
  it('sends the CSRF token, the trimmed e-mail and the unchanged password', async () => {
    const { calls, user } = await renderApp({
      path: '/login',
      answers: { 'POST /auth/login': { status: 401 } },
    });
    await user.type(await email(), ' admin@example.com ');
    await user.type(password(), ' correct horse {Enter}');
    await waitFor(() => expect(calls.at(-1)?.call).toBe('POST /auth/login'));
    expect(calls.at(-1)).toMatchObject({
      headers: { 'x-csrf-token': 'token' },
      body: { email: 'admin@example.com', password: ' correct horse ' },
    });
  });
});

describe('LoginPage after a failed sign-in', () => {
  // @spec 8.15, D.96
  it('shows a 401 in the form and in a toast', async () => {
    const { place } = await signIn({
      'POST /auth/login': { status: 401, body: { status: 'invalid_credentials' } },
    });
    const title = await toastTitled('Login failed');
    expect(within(title.closest('li') as HTMLElement).getByText('Invalid email or password')).toBeTruthy();
    expect(screen.getByText('Incorrect email or password. Please try again.')).toBeTruthy();
    expect(place()).toBe('/login');
    expect((await email()).value).toBe('admin@example.com');
    expect(screen.getByRole('button', { name: 'Sign in' }).getAttribute('aria-busy')).toBeNull();
  });

  it.each([400, 404, 422])('handles a %i like a 401', async (status) => {
    await signIn({ 'POST /auth/login': { status, body: { status: 'odd', message: 'No such account' } } });
    const title = await toastTitled('Login failed');
    expect(title.closest('li')?.textContent).toBe('Login failedInvalid email or password');
    expect(screen.queryByText('No such account')).toBeNull();
  });

  it('shows the server message of a 403', async () => {
    await signIn({
      'POST /auth/login': { status: 403, body: { status: 'forbidden', message: 'Not from here' } },
    });
    const title = await toastTitled('Login failed');
    expect(title.closest('li')?.textContent).toBe('Login failedNot from here');
  });

  it.each([
    ['240', '4 minutes'],
    ['60', '1 minute'],
    ['59', '59 seconds'],
    ['1', '1 second'],
  ])('shows the wait after a 429: %s seconds as "%s"', async (seconds, wait) => {
    await signIn({ 'POST /auth/login': { status: 429, headers: { 'retry-after': seconds } } });
    expect(await toastTitled('Too Many Requests')).toBeTruthy();
    expect((await toastTitled('Login failed')).closest('li')?.textContent).toBe('Login failed');
    expect(screen.getByText(`Too many attempts. Please try again in ${wait}.`)).toBeTruthy();
  });

  it.each([503, 502])('shows a %i as a server error, not as a wrong password', async (status) => {
    await signIn({ 'POST /auth/login': { status, text: '<html>' } });
    expect(await toastTitled('Server Error')).toBeTruthy();
    expect((await toastTitled('Login failed')).closest('li')?.textContent).toBe('Login failed');
    expect(screen.getByText("We couldn't sign you in right now. Please try again.")).toBeTruthy();
    expect(screen.queryByText('Invalid email or password')).toBeNull();
  });

  it('shows a network error without a response', async () => {
    await signIn({ 'POST /auth/login': { cut: 'before' } });
    expect(await toastTitled('Network Error')).toBeTruthy();
    expect((await toastTitled('Login failed')).closest('li')?.textContent).toBe('Login failed');
    expect(screen.getByText("We couldn't sign you in right now. Please try again.")).toBeTruthy();
  });

  it('shows the server errors of a 400 at their fields, and its message in a toast', async () => {
    const errors = [{ field: 'email', code: 'blocked', message: 'This domain is not allowed' }];
    await signIn({
      'POST /auth/login': { status: 400, body: { status: 'validation_error', message: 'No', errors } },
    });
    expect(await screen.findByText('This domain is not allowed')).toBeTruthy();
    expect((await toastTitled('Login failed')).closest('li')?.textContent).toBe('Login failed');
    const general = await toastTitled('No');
    expect(general.closest('li')?.textContent).toBe('NoValidation error: This domain is not allowed');
  });
});

describe('LoginPage after a correct password', () => {
  // @spec 4.1
  it('opens the verification screen if a code is required', async () => {
    const { place, asked } = await signIn({ 'POST /auth/login': { body: { requires2FA: true } } });
    expect(await toastTitled('Login successful')).toBeTruthy();
    expect(place()).toBe('/login');
    await waitFor(() => expect(place()).toBe('/verify-otp'));
    expect(asked()).not.toContain('GET /auth/2fa/status');
  });

  // @spec 4.2
  it('opens the dashboard and reloads the administrator if no code is required', async () => {
    const { place, router, asked } = await signIn({
      'POST /auth/login': { body: { requires2FA: false } },
      'GET /auth/2fa/status': { body: { enabled: true } },
      'GET /auth/me': [{ status: 401 }, { body: ADMINISTRATOR }],
    });
    await waitFor(() => expect(place()).toBe('/dashboard'));
    expect(router.state.location.state.reloadAdministrator).toBe(true);
    await waitFor(() => expect(asked().filter((call) => call === 'GET /auth/me')).toHaveLength(2));
  });

  // @spec 4.3
  it('opens the 2FA set-up with a toast if 2FA is off', async () => {
    const { place } = await signIn({
      'POST /auth/login': { body: { requires2FA: false } },
      'GET /auth/2fa/status': { body: { enabled: false } },
    });
    await waitFor(() => expect(place()).toBe('/setup-2fa'));
    expect(await toastTitled('Two-factor authentication is required')).toBeTruthy();
  });

  // @spec 8.16
  it('stays on the screen if the 2FA status cannot be fetched', async () => {
    const { place } = await signIn({
      'POST /auth/login': { body: { requires2FA: false } },
      'GET /auth/2fa/status': { status: 404 },
    });
    expect(await toastTitled('Failed to fetch 2FA status')).toBeTruthy();
    expect(place()).toBe('/login');
  });
});
