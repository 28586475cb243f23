/** Rows that open a panel beside or over their table. */
export interface RowOpening<Row> {
  readonly isOpen: (row: Row) => boolean;
  readonly onOpen: (row: Row) => void;
  /** A row is pointed at or has the focus: the panel may be needed soon. */
  readonly onIntent: () => void;
  /** The panel's id. */
  readonly panelId: string;
}
