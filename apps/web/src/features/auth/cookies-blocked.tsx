import { useState } from 'react';
import { useOnMount } from '../../shared/lib/use-on-mount.ts';
import { Alert } from '../../shared/ui/alert.tsx';

/** Shown after mount, because a prerendered page does not know the browser. */
export function CookiesBlocked() {
  const [blocked, setBlocked] = useState(false);
  useOnMount(() => setBlocked(!navigator.cookieEnabled));
  return blocked ? (
    <div className="mt-6">
      <Alert variant="warning" title="Your browser blocks cookies">
        <p className="mt-1 text-base text-ink-quiet">
          Signing in needs cookies. Allow them for this site, then reload the page.
        </p>
      </Alert>
    </div>
  ) : null;
}
