import { type CodeProblem, wrongCode } from '../../../domain/step-up/code-problem.ts';
import { ApiError } from '../../../shared/api/api-error.ts';
import { waitTime } from '../../../shared/format/wait-time.ts';
import { announceFailure } from '../../../shared/query/announce-failure.ts';
import { toast } from '../../../shared/ui/overlay/toast.ts';

const FAILED = 'Failed to download wallet backup';

/** Shows a toast for a failed backup and returns the message of the code field. */
export function backupProblem(error: unknown): CodeProblem {
  const httpStatus = error instanceof ApiError ? error.httpStatus : undefined;
  if (error instanceof ApiError && httpStatus === 403) {
    toast.error('Invalid 2FA code', { description: hintOf(error) });
    return wrongCode(error.attemptsRemaining);
  }
  if (httpStatus === 404) {
    toast.error('Wallet not found');
    return untried("This wallet doesn't exist.");
  }
  announceFailure(FAILED, error);
  if (error instanceof ApiError && httpStatus === 429) {
    return untried(limitMessage(error));
  }
  if (error instanceof ApiError && error.status === 'factor_too_new') {
    return untried(holdMessage(error.retryAfterSeconds));
  }
  return untried(
    error instanceof ApiError && error.status === 'integrity_error'
      ? "The stored key failed its integrity check and wasn't released. Tell a server operator now."
      : "The key wasn't released. Try again with a new code.",
  );
}

/** Adds the server's message if it explains why a valid code was rejected. */
function hintOf({ status, hasServerMessage, message }: ApiError): string {
  const hint = 'Check your authenticator app for the current code.';
  const isExplained = status === 'invalid_code' && hasServerMessage && !/^invalid/i.test(message);
  return isExplained ? `${asSentence(message)} ${hint}` : hint;
}

function holdMessage(seconds: number | undefined): string {
  const reason =
    "For security, private keys can't be backed up soon after a change of authenticator, backup codes or device.";
  if (seconds === undefined) {
    return reason;
  }
  return `${reason} Try again in ${waitTime(seconds)}.`;
}

/** Says which limit was reached, if the server does: of the wallet, of the administrator, or of wrong codes. */
function limitMessage({ hasServerMessage, message, retryAfterSeconds }: ApiError): string {
  const reason = hasServerMessage ? asSentence(message) : 'Backup limit reached.';
  return retryAfterSeconds === undefined ? reason : `${reason} Try again in ${waitTime(retryAfterSeconds)}.`;
}

function asSentence(message: string): string {
  return message.replace(/[^.!?]$/, '$&.');
}

function untried(message: string): CodeProblem {
  return { kind: 'unchecked', message };
}
