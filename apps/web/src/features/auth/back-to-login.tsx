import { Link } from '@tanstack/react-router';

export function BackToLogin() {
  return (
    <Link
      to="/login"
      className="justify-self-center rounded-sm font-medium text-accent text-base underline-offset-4 hover:underline max-md:py-3"
    >
      Back to login
    </Link>
  );
}
