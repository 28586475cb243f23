import { type ComponentType, useCallback, useState } from 'react';
import { isModalOpen } from '../../lib/is-modal-open.ts';
import { announceMissingFile } from '../../query/announce-missing-file.ts';

export interface LazyDialog<Props> {
  /** Undefined while closed or loading. */
  readonly Dialog: ComponentType<Props> | undefined;
  /** Stable if `load` is. */
  readonly open: () => void;
  readonly close: () => void;
  readonly prefetch: () => void;
}

/** A dialog whose code loads when it opens. Stays closed if another dialog has opened in the meantime. */
export function useLazyDialog<Props>(load: () => Promise<ComponentType<Props>>): LazyDialog<Props> {
  const [Dialog, setDialog] = useState<ComponentType<Props>>();

  const open = useCallback(() => {
    const wasModal = isModalOpen();
    load().then((fetched) => {
      if (wasModal || !isModalOpen()) {
        setDialog(() => fetched);
      }
    }, announceMissingFile);
  }, [load]);

  return {
    Dialog,
    open,
    close: () => setDialog(undefined),
    prefetch: () => void load().catch(() => undefined),
  };
}
