import type { AuthenticatorSetup } from '@halyard/contract/account';
import { useState } from 'react';
import { useApi } from '../../domain/session/use-api.ts';
import { type CodeProblem, codeProblem, endsSignIn } from '../../domain/step-up/code-problem.ts';
import { fieldsOf } from '../../shared/api/answer-fields.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { REFUSALS } from '../../shared/api/refusals.ts';
import { useOnMount } from '../../shared/lib/use-on-mount.ts';
import { toast } from '../../shared/ui/overlay/toast.ts';

type ReplacementState =
  | { readonly step: 'loading' }
  | { readonly step: 'failed'; readonly error: unknown }
  | { readonly step: 'scan'; readonly setup: AuthenticatorSetup; readonly problem?: CodeProblem }
  | { readonly step: 'confirm'; readonly setup: AuthenticatorSetup; readonly newCode: string };

const FAILED = 'Failed to replace the authenticator';

const NEW_CODE_REFUSED: CodeProblem = {
  kind: 'wrong',
  message: 'The code from the new authenticator is wrong or expired. Enter the code it shows now.',
};

/** Starts a replacement when the dialog opens. Its secret exists only in this state. */
export function useAuthenticatorReplacement(onReplaced: () => void) {
  const api = useApi();
  const [state, setState] = useState<ReplacementState>({ step: 'loading' });
  const [busy, setBusy] = useState(false);

  async function start() {
    setState({ step: 'loading' });
    try {
      const setup = await api.post('/auth/2fa/replace/setup', { ownMessageFor: REFUSALS, accepts: isSetup });
      setState({ step: 'scan', setup });
    } catch (error) {
      toast.error(FAILED);
      setState({ step: 'failed', error });
    }
  }

  async function enterNewCode(newCode: string): Promise<undefined> {
    if (state.step === 'scan') {
      setState({ step: 'confirm', setup: state.setup, newCode });
    }
  }

  async function confirm(code: string): Promise<CodeProblem | undefined> {
    if (state.step !== 'confirm') {
      return undefined;
    }
    const { setup, newCode } = state;
    setBusy(true);
    try {
      await api.post('/auth/2fa/replace', {
        body: { code, secret: setup.secret, newCode },
        ownMessageFor: REFUSALS,
        ownMessageForStatus: ['invalid_code', 'setup_mismatch', 'validation_error'],
      });
    } catch (error) {
      if (isAboutNewCode(error)) {
        toast.error(FAILED);
        setState({ step: 'scan', setup, problem: NEW_CODE_REFUSED });
        return undefined;
      }
      if (endsSignIn(error) || (error instanceof ApiError && error.status === 'setup_mismatch')) {
        toast.error(FAILED);
        setState({ step: 'failed', error });
        return undefined;
      }
      return codeProblem(error, FAILED);
    } finally {
      setBusy(false);
    }
    toast.success('Authenticator replaced');
    onReplaced();
    return undefined;
  }

  useOnMount(() => void start());

  return { state, start, enterNewCode, confirm, busy };
}

function isAboutNewCode(error: unknown): boolean {
  return error instanceof ApiError && error.status === 'validation_error';
}

function isSetup(body: unknown): boolean {
  const { otpUrl, secret } = fieldsOf<AuthenticatorSetup>(body);
  return typeof otpUrl === 'string' && typeof secret === 'string';
}
