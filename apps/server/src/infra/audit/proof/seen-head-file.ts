import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { inDataDir, makeDataDir } from '../../data-dir.ts';
import type { DatabaseConnection } from '../../db/database-connection.ts';
import { describeDatabase } from '../../db/describe-database.ts';
import { errorCode } from '../../error-code.ts';

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

/** Opens `dataDir/audit-head.json`. @param database names the log, because one directory can serve several databases */
export function openSeenHeadFile(dataDir: string, database: string): SeenHeadFile {
  const file = join(dataDir, 'audit-head.json');
  const readAll = async () => parseHeads(await readIfThere(file));

  async function write(seen: SeenHead, isNewest: (other: SeenHead | undefined) => boolean): Promise<void> {
    await inDataDir(dataDir, async () => {
      await makeDataDir(dataDir);
      const heads = await readAll();
      if (!isNewest(heads[database])) return;
      const draft = `${file}.${process.pid}`;
      await writeFile(draft, `${JSON.stringify({ ...heads, [database]: seen }, undefined, 2)}\n`);
      await rename(draft, file);
    });
  }

  return {
    read: async () => await inDataDir(dataDir, async () => (await readAll())[database]),
    keep: async (seen) => await write(seen, (other) => (other?.sequence ?? 0) < seen.sequence),
    replace: async (seen) => await write(seen, () => true),
  };
}

/** A damaged file counts as empty: it is only a second witness. */
function parseHeads(text: string | undefined): Readonly<Record<string, SeenHead>> {
  try {
    return z.record(z.string(), seenHead).parse(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
