import { z } from 'zod';
import { openDatabaseNotes } from '../../database-notes.ts';
import type { DatabaseConnection } from '../../db/database-connection.ts';
import { describeDatabase } from '../../db/describe-database.ts';

const hash = z.string().regex(/^[\da-f]{64}$/);
const seenHead = z.object({ sequence: z.int().min(1), hash, root: hash });

/** The newest sealed entry that was read. Bytes are in hex. */
export type SeenHead = Readonly<z.infer<typeof seenHead>>;

/** Remembers the newest sealed entry outside of the database, where a database writer cannot change it. */
export interface SeenHeadFile {
  /** Undefined before the first `keep`. @throws StartupError if the file cannot be read */
  readonly read: () => Promise<SeenHead | undefined>;
  /** Keeps the entry unless another process kept a newer one. */
  readonly keep: (seen: SeenHead) => Promise<void>;
  /** Keeps the entry even if it is older, because an operator accepts it. */
  readonly replace: (seen: SeenHead) => Promise<void>;
}

/** Names a database in the file. The address of the embedded one changes. */
export function databaseName(
  { databaseUrl }: { readonly databaseUrl: string | undefined },
  connection: DatabaseConnection,
): string {
  return databaseUrl === undefined ? 'embedded' : describeDatabase(connection);
}

/** Opens `dataDir/audit-head.json`. */
export function openSeenHeadFile(dataDir: string, database: string): SeenHeadFile {
  const { read, write } = openDatabaseNotes(dataDir, { name: 'audit-head.json', database, schema: seenHead });
  return {
    read,
    keep: async (seen) => await write((other) => ((other?.sequence ?? 0) < seen.sequence ? seen : undefined)),
    replace: async (seen) => await write(() => seen),
  };
}
