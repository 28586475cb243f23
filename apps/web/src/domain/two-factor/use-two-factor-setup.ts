import type { TwoFactorSetup } from '@halyard/contract/auth';
import { useState } from 'react';
import { fieldsOf } from '../../shared/api/answer-fields.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { REFUSALS } from '../../shared/api/refusals.ts';
import { useOnMount } from '../../shared/lib/use-on-mount.ts';
import { toast } from '../../shared/ui/overlay/toast.ts';
import { useApi } from '../session/use-api.ts';
import { type CodeProblem, codeProblem, endsSignIn, isLastWrongCode } from '../step-up/code-problem.ts';

type SetupState =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly setup: TwoFactorSetup }
  | { readonly status: 'failed' | 'ended'; readonly error: unknown }
  | { readonly status: 'enabled'; readonly backupCodes: readonly string[] };

const SETUP_ENDED: readonly string[] = ['setup_mismatch', '2fa_already_enabled'];

export type TwoFactorSetupProcess = ReturnType<typeof useTwoFactorSetup>;

/** Starts a set-up when the screen opens. Its secrets exist only in this state. */
export function useTwoFactorSetup(failureTitle: string) {
  const api = useApi();
  const [state, setState] = useState<SetupState>({ status: 'loading' });
  const [enabling, setEnabling] = useState(false);

  async function start() {
    setState({ status: 'loading' });
    try {
      const setup = await api.post('/auth/2fa/setup', { ownMessageFor: REFUSALS, accepts: isSetup });
      setState({ status: 'ready', setup });
    } catch (error) {
      toast.error(failureTitle);
      setState(stateAfter(error));
    }
  }

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
        ownMessageForStatus: ['invalid_code', ...SETUP_ENDED],
      });
    } catch (error) {
      if (endsSetup(error)) {
        toast.error(isLastWrongCode(error) ? 'Invalid verification code' : 'Failed to setup 2FA');
        setState(stateAfter(error));
        return undefined;
      }
      return enableProblem(error);
    } finally {
      setEnabling(false);
    }
    toast.success('Two-factor authentication enabled');
    setState({ status: 'enabled', backupCodes });
    return undefined;
  }

  useOnMount(() => void start());

  return { state, start, enable, enabling };
}

function stateAfter(error: unknown): SetupState {
  const ended = error instanceof ApiError && error.httpStatus === 401;
  return { status: ended ? 'ended' : 'failed', error };
}

/** Whether no further code can complete this set-up. */
function endsSetup(error: unknown): boolean {
  return endsSignIn(error) || (error instanceof ApiError && SETUP_ENDED.includes(error.status ?? ''));
}

function enableProblem(error: unknown): CodeProblem {
  const problem = codeProblem(error);
  if (problem.kind === 'unchecked') {
    toast.error('Failed to setup 2FA');
  }
  return problem;
}

function isSetup(body: unknown): boolean {
  const { otpUrl, secret, backupCodes } = fieldsOf<TwoFactorSetup>(body);
  return typeof otpUrl === 'string' && typeof secret === 'string' && Array.isArray(backupCodes);
}
