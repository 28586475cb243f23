import { QueryObserver } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { createQueryClient, UnheardFailure } from './create-query-client.ts';
import { createQueriesAhead } from './queries-ahead.ts';

const KEY = ['sails'];

function setUp() {
  const said = vi.fn();
  return { said, queries: createQueriesAhead(() => createQueryClient(said)) };
}

/** A reading that is answered when it is told to be. */
function reading() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const queryFn = vi.fn(() => promise);
  return {
    query: { queryKey: KEY, queryFn, meta: { failureToast: { title: 'No sails' } } },
    resolve,
    reject,
  };
}

describe('what was read ahead', () => {
  it('is there for the next screen, which asks no more', async () => {
    const { queries } = setUp();
    const { query, resolve } = reading();
    queries.read(query);
    resolve('main');
    const client = queries.take('ada');
    await vi.waitFor(() => expect(client.getQueryData(KEY)).toBe('main'));
    const end = new QueryObserver(client, query).subscribe(() => undefined);
    expect(query.queryFn).toHaveBeenCalledTimes(1);
    end();
  });

  it('goes to one administrator, and to nobody else', () => {
    const { queries } = setUp();
    queries.read(reading().query);
    const client = queries.take('ada');
    expect(queries.take('ada')).toBe(client);
    expect(queries.take('bea')).not.toBe(client);
  });

  it('is read once, however often the screen is entered meanwhile', () => {
    const { queries } = setUp();
    const { query } = reading();
    queries.read(query);
    queries.read(query);
    expect(query.queryFn).toHaveBeenCalledTimes(1);
  });

  it('is gone once it was dropped', () => {
    const { queries } = setUp();
    const { query, resolve } = reading();
    queries.read(query);
    resolve('main');
    const client = queries.take('ada');
    queries.drop();
    expect(queries.take('ada')).not.toBe(client);
  });
});

describe('a failure ahead', () => {
  it('is asked for anew by the screen, and said only then', async () => {
    const { queries, said } = setUp();
    const ahead = reading();
    queries.read(ahead.query);
    const client = queries.take('ada');
    const own = reading();
    const observer = new QueryObserver(client, own.query);
    const end = observer.subscribe(() => undefined);
    ahead.reject(new UnheardFailure());
    await vi.waitFor(() => expect(own.query.queryFn).toHaveBeenCalledTimes(1));
    expect(said).not.toHaveBeenCalled();
    own.reject(new Error('No wind'));
    await vi.waitFor(() => expect(said).toHaveBeenCalledTimes(1));
    end();
  });
});
