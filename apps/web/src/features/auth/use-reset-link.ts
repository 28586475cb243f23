import type { ResetLink } from '@halyard/contract/account';
import { INVALID_RESET_LINK_DELAY_MS } from '@halyard/contract/constants';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useApi } from '../../domain/session/use-api.ts';
import { fieldsOf, isRecord } from '../../shared/api/answer-fields.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { REFUSALS } from '../../shared/api/refusals.ts';
import { toast } from '../../shared/ui/overlay/toast.ts';
import { announceResetFailure } from './reset-failure.ts';

/** What is known of a link's token. */
export type ResetLinkState =
  | { readonly status: 'checking' | 'invalid' }
  | { readonly status: 'valid'; readonly email: string | undefined }
  | { readonly status: 'failed'; readonly error: unknown };

/**
 * Asks the server about a link's token, once when the screen opens and again whenever `check` is called.
 * Without a token it goes to /login, and two seconds after a bad one to /forgot-password.
 */
export function useResetLink(token: string | undefined) {
  const api = useApi();
  const navigate = useNavigate();
  const [state, setState] = useState<ResetLinkState>({ status: 'checking' });
  const begun = useRef(false);

  const refuse = useCallback(() => {
    toast.error('Invalid reset link');
    setState({ status: 'invalid' });
  }, []);

  const check = useCallback(async () => {
    setState({ status: 'checking' });
    try {
      const answer = await api.post('/auth/password/reset/validate', {
        body: { token: token ?? '' },
        ownMessageFor: REFUSALS,
        ownMessageForStatus: ['invalid_token'],
        // The specification names no body here, and other servers may send none.
        accepts: (body) => body === undefined || body === null || isRecord(body),
      });
      const { valid, email } = fieldsOf<ResetLink>(answer);
      if (valid === false) {
        refuse();
      } else {
        setState({ status: 'valid', email: typeof email === 'string' ? email : undefined });
      }
    } catch (error) {
      if (isAboutLink(error)) {
        refuse();
      } else {
        announceResetFailure(error);
        setState({ status: 'failed', error });
      }
    }
  }, [api, token, refuse]);

  useEffect(() => {
    if (begun.current) {
      return;
    }
    begun.current = true;
    if (token === undefined) {
      toast.error('Invalid reset link');
      void navigate({ to: '/login', replace: true });
    } else {
      void check();
    }
  }, [token, check, navigate]);

  const { status } = state;
  useEffect(() => {
    if (status !== 'invalid') {
      return undefined;
    }
    const leave = () => void navigate({ to: '/forgot-password', replace: true });
    const timer = setTimeout(leave, INVALID_RESET_LINK_DELAY_MS);
    return () => clearTimeout(timer);
  }, [status, navigate]);

  return { state, check, refuse };
}

/** Whether the server refused the token itself: it is unknown, used or too old. A 403 is about the CSRF token. */
function isAboutLink(error: unknown): boolean {
  if (!(error instanceof ApiError)) {
    return false;
  }
  const { httpStatus } = error;
  return httpStatus === 401 || (httpStatus !== 403 && REFUSALS.includes(httpStatus));
}
