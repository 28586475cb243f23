import { z } from 'zod';
import { openDatabaseNotes } from '../database-notes.ts';
import type { RowVersions } from './row-memory.ts';

const WRITERS = ['product', 'command'] as const;
type Writer = (typeof WRITERS)[number];

const rowVersions = z.record(z.string(), z.int().min(1));

/** The versions of administrators and service keys that processes on this machine saw, for later ones. */
export interface RowVersionFile {
  /** The newest versions that any of them kept. */
  readonly read: () => Promise<RowVersions>;
  readonly keep: (versions: RowVersions) => Promise<void>;
  /** Forgets all versions, because an operator accepts an older state. */
  readonly forget: () => Promise<void>;
}

/** Product and commands write files of their own, so that none overwrites what the other one just kept. */
export function openRowVersionFile(dataDir: string, database: string, writer: Writer): RowVersionFile {
  const open = (name: Writer) =>
    openDatabaseNotes(dataDir, { name: `row-versions-${name}.json`, database, schema: rowVersions });
  return {
    read: async () => {
      const kept: (RowVersions | undefined)[] = [];
      for (const name of WRITERS) kept.push(await open(name).read());
      return kept.reduce<RowVersions>(newestOf, {});
    },
    keep: async (versions) => await open(writer).write((before) => newestOf(before ?? {}, versions)),
    forget: async () => {
      for (const name of WRITERS) await open(name).write((before) => before && {});
    },
  };
}

function newestOf(one: RowVersions, other: RowVersions | undefined = {}): RowVersions {
  const newer = Object.entries(other).filter(([row, version]) => version > (one[row] ?? 0));
  return { ...one, ...Object.fromEntries(newer) };
}
