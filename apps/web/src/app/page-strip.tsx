import { useStore } from '../shared/lib/use-store.ts';
import { Strip } from '../shared/ui/strip.tsx';
import type { Services } from './services.ts';

type PageStripProps = Pick<Services, 'connection' | 'outdated'>;

/** Reports a lost connection or a newer version on every screen. */
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
        <button
          type="button"
          className="rounded-sm font-medium text-accent underline-offset-4 hover:underline max-md:p-2"
          onClick={() => location.reload()}
        >
          Reload
        </button>
      </Strip>
    );
  }
  return null;
}
