import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { PropsWithChildren } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { createQueryClient } from './create-query-client.ts';

const failureToast = { title: 'Failed to load it', description: 'Please try again later' };

async function failWith(error: Error, meta?: { failureToast: typeof failureToast }) {
  const showError = vi.fn();
  const queryFn = vi.fn(() => Promise.reject(error));
  const client = createQueryClient(showError);
  await client.fetchQuery({ queryKey: ['it'], queryFn, ...(meta && { meta }) }).catch(() => undefined);
  return { showError, queryFn };
}

describe('QueryClient after a failed query', () => {
  it('shows the message of the query once and does not retry', async () => {
    const { showError, queryFn } = await failWith(new ApiError({ httpStatus: 500 }), { failureToast });
    expect(showError.mock.calls).toEqual([['Failed to load it', { description: 'Please try again later' }]]);
    expect(queryFn).toHaveBeenCalledOnce();
  });

  it('shows no message when the session has ended', async () => {
    const { showError } = await failWith(new ApiError({ httpStatus: 401 }), { failureToast });
    expect(showError).not.toHaveBeenCalled();
  });

  it('shows no message if the query has none', async () => {
    const { showError } = await failWith(new ApiError({ httpStatus: 500 }));
    expect(showError).not.toHaveBeenCalled();
  });

  it('reports the failure to a component that reads it later', async () => {
    const client = createQueryClient();
    const { result } = renderHook(
      () => {
        const read = useQuery({ queryKey: ['it'], queryFn: () => Promise.reject(new Error('no')) });
        return { read, data: read.data };
      },
      { wrapper: (props) => <QueryClientProvider client={client} {...props} /> },
    );
    await waitFor(() => expect(client.getQueryState(['it'])?.status).toBe('error'));
    await act(async () => await new Promise((resolve) => setTimeout(resolve)));
    expect(result.current.read.isError).toBe(true);
  });
});

describe('QueryClient with a prefetched query', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  async function prefetch(queryFn: () => Promise<unknown>) {
    const client = createQueryClient(vi.fn());
    const wrapper = (props: PropsWithChildren) => <QueryClientProvider client={client} {...props} />;
    await client.prefetchQuery({ queryKey: ['it'], queryFn });
    return () => renderHook(() => useQuery({ queryKey: ['it'], queryFn }), { wrapper });
  }

  it('renders the prefetched data at once and refetches only for a later component', async () => {
    const queryFn = vi.fn(async () => 'data');
    const show = await prefetch(queryFn);
    const first = show();
    expect(first.result.current.data).toBe('data');
    expect(queryFn).toHaveBeenCalledOnce();
    first.unmount();
    vi.setSystemTime(Date.now() + 2_000);
    show();
    await waitFor(() => expect(queryFn).toHaveBeenCalledTimes(2));
  });

  it('renders a failed prefetch and retries only for a later component', async () => {
    const queryFn = vi.fn(() => Promise.reject(new Error('no')));
    const show = await prefetch(queryFn);
    const first = show();
    expect(first.result.current.isError).toBe(true);
    expect(queryFn).toHaveBeenCalledOnce();
    first.unmount();
    vi.setSystemTime(Date.now() + 2_000);
    show();
    await waitFor(() => expect(queryFn).toHaveBeenCalledTimes(2));
  });
});
