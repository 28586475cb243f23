import { useState } from 'react';
import { clockWarning, dismissClockWarning, isClockWarningDismissed } from '../shared/lib/clock-warning.ts';
import { clockSkew } from '../shared/lib/server-time.ts';
import { useStore } from '../shared/lib/use-store.ts';
import { Strip } from '../shared/ui/strip.tsx';
import type { Services } from './services.ts';

type PageStripProps = Pick<Services, 'connection' | 'outdated'>;

const STRIP_BUTTON = 'rounded-sm font-medium text-accent underline-offset-4 hover:underline max-md:p-2';

/** Reports a lost connection, a newer version or a wrong clock on every screen. */
export function PageStrip({ connection, outdated }: PageStripProps) {
  const isGone = useStore(connection) === 'gone';
  const isOutdated = useStore(outdated);
  if (isGone) {
    return (
      <Strip>
        <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-warn" />
        No connection. This page refreshes on reconnect.
      </Strip>
    );
  }
  if (isOutdated) {
    return (
      <Strip>
        A new version is ready.
        <button type="button" className={STRIP_BUTTON} onClick={() => location.reload()}>
          Reload
        </button>
      </Strip>
    );
  }
  return <ClockStrip />;
}

function ClockStrip() {
  const [isDismissed, setIsDismissed] = useState(isClockWarningDismissed);
  const warning = clockWarning(useStore(clockSkew));
  if (isDismissed || warning === undefined) {
    return null;
  }
  return (
    <Strip>
      <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-warn" />
      <span>
        {warning} <span className="max-md:hidden">This page uses the server's time.</span>
      </span>
      <button
        type="button"
        className={STRIP_BUTTON}
        onClick={() => {
          dismissClockWarning();
          setIsDismissed(true);
        }}
      >
        Dismiss
      </button>
    </Strip>
  );
}
