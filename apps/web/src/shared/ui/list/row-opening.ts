import { useInsertionEffect, useMemo, useRef } from 'react';

/** What opens the panel of a row, beside or over its table. */
export interface Opener<Row> {
  readonly onOpen: (row: Row) => void;
  /** A row is pointed at or has the focus: the panel may be needed soon. */
  readonly onIntent: () => void;
  /** The panel's id. */
  readonly panelId: string;
}

/** Rows that open a panel beside or over their table. */
export interface RowOpening<Row> extends Opener<Row> {
  readonly isOpen: (row: Row) => boolean;
}

/** What opens a row, the same each time that it does the same: a row need not be drawn anew because its list was. */
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
            onIntent: () => latest.current?.onIntent(),
            panelId,
          },
    [panelId],
  );
}
