import { Link } from '@tanstack/react-router';
import { MapPinOff } from 'lucide-react';

export function NotFoundPage() {
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-1 px-4 py-16 text-center">
      <MapPinOff aria-hidden="true" className="mb-3 size-6 text-ink-faint" />
      <h1 className="font-semibold text-xl">Not found</h1>
      <p className="max-w-96 text-ink-quiet text-base">This page doesn't exist.</p>
      <Link
        to="/dashboard"
        className="mt-4 rounded-sm font-medium text-base text-ink underline underline-offset-4 hover:text-accent max-md:py-3"
      >
        Go to the dashboard
      </Link>
    </div>
  );
}
