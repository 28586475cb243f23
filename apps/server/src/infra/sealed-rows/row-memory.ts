import type { SealedTable } from './row-seal.ts';

interface RowVersion {
  readonly id: string;
  readonly version: number;
}

/** Remembers the newest version of each row, because an older one has a right seal, too. */
export interface RowMemory {
  /** Whether a newer version was seen. */
  readonly isOld: (table: SealedTable, row: RowVersion) => boolean;
  readonly note: (table: SealedTable, row: RowVersion) => void;
}

export function createRowMemory(): RowMemory {
  const newest = new Map<string, number>();
  const seen = (table: SealedTable, id: string) => newest.get(`${table} ${id}`) ?? 0;
  return {
    isOld: (table, { id, version }) => version < seen(table, id),
    note(table, { id, version }) {
      if (version > seen(table, id)) newest.set(`${table} ${id}`, version);
    },
  };
}
