import type { NewerChange } from '@halyard/contract/error-body';
import { useQueryClient } from '@tanstack/react-query';
import { EXCEPTIONS_KEY } from '../../../domain/exceptions/exceptions-key.ts';
import { useApi } from '../../../domain/session/use-api.ts';
import { fieldsOf, textIn } from '../../../shared/api/answer-fields.ts';
import { ApiError } from '../../../shared/api/api-error.ts';
import { REFUSALS } from '../../../shared/api/refusals.ts';
import { announceFailure } from '../../../shared/query/announce-failure.ts';
import { useAct } from '../../../shared/query/use-act.ts';
import { toast } from '../../../shared/ui/overlay/toast.ts';
import { ORDERS_KEY } from '../orders-queries.ts';

/** Whether the exception was closed, resolved or opened again in the meantime. */
export function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && [404, 409].includes(error.httpStatus ?? 0) && !hasNewAmounts(error);
}

/** Whether the exception is still in its state, but with amounts that the administrator did not see. */
export function hasNewAmounts(error: unknown): error is ApiError {
  return error instanceof ApiError && textIn(fieldsOf<NewerChange>(error.change).etag) !== null;
}

interface Decision {
  readonly reason: string;
  /** Version of the amounts that are shown, if known. */
  readonly etag: string | null;
}

/** Resolves an open exception, or opens a resolved one again. Shows the result in a toast, and refetches. */
export function useDecision(id: string, decision: 'resolve' | 'reopen') {
  const api = useApi();
  const queryClient = useQueryClient();
  const failure = decision === 'resolve' ? 'Failed to resolve exception' : 'Failed to open exception again';

  function refetch() {
    void queryClient.invalidateQueries({ queryKey: [EXCEPTIONS_KEY] });
    void queryClient.invalidateQueries({ queryKey: [ORDERS_KEY] });
  }

  return useAct(async ({ reason, etag }: Decision) => {
    const options = {
      params: { id },
      body: { reason },
      ...(etag !== null && { headers: { 'if-match': etag } }),
      ownMessageFor: REFUSALS,
    };
    try {
      await (decision === 'resolve'
        ? api.post('/exceptions/:id/resolve', options)
        : api.post('/exceptions/:id/reopen', options));
    } catch (error) {
      if (isOutdated(error)) {
        toast.error(failure, {
          description: 'It has changed in the meantime. The list now shows its current state.',
        });
      }
      if (isOutdated(error) || hasNewAmounts(error)) {
        refetch();
      } else {
        announceFailure(failure, error);
      }
      throw error;
    }
    toast.success(decision === 'resolve' ? 'Exception resolved' : 'Exception opened again');
    refetch();
  });
}
