import type { TwoFactorSetup } from '@halyard/contract/auth';
import { useCallback, useEffect, useRef, useState } from 'react';
import { fieldsOf } from '../../shared/api/answer-fields.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { isAboutCode } from '../../shared/api/is-about-code.ts';
import { REFUSALS } from '../../shared/api/refusals.ts';
import { toast } from '../../shared/ui/overlay/toast.ts';
import { useApi } from '../session/use-api.ts';
import { type CodeProblem, codeProblem } from '../step-up/code-problem.ts';

type SetupState =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly setup: TwoFactorSetup }
  | { readonly status: 'failed' | 'ended'; readonly error: unknown }
  | { readonly status: 'enabled'; readonly backupCodes: readonly string[] };

/** A set-up of two factors. What is secret in it lives here only, and goes with the screen. */
export interface TwoFactorSetupProcess {
  readonly state: SetupState;
  /** Has the server begin a set-up, with a secret of its own. */
  readonly begin: () => Promise<void>;
  /** Shows the server the first code; resolves with what was the matter with it. */
  readonly enable: (code: string) => Promise<CodeProblem | undefined>;
  /** While true a code is on its way, and two factors may be on any moment. */
  readonly enabling: boolean;
}

/**
 * Begins a set-up once, when the screen opens.
 * @param notBegun what a toast says where it cannot begin
 */
export function useTwoFactorSetup(notBegun: string): TwoFactorSetupProcess {
  const api = useApi();
  const [state, setState] = useState<SetupState>({ status: 'loading' });
  const [enabling, setEnabling] = useState(false);
  const begun = useRef(false);

  const begin = useCallback(async () => {
    setState({ status: 'loading' });
    try {
      const setup = await api.post('/auth/2fa/setup', {
        ownMessageFor: REFUSALS,
        accepts: isSetup,
      });
      setState({ status: 'ready', setup });
    } catch (error) {
      toast.error(notBegun);
      setState(stateAfter(error));
    }
  }, [api, notBegun]);

  async function enable(code: string): Promise<CodeProblem | undefined> {
    if (state.status !== 'ready') {
      return undefined;
    }
    const { secret, backupCodes } = state.setup;
    setEnabling(true);
    try {
      await api.post('/auth/2fa/enable', {
        body: { code, secret, backupCodes },
        ownMessageFor: REFUSALS,
        ownMessageForStatus: ['invalid_code', 'setup_mismatch', '2fa_already_enabled'],
      });
    } catch (error) {
      if (endsSetup(error)) {
        toast.error(isLastWrongCode(error) ? 'Invalid verification code' : 'Failed to setup 2FA');
        setState(stateAfter(error));
        return undefined;
      }
      const problem = codeProblem(error);
      if (problem.kind === 'untried') {
        toast.error('Failed to setup 2FA');
      }
      return problem;
    } finally {
      setEnabling(false);
    }
    toast.success('Two-factor authentication enabled');
    setState({ status: 'enabled', backupCodes });
    return undefined;
  }

  useEffect(() => {
    // Every call makes a new secret, and React runs effects twice in development.
    if (!begun.current) {
      begun.current = true;
      void begin();
    }
  }, [begin]);

  return { state, begin, enable, enabling };
}

function stateAfter(error: unknown): SetupState {
  const ended = error instanceof ApiError && error.httpStatus === 401;
  return { status: ended ? 'ended' : 'failed', error };
}

/** Whether no code can complete this set-up any more. */
function endsSetup(error: unknown): boolean {
  if (!(error instanceof ApiError)) {
    return false;
  }
  const { status } = error;
  return (
    isLastWrongCode(error) ||
    (error.httpStatus === 401 && !isAboutCode(error)) ||
    status === 'setup_mismatch' ||
    status === '2fa_already_enabled'
  );
}

function isLastWrongCode(error: unknown): boolean {
  return error instanceof ApiError && error.status === 'invalid_code' && error.attemptsRemaining === 0;
}

function isSetup(body: unknown): boolean {
  const { otpUrl, secret, backupCodes } = fieldsOf<TwoFactorSetup>(body);
  return typeof otpUrl === 'string' && typeof secret === 'string' && Array.isArray(backupCodes);
}
