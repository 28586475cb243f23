import { Link } from '@tanstack/react-router';
import { ApiError } from '../../shared/api/api-error.ts';
import { isAboutCode } from '../../shared/api/is-about-code.ts';
import { Alert } from '../../shared/ui/alert.tsx';

/** Whether a call failed because the server no longer knows of the half-finished sign-in, or ended it just now. */
export function endsSignIn(error: unknown): boolean {
  if (!(error instanceof ApiError)) {
    return false;
  }
  const { status, httpStatus, attemptsRemaining } = error;
  return status === 'invalid_code' ? attemptsRemaining === 0 : httpStatus === 401 && !isAboutCode(error);
}

/** Stands where a half-finished sign-in went on, once it has ended. */
export function SignInEnded() {
  return (
    <Alert variant="warning" title="Sign-in expired">
      <p className="mt-1 text-base text-ink-quiet">
        It took too long, or there were too many incorrect codes.
      </p>
      <Link
        to="/login"
        state={{ loggedOut: true }}
        className="mt-3 inline-block rounded-sm font-medium text-accent text-base underline-offset-4 hover:underline"
      >
        Sign in again
      </Link>
    </Alert>
  );
}
