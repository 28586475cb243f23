import { useInsertionEffect, useMemo, useRef } from 'react';

export interface Opener<Row> {
  readonly onOpen: (row: Row) => void;
  /** Called on hover or focus, to prefetch the panel. */
  readonly onIntent: () => void;
  readonly panelId: string;
}

export interface RowOpening<Row> {
  /** Whether a row has a panel. Defaults to all. */
  readonly canOpen?: (row: Row) => boolean;
  readonly isOpen: (row: Row) => boolean;
  readonly onOpen: (row: Row) => void;
  readonly loadPanel: () => Promise<unknown>;
  readonly panelId: string;
}

/** Returns a stable opener, so that rows do not rerender with their list. */
export function useSteadyOpener<Row>(opening: RowOpening<Row> | undefined): Opener<Row> | undefined {
  const latest = useRef(opening);
  useInsertionEffect(() => {
    latest.current = opening;
  });
  const panelId = opening?.panelId;
  return useMemo(
    () =>
      panelId === undefined
        ? undefined
        : {
            onOpen: (row) => latest.current?.onOpen(row),
            onIntent: () => void latest.current?.loadPanel().catch(() => undefined),
            panelId,
          },
    [panelId],
  );
}
