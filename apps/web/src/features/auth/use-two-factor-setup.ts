import type { TwoFactorSetup } from '@halyard/contract/auth';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useApi } from '../../domain/session/use-api.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { REFUSALS } from '../../shared/api/refusals.ts';
import { toast } from '../../shared/ui/toast.ts';

type SetupState =
  | { readonly status: 'loading' | 'ended' }
  | { readonly status: 'ready'; readonly setup: TwoFactorSetup }
  | { readonly status: 'failed'; readonly error: unknown };

/** Has the server begin a set-up, once when the screen opens and again whenever `begin` is called. */
export function useTwoFactorSetup() {
  const api = useApi();
  const [state, setState] = useState<SetupState>({ status: 'loading' });
  const begun = useRef(false);

  const fail = useCallback((error: unknown) => {
    const ended = error instanceof ApiError && error.httpStatus === 401;
    setState(ended ? { status: 'ended' } : { status: 'failed', error });
  }, []);

  const begin = useCallback(async () => {
    setState({ status: 'loading' });
    try {
      const setup = await api.post<TwoFactorSetup>('/auth/2fa/setup', {
        ownMessageFor: REFUSALS,
        accepts: isSetup,
      });
      setState({ status: 'ready', setup });
    } catch (error) {
      toast.error('Failed to initialize 2FA setup');
      fail(error);
    }
  }, [api, fail]);

  useEffect(() => {
    // Every call makes a new secret, and React runs effects twice in development.
    if (!begun.current) {
      begun.current = true;
      void begin();
    }
  }, [begin]);

  return { state, begin, fail };
}

function isSetup(body: unknown): boolean {
  const { otpUrl, secret, backupCodes } = (body ?? {}) as Partial<TwoFactorSetup>;
  return typeof otpUrl === 'string' && typeof secret === 'string' && Array.isArray(backupCodes);
}
