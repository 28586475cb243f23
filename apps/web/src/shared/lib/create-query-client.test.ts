import { describe, expect, it, vi } from 'vitest';
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

describe('a failed read', () => {
  it('is told once, in the words of the query, and not repeated', async () => {
    const { showError, queryFn } = await failWith(new ApiError({ httpStatus: 500 }), { failureToast });
    expect(showError.mock.calls).toEqual([['Failed to load it', { description: 'Please try again later' }]]);
    expect(queryFn).toHaveBeenCalledOnce();
  });

  it('is silent when the session has ended', async () => {
    const { showError } = await failWith(new ApiError({ httpStatus: 401 }), { failureToast });
    expect(showError).not.toHaveBeenCalled();
  });

  it('is silent when the query has no words for it', async () => {
    const { showError } = await failWith(new ApiError({ httpStatus: 500 }));
    expect(showError).not.toHaveBeenCalled();
  });
});
