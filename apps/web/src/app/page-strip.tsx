import { clockSkew } from '../shared/lib/server-time.ts';
import { useLazyComponent } from '../shared/lib/use-lazy-component.ts';
import { useStore } from '../shared/lib/use-store.ts';
import { Strip, StripButton } from '../shared/ui/strip.tsx';
import type { Services } from './services.ts';

type PageStripProps = Pick<Services, 'connection' | 'outdated'>;

const loadClockStrip = () => import('./clock-strip.tsx').then(({ ClockStrip }) => ClockStrip);

/** Reports a lost connection, a newer version or a wrong clock on every screen. */
export function PageStrip({ connection, outdated }: PageStripProps) {
  const isGone = useStore(connection) === 'gone';
  const isOutdated = useStore(outdated);
  const skew = useStore(clockSkew);
  const { Component: ClockStrip } = useLazyComponent(loadClockStrip, skew !== 0);
  if (isGone) {
    return (
      <Strip>
        <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-warn" />
        No connection. This page will refresh when you're back online.
      </Strip>
    );
  }
  if (isOutdated) {
    return (
      <Strip>
        A new version is ready.
        <StripButton label="Reload" onClick={() => location.reload()} />
      </Strip>
    );
  }
  return ClockStrip ? <ClockStrip skew={skew} /> : null;
}
