import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../../../test/render-app.tsx';
import type { Answers } from '../../../test/scripted-api.ts';
import type { Analytics } from './analytics.ts';
import { isPublicPath } from './public-paths.ts';

const ADMINISTRATOR = { uuid: '4f6f2c1e-8f6b-4d4e-9a57-6a1c2d9b7e10', email: 'admin@example.com' };
const UNAUTHENTICATED = { status: 401, body: { status: 'unauthenticated', message: 'Please sign in' } };

function recording() {
  const told: string[] = [];
  const analytics: Analytics = {
    identify: ({ uuid, email }) => told.push(`identify ${uuid} ${email}`),
    reset: () => told.push('reset'),
  };
  return { told, analytics };
}

async function signedIn(answers: Answers = {}) {
  const { told, analytics } = recording();
  const app = await renderApp({
    path: '/nowhere',
    answers: { 'GET /auth/me': { body: ADMINISTRATOR }, ...answers },
    analytics,
  });
  await screen.findByRole('heading', { name: 'Not found' });
  return { ...app, told };
}

describe('Session', () => {
  // @spec 1.21, 2.13, 7.6
  it('fetches the administrator in the admin area, and sends uuid and e-mail to analytics', async () => {
    const { services, told, asked } = await signedIn();
    expect(services.session.state.get()).toEqual({ status: 'signed-in', administrator: ADMINISTRATOR });
    expect(told).toEqual([`identify ${ADMINISTRATOR.uuid} ${ADMINISTRATOR.email}`]);
    expect(asked().filter((call) => call === 'GET /auth/me')).toHaveLength(1);
  });

  it('fetches the administrator only once across screens unless a refetch is requested', async () => {
    const { router, asked } = await signedIn();
    const times = () => asked().filter((call) => call === 'GET /auth/me').length;
    await router.navigate({ to: '/nowhere/else' as string });
    expect(times()).toBe(1);
    await router.navigate({ to: '/nowhere/new' as string, state: { reloadAdministrator: true } });
    await waitFor(() => expect(times()).toBe(2));
  });

  it('reports the administrator to analytics once, and only in the admin area', async () => {
    const { told, analytics } = recording();
    const { services, place } = await renderApp({
      path: '/login',
      answers: { 'GET /auth/me': { body: ADMINISTRATOR } },
      analytics,
    });
    await services.session.find();
    expect(told).toEqual([]);
    await waitFor(() => expect(place()).toBe('/dashboard'));
    await services.session.load();
    expect(told).toEqual([`identify ${ADMINISTRATOR.uuid} ${ADMINISTRATOR.email}`]);
  });

  // @spec 2.14
  it('opens /login as a logout, without a message, if there is no session', async () => {
    const { router, place } = await renderApp({ path: '/nowhere', answers: {} });
    await waitFor(() => expect(place()).toBe('/login'));
    expect(router.state.location.state.loggedOut).toBe(true);
    expect(document.querySelector('[data-sonner-toast]')).toBeNull();
  });

  it('stays on the screen if the administrator cannot be fetched', async () => {
    const { services, place } = await renderApp({
      path: '/nowhere',
      answers: { 'GET /auth/me': { status: 503 } },
    });
    await waitFor(() => expect(services.session.state.get().status).toBe('failed'));
    expect(place()).toBe('/nowhere');
  });

  it('rejects an administrator without an e-mail', async () => {
    const { services } = await renderApp({
      path: '/nowhere',
      answers: { 'GET /auth/me': { text: '<html>' } },
    });
    await waitFor(() => expect(services.session.state.get().status).toBe('failed'));
  });
});

describe('Session after a 401 in the admin area', () => {
  // @spec 2.14
  it('refetches the administrator and opens /login if the session has ended', async () => {
    const { services, place, router, told } = await signedIn({
      'GET /auth/me': [{ body: ADMINISTRATOR }, UNAUTHENTICATED],
      'GET /stats': UNAUTHENTICATED,
    });
    await Promise.allSettled([services.api.get('/stats'), services.api.get('/stats')]);
    await waitFor(() => expect(place()).toBe('/login'));
    expect(router.state.location.state.loggedOut).toBe(true);
    expect(services.session.state.get().status).toBe('unknown');
    expect(told.at(-1)).toBe('reset');
  });

  it('stays on the screen if the session is still valid', async () => {
    const { services, place, asked } = await signedIn({ 'GET /stats': UNAUTHENTICATED });
    await services.api.get('/stats').catch(() => undefined);
    await waitFor(() => expect(asked().filter((call) => call === 'GET /auth/me')).toHaveLength(2));
    expect(place()).toBe('/nowhere');
  });
});

describe('Session logout', () => {
  // @spec 1.22, 2.15, 7.7
  it('resets analytics, calls logout, forgets the administrator and goes to /login', async () => {
    const { services, place, router, told, asked } = await signedIn({ 'POST /auth/logout': {} });
    await services.session.logout();
    await waitFor(() => expect(place()).toBe('/login'));
    expect(asked()).toContain('POST /auth/logout');
    expect(told.at(-1)).toBe('reset');
    expect(services.session.state.get().status).toBe('unknown');
    expect(router.state.location.state.loggedOut).toBe(true);
  });

  it('ignores the response to an earlier request', async () => {
    const answered = Promise.withResolvers<void>();
    const { services, place, told, asked } = await signedIn({
      'GET /auth/me': [{ body: ADMINISTRATOR }, { body: ADMINISTRATOR, after: answered.promise }],
      'POST /auth/logout': {},
    });
    const reloaded = services.session.load({ reload: true });
    await waitFor(() => expect(asked().filter((call) => call === 'GET /auth/me')).toHaveLength(2));
    await services.session.logout();
    answered.resolve();
    await reloaded;
    expect(services.session.state.get()).toEqual({ status: 'unknown' });
    expect(told.at(-1)).toBe('reset');
    await waitFor(() => expect(place()).toBe('/login'));
  });

  // @spec 2.16
  it('goes to /login even if the call fails, and shows a toast', async () => {
    const { services, place } = await signedIn({ 'POST /auth/logout': { status: 500 } });
    await services.session.logout();
    await waitFor(() => expect(place()).toBe('/login'));
    expect(await screen.findByText('Failed to logout')).toBeTruthy();
  });

  it('also shows the general error if the server does not know the call', async () => {
    const { services } = await signedIn({ 'POST /auth/logout': { status: 404 } });
    await services.session.logout();
    expect(await screen.findByText('Failed to logout')).toBeTruthy();
    expect(await screen.findByText('Something went wrong')).toBeTruthy();
  });
});

// @spec 2.12
describe('isPublicPath', () => {
  it.each([
    ['/login', true],
    ['/verify-otp', true],
    ['/setup-2fa', true],
    ['/forgot-password', true],
    ['/reset-password', true],
    ['/login/anything', true],
    ['/', false],
    ['/dashboard', false],
    ['/users/login', false],
  ])('isPublicPath(%s) is %j', (path, expected) => {
    expect(isPublicPath(path)).toBe(expected);
  });
});
