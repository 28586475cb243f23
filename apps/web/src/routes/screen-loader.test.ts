import { describe, expect, it, vi } from 'vitest';
import { createApp } from '../app/create-app.ts';
import { createOwnQueries } from '../domain/session/own-queries.ts';
import { createQueryClient } from '../shared/query/create-query-client.ts';
import type { RouterContext } from './root-route.tsx';
import { prefetchScreen } from './screen-loader.ts';

const ME = { uuid: '4f9d9c52-6f3e-4f6e-9b63-3f5f3f0f8a11', email: 'ada@example.com' };
const PLACE = { search: {} };

function createContext(): RouterContext {
  const { services } = createApp({ fetch: async () => Response.json(ME) });
  const queries = createOwnQueries(services.session.state, () => createQueryClient());
  return { ...services, queries };
}

describe('prefetchScreen', () => {
  it('requests the data as soon as the code has loaded', async () => {
    const context = createContext();
    const prefetch = vi.fn(async () => undefined);
    const code = Promise.withResolvers<{ prefetch: typeof prefetch }>();
    await context.session.load();
    const loading = prefetchScreen(() => code.promise, context, PLACE);
    await Promise.resolve();
    expect(prefetch).not.toHaveBeenCalled();
    code.resolve({ prefetch });
    await loading;
    expect(prefetch).toHaveBeenCalledOnce();
  });

  it('requests no data before the session is known', async () => {
    const prefetch = vi.fn(async () => undefined);
    await prefetchScreen(async () => ({ prefetch }), createContext(), PLACE);
    expect(prefetch).not.toHaveBeenCalled();
  });
});
