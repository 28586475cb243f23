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

describe('on load', () => {
  // @spec 2.40, 2.42, 7.4
  it('fetches the CSRF cookie, looks for a session and stays on 401', async () => {
    const { asked, place } = await renderApp({ path: '/login', answers: {} });
    expect(await screen.findByRole('heading', { name: 'Admin Sign In' })).toBeTruthy();
    await waitFor(() => expect(asked().sort()).toEqual(['GET /auth/csrf-cookie', 'GET /auth/me']));
    await waitFor(() => expect(screen.queryByRole('status', { name: 'Checking your session' })).toBeNull());
    expect(place()).toBe('/login');
    expect(document.title).toBe('Admin Sign In | Admin | Halyard');
  });

  // @spec 2.41
  it('goes to / where the browser holds a session', async () => {
    const { place } = await renderApp({
      path: '/login',
      answers: { 'GET /auth/me': { body: ADMINISTRATOR } },
    });
    await waitFor(() => expect(place()).toBe('/dashboard'));
  });

  // @spec 2.44
  it('shows that it is looking while the form stands', async () => {
    await renderApp({ path: '/login', answers: {} });
    expect(await screen.findByText('Checking your session')).toBeTruthy();
    expect(await email()).toBeTruthy();
  });

  it('looks for no session right after a logout', async () => {
    const { asked } = await renderApp({ path: '/login', state: { loggedOut: true }, answers: {} });
    await screen.findByRole('heading', { name: 'Admin Sign In' });
    await waitFor(() => expect(screen.queryByText('Checking your session')).toBeNull());
    expect(asked()).toEqual(['GET /auth/csrf-cookie']);
  });

  it('looks again where a later sign-in followed the logout', async () => {
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
  it('leads to the reset of a password', async () => {
    await renderApp({ path: '/login', answers: {} });
    const link = await screen.findByRole('link', { name: 'Forgot your password' });
    expect(link.getAttribute('href')).toBe('/forgot-password');
  });

  // @spec 2.43
  it('comes back when one goes back from it', async () => {
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

describe('what was entered', () => {
  // @spec 2.38, 5.1, 5.3
  it('is missing', async () => {
    const { user, asked } = await renderApp({ path: '/login', answers: {} });
    await user.click(await screen.findByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('Please input your email')).toBeTruthy();
    expect(screen.getByText('Please input your password')).toBeTruthy();
    expect(document.activeElement).toBe(await email());
    expect((await email()).getAttribute('aria-invalid')).toBe('true');
    expect(asked()).not.toContain('POST /auth/login');
  });

  // @spec 5.2
  it('is no address, until it is one', async () => {
    const { user } = await renderApp({ path: '/login', answers: {} });
    await user.type(await email(), 'admin@example');
    await user.type(password(), 'x{Enter}');
    expect(await screen.findByText('The input is not valid email')).toBeTruthy();
    await user.type(await email(), '.com');
    await waitFor(() => expect(screen.queryByText('The input is not valid email')).toBeNull());
  });

  it('may be pasted and filled in by a password manager', async () => {
    await renderApp({ path: '/login', answers: {} });
    expect((await email()).autocomplete).toBe('username');
    expect(password().autocomplete).toBe('current-password');
    expect(password().type).toBe('password');
  });

  // @spec 2.38
  it('is sent with the CSRF token, the e-mail trimmed and the password as it is', async () => {
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

describe('a refusal', () => {
  // @spec 8.15, D.96
  it('401 says what is wrong beside the form and in a toast', async () => {
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

  it.each([400, 404, 422])('%i is said in the same words', async (status) => {
    await signIn({ 'POST /auth/login': { status, body: { status: 'odd', message: 'No such account' } } });
    const title = await toastTitled('Login failed');
    expect(title.closest('li')?.textContent).toBe('Login failedInvalid email or password');
    expect(screen.queryByText('No such account')).toBeNull();
  });

  it('403 is said in the words of the server', async () => {
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
  ])('429 says how long to wait: %s s are %s', async (seconds, wait) => {
    await signIn({ 'POST /auth/login': { status: 429, headers: { 'retry-after': seconds } } });
    expect(await toastTitled('Too Many Requests')).toBeTruthy();
    expect((await toastTitled('Login failed')).closest('li')?.textContent).toBe('Login failed');
    expect(screen.getByText(`Too many attempts. Please try again in ${wait}.`)).toBeTruthy();
  });

  it.each([503, 502])('%i blames the server, not the password', async (status) => {
    await signIn({ 'POST /auth/login': { status, text: '<html>' } });
    expect(await toastTitled('Server Error')).toBeTruthy();
    expect((await toastTitled('Login failed')).closest('li')?.textContent).toBe('Login failed');
    expect(screen.getByText("We couldn't sign you in right now. Please try again.")).toBeTruthy();
    expect(screen.queryByText('Invalid email or password')).toBeNull();
  });

  it('no response blames the network', async () => {
    await signIn({ 'POST /auth/login': { cut: 'before' } });
    expect(await toastTitled('Network Error')).toBeTruthy();
    expect((await toastTitled('Login failed')).closest('li')?.textContent).toBe('Login failed');
    expect(screen.getByText("We couldn't sign you in right now. Please try again.")).toBeTruthy();
  });

  it('400 puts the errors of the server to their fields, and its words into a toast', async () => {
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

describe('a right password', () => {
  // @spec 4.1
  it('leads to the code where the server asks for one', async () => {
    const { place, asked } = await signIn({ 'POST /auth/login': { body: { requires2FA: true } } });
    expect(await toastTitled('Login successful')).toBeTruthy();
    expect(place()).toBe('/login');
    await waitFor(() => expect(place()).toBe('/verify-otp'));
    expect(asked()).not.toContain('GET /auth/2fa/status');
  });

  // @spec 4.2
  it('leads in where two factors are on, and has the administrator loaded anew', async () => {
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
  it('leads to the set-up where they are off, and says so', async () => {
    const { place } = await signIn({
      'POST /auth/login': { body: { requires2FA: false } },
      'GET /auth/2fa/status': { body: { enabled: false } },
    });
    await waitFor(() => expect(place()).toBe('/setup-2fa'));
    expect(await toastTitled('Two-factor authentication is required')).toBeTruthy();
  });

  // @spec 8.16
  it('stays where the next step cannot be found', async () => {
    const { place } = await signIn({
      'POST /auth/login': { body: { requires2FA: false } },
      'GET /auth/2fa/status': { status: 404 },
    });
    expect(await toastTitled('Failed to fetch 2FA status')).toBeTruthy();
    expect(place()).toBe('/login');
  });
});
