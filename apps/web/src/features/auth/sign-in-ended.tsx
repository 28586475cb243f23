import { Link } from '@tanstack/react-router';
import { Alert } from '../../shared/ui/alert.tsx';

export function SignInEnded() {
  return (
    <Alert variant="warning" title="Sign-in expired">
      <p className="mt-1 text-base text-ink-quiet">It took too long, or there were too many wrong codes.</p>
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
