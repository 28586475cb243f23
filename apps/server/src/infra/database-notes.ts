import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { inDataDir, makeDataDir } from './data-dir.ts';
import { errorCode } from './error-code.ts';

/** Notes about a database, in a file that a database writer cannot change. */
export interface DatabaseNotes<Note> {
  /** Undefined if there is none. @throws StartupError if the file cannot be read */
  readonly read: () => Promise<Note | undefined>;
  /** Writes what `change` returns, unless that is undefined. */
  readonly write: (change: (before: Note | undefined) => Note | undefined) => Promise<void>;
}

/** Opens `dataDir/name`. @param database names the database, because one directory can serve several */
export function openDatabaseNotes<Note>(
  dataDir: string,
  {
    name,
    database,
    schema,
  }: { readonly name: string; readonly database: string; readonly schema: z.ZodType<Note> },
): DatabaseNotes<Note> {
  const file = join(dataDir, name);

  /** A damaged file counts as empty: it is only a second witness. */
  async function readAll(): Promise<Readonly<Record<string, Note>>> {
    const text = await readIfThere(file);
    try {
      return z.record(z.string(), schema).parse(JSON.parse(text ?? '{}'));
    } catch {
      return {};
    }
  }

  return {
    read: async () => await inDataDir(dataDir, async () => (await readAll())[database]),
    write: async (change) =>
      await inDataDir(dataDir, async () => {
        await makeDataDir(dataDir);
        const notes = await readAll();
        const note = change(notes[database]);
        if (note === undefined) return;
        const draft = `${file}.${process.pid}`;
        await writeFile(draft, `${JSON.stringify({ ...notes, [database]: note }, undefined, 2)}\n`);
        await rename(draft, file);
      }),
  };
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
