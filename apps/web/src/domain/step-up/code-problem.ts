import { ApiError } from '../../shared/api/api-error.ts';
import { attemptsLeft, codeHint } from '../../shared/api/failure-notice.ts';
import { isAboutCode } from '../../shared/api/is-about-code.ts';
import { REFUSALS } from '../../shared/api/refusals.ts';
import { tooManyAttempts } from '../../shared/api/too-many-attempts.ts';
import { toast } from '../../shared/ui/overlay/toast.ts';

/** Why a code failed: it was wrong, or the server could not check it. */
export interface CodeProblem {
  readonly kind: 'wrong' | 'unchecked';
  readonly message: string;
  readonly hint?: string | undefined;
}

export function wrongCode(attemptsRemaining?: number): CodeProblem {
  return {
    kind: 'wrong',
    message: 'Invalid code. Please try again.',
    hint: attemptsRemaining === undefined ? undefined : `${attemptsLeft(attemptsRemaining)}.`,
  };
}

/** Returns the problem of a failed call with a code. A wrong code, or any failure with a title, shows a toast. */
export function codeProblem(error: unknown, failureTitle?: string): CodeProblem {
  if (!(error instanceof ApiError) || !refusesCode(error)) {
    if (failureTitle !== undefined) {
      toast.error(failureTitle);
    }
    const isLocked = error instanceof ApiError && error.httpStatus === 429;
    return {
      kind: 'unchecked',
      message: isLocked ? tooManyAttempts(error) : "Couldn't check the code. Please try again.",
    };
  }
  announceWrongCode(error, failureTitle);
  return wrongCode(error.attemptsRemaining);
}

export function endsSignIn(error: unknown): boolean {
  return (
    isLastWrongCode(error) || (error instanceof ApiError && error.httpStatus === 401 && !isAboutCode(error))
  );
}

export function isLastWrongCode(error: unknown): boolean {
  return error instanceof ApiError && error.status === 'invalid_code' && error.attemptsRemaining === 0;
}

function refusesCode(error: ApiError): boolean {
  return error.status === 'invalid_code' || REFUSALS.includes(error.httpStatus) || isAboutCode(error);
}

/** Prefers the server's message, which may explain more, such as a reused code. */
function announceWrongCode(
  { status, hasServerMessage, message }: ApiError,
  failureTitle: string | undefined,
) {
  const wrong = 'Invalid verification code';
  const explains = status === 'invalid_code' && hasServerMessage && message !== wrong;
  const reason = explains ? (codeHint(message) ?? message) : undefined;
  if (failureTitle !== undefined) {
    toast.error(failureTitle, { description: reason ?? wrong });
    return;
  }
  toast.error(wrong, reason === undefined ? {} : { description: reason });
}
