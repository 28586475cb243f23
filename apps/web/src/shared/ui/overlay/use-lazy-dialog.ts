import { type ComponentType, useState } from 'react';
import { isModalOpen } from '../../lib/is-modal-open.ts';
import { announceMissingFile } from '../../query/announce-missing-file.ts';

export interface LazyDialog<Props> {
  /** Undefined while it is closed, and until its code has come. */
  readonly Dialog: ComponentType<Props> | undefined;
  readonly open: () => void;
  readonly close: () => void;
  /** Somebody is about to open it. */
  readonly prefetch: () => void;
}

/**
 * A dialog whose code is fetched once it is opened. Where that does not come, a toast says so; where another dialog was
 * opened meanwhile, it stays closed.
 */
export function useLazyDialog<Props>(load: () => Promise<ComponentType<Props>>): LazyDialog<Props> {
  const [Dialog, setDialog] = useState<ComponentType<Props>>();

  function open() {
    const wasModal = isModalOpen();
    load().then((fetched) => {
      if (wasModal || !isModalOpen()) {
        setDialog(() => fetched);
      }
    }, announceMissingFile);
  }

  return {
    Dialog,
    open,
    close: () => setDialog(undefined),
    prefetch: () => void load().catch(() => undefined),
  };
}
