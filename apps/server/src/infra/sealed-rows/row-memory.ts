import type { SealedTable } from './row-seal.ts';

interface RowVersion {
  readonly id: string;
  readonly version: number;
}

/** The newest version of rows, by table and id. */
export type RowVersions = Readonly<Record<string, number>>;

/** Tables whose few rows live for years. A session ends within hours, so a later process need not know its version. */
const LASTING: readonly SealedTable[] = ['administrators', 'service_keys'];

/** Remembers the newest version of each row, because an older one has a right seal, too. */
export interface RowMemory {
  /** Whether a newer version was seen. */
  readonly isOld: (table: SealedTable, row: RowVersion) => boolean;
  readonly note: (table: SealedTable, row: RowVersion) => void;
  /** Versions of lasting rows, for later processes. */
  readonly versions: () => RowVersions;
  readonly learn: (versions: RowVersions) => void;
  readonly clear: () => void;
}

/** @param kept versions that earlier processes saw */
export function createRowMemory(kept: RowVersions = {}): RowMemory {
  const newest = new Map(Object.entries(kept));
  const seen = (row: string) => newest.get(row) ?? 0;
  const note = (row: string, version: number) => {
    if (version > seen(row)) newest.set(row, version);
  };
  return {
    isOld: (table, { id, version }) => version < seen(`${table} ${id}`),
    note: (table, { id, version }) => note(`${table} ${id}`, version),
    versions: () =>
      Object.fromEntries([...newest].filter(([row]) => LASTING.some((table) => row.startsWith(`${table} `)))),
    learn: (versions) => {
      for (const [row, version] of Object.entries(versions)) note(row, version);
    },
    clear: () => newest.clear(),
  };
}
