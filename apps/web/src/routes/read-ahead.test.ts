import { describe, expect, it, vi } from 'vitest';
import { createApp } from '../app/create-app.ts';
import { createOwnQueries } from '../domain/session/own-queries.ts';
import { createQueryClient } from '../shared/query/create-query-client.ts';
import { lateScreen, readScreen } from './read-ahead.ts';
import type { RouterContext } from './root-route.tsx';

const ME = { uuid: '4f9d9c52-6f3e-4f6e-9b63-3f5f3f0f8a11', email: 'ada@example.com' };
const PLACE = { pathname: '/users', search: {} };

/** What screens are read with, before a server that knows who is signed in. */
function createContext(): RouterContext {
  const { services } = createApp({ fetch: async () => Response.json(ME) });
  const queries = createOwnQueries(services.session.state, () => createQueryClient());
  return { ...services, queries, reads: new Map() };
}

describe('a screen', () => {
  it('whose code is there is asked for at once', async () => {
    const context = createContext();
    const readAhead = vi.fn(async () => undefined);
    const screen = lateScreen(async () => ({ readAhead }));
    await Promise.all([context.session.load(), screen.fetch()]);
    const reading = readScreen(screen, context, PLACE);
    expect(readAhead).toHaveBeenCalledOnce();
    expect(context.reads.get('/users')).toBe(reading);
    await reading;
    expect(context.reads.size).toBe(0);
  });

  it('whose code is not there is asked for once that has come', async () => {
    const context = createContext();
    const readAhead = vi.fn(async () => undefined);
    const code = Promise.withResolvers<{ readAhead: typeof readAhead }>();
    const reading = readScreen(
      lateScreen(() => code.promise),
      context,
      PLACE,
    );
    await context.session.load();
    expect(readAhead).not.toHaveBeenCalled();
    code.resolve({ readAhead });
    await reading;
    expect(readAhead).toHaveBeenCalledOnce();
  });

  it('is not asked for where nobody is signed in', async () => {
    const { services } = createApp({ fetch: async () => Response.json({}, { status: 401 }) });
    const queries = createOwnQueries(services.session.state, () => createQueryClient());
    const readAhead = vi.fn(async () => undefined);
    const screen = lateScreen(async () => ({ readAhead }));
    await readScreen(screen, { ...services, queries, reads: new Map() }, PLACE);
    expect(readAhead).not.toHaveBeenCalled();
  });
});
