import { ApiError } from '../../shared/api/api-error.ts';
import { attemptsLeft } from '../../shared/api/failure-notice.ts';
import { isAboutCode } from '../../shared/api/is-about-code.ts';
import { REFUSALS } from '../../shared/api/refusals.ts';
import { toast } from '../../shared/ui/overlay/toast.ts';

/** Why a code did not do: it was wrong, or it could not be tried. */
export interface CodeProblem {
  readonly kind: 'wrong' | 'untried';
  /** What stands beside the input. */
  readonly message: string;
  /** More about it, where there is more to say. */
  readonly hint?: string | undefined;
}

export function wrongCode(attemptsRemaining: number | undefined): CodeProblem {
  return {
    kind: 'wrong',
    message: 'Invalid code. Please try again.',
    hint: attemptsRemaining === undefined ? undefined : `${attemptsLeft(attemptsRemaining)}.`,
  };
}

/**
 * What a failed call that carried a code in its body means for the code. A wrong one is announced as well.
 * @param failedAct what the announcement says where the act has a message of its own; the wrong code is then its reason
 */
export function codeProblem(error: unknown, failedAct?: string): CodeProblem {
  if (!(error instanceof ApiError) || !refusesCode(error)) {
    if (failedAct !== undefined) {
      toast.error(failedAct);
    }
    return { kind: 'untried', message: 'The code could not be checked just now. Please try again.' };
  }
  announceWrongCode(error, failedAct);
  return wrongCode(error.attemptsRemaining);
}

function refusesCode(error: ApiError): boolean {
  return error.status === 'invalid_code' || REFUSALS.includes(error.httpStatus) || isAboutCode(error);
}

/** The server's own words may say more: that a code was used before, and the next one is to be waited for. */
function announceWrongCode({ status, hasServerMessage, message }: ApiError, failedAct: string | undefined) {
  const title = 'Invalid verification code';
  const reason = status === 'invalid_code' && hasServerMessage && message !== title ? message : undefined;
  if (failedAct !== undefined) {
    toast.error(failedAct, { description: reason ?? title });
    return;
  }
  toast.error(title, reason === undefined ? {} : { description: reason });
}
