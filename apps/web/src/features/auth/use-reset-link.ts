import type { ResetLink } from '@halyard/contract/account';
import { INVALID_RESET_LINK_DELAY_MS } from '@halyard/contract/constants';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApi } from '../../domain/session/use-api.ts';
import { fieldsOf, isRecord } from '../../shared/api/answer-fields.ts';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { REFUSALS } from '../../shared/api/refusals.ts';
import { useOnMount } from '../../shared/lib/use-on-mount.ts';
import { useOnReconnect } from '../../shared/lib/use-on-reconnect.ts';
import { toast } from '../../shared/ui/overlay/toast.ts';
import { refusesInput } from './refuses-input.ts';
import { announceResetFailure } from './reset-failure.ts';
import type { ResetToken } from './reset-token.ts';
import { useDelayedNavigation } from './use-delayed-navigation.ts';

type ResetLinkState =
  | { readonly status: 'checking' | 'invalid' }
  | { readonly status: 'valid'; readonly email: string | undefined }
  | { readonly status: 'failed'; readonly error: unknown };

/** Checks a reset link. Opens /login without a token, and /forgot-password shortly after a rejection. */
export function useResetLink(resetToken: ResetToken) {
  // Read once, because the form still needs the token after it is cleared.
  const [token] = useState(resetToken.get);
  const api = useApi();
  const navigate = useNavigate();
  const [state, setState] = useState<ResetLinkState>({ status: 'checking' });

  function reject() {
    resetToken.clear();
    toast.error('Invalid reset link');
    setState({ status: 'invalid' });
  }

  async function check() {
    setState({ status: 'checking' });
    try {
      const { valid, email } = await fetchResetLink(api, token ?? '');
      if (valid === false) {
        reject();
      } else {
        setState({ status: 'valid', email: typeof email === 'string' ? email : undefined });
      }
    } catch (error) {
      if (error instanceof ApiError && refusesInput(error.httpStatus)) {
        reject();
      } else {
        announceResetFailure(error);
        setState({ status: 'failed', error });
      }
    }
  }

  useOnMount(() => {
    if (token === undefined) {
      toast.error('Invalid reset link');
      void navigate({ to: '/login', replace: true });
    } else {
      void check();
    }
  });

  useOnReconnect(() => {
    if (state.status === 'failed') {
      void check();
    }
  });

  const isInvalid = state.status === 'invalid';
  useDelayedNavigation({ to: '/forgot-password', when: isInvalid, delayMs: INVALID_RESET_LINK_DELAY_MS });

  return { token, state, check, reject };
}

async function fetchResetLink(api: ApiClient, token: string) {
  const response = await api.post('/auth/password/reset/validate', {
    body: { token },
    ownMessageFor: REFUSALS,
    ownMessageForStatus: ['invalid_token'],
    // The specification defines no body, and other servers may send none.
    accepts: (body) => body === undefined || body === null || isRecord(body),
  });
  return fieldsOf<ResetLink>(response);
}
