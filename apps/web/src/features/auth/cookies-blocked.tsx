import { Alert } from '../../shared/ui/alert.tsx';

export function CookiesBlocked() {
  return (
    <div className="mt-6">
      <Alert variant="warning" title="Your browser blocks cookies">
        <p className="mt-1 text-base text-ink-quiet">
          Signing in needs cookies. Allow them for this site, then reload the page.
        </p>
      </Alert>
    </div>
  );
}
