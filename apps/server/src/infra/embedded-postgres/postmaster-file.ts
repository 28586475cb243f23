import { link, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../error-code.ts';
import { isPostgresOf, isProcessIdInUse } from './process-table.ts';

/** What a postmaster writes into its cluster's `postmaster.pid`. */
export interface PostmasterEntry {
  readonly pid: number;
  readonly port: number;
  readonly socketDir: string;
  readonly isReady: boolean;
}

/** Reads `postmaster.pid`; undefined when there is none or it is not complete yet. */
export async function readPostmasterFile(clusterDir: string): Promise<PostmasterEntry | undefined> {
  return parse(await readText(fileOf(clusterDir)));
}

/**
 * The postmaster that runs on this cluster, if any. A file whose process id belongs to somebody else by now
 * is removed, since PostgreSQL would take it for a living server; one whose process is gone is left for
 * PostgreSQL to replace, which also looks for shared memory still in use.
 */
export async function findPostmaster(clusterDir: string): Promise<PostmasterEntry | undefined> {
  const text = await readText(fileOf(clusterDir));
  if (text === undefined) return undefined;
  const pid = Number.parseInt(text, 10);
  if (isPostgresOf(clusterDir, pid)) {
    return parse(text) ?? { pid, port: 0, socketDir: '', isReady: false };
  }
  if (isProcessIdInUse(pid)) await discard(fileOf(clusterDir), text);
  return undefined;
}

/** Another start may have put its own file there since we read `stale`: that one goes back untouched. */
async function discard(file: string, stale: string): Promise<void> {
  const aside = `${file}.stale-${process.pid}`;
  try {
    await rename(file, aside);
    if ((await readText(aside)) !== stale) await link(aside, file);
    await rm(aside, { force: true });
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' && errorCode(error) !== 'EEXIST') throw error;
  }
}

function parse(text: string | undefined): PostmasterEntry | undefined {
  const lines = text?.split('\n') ?? [];
  const [pid, , , port, socketDir, , , status] = lines;
  if (status === undefined) return undefined;
  return {
    pid: Number(pid),
    port: Number(port),
    socketDir: socketDir ?? '',
    isReady: status.trim() === 'ready',
  };
}

async function readText(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function fileOf(clusterDir: string): string {
  return path.join(clusterDir, 'postmaster.pid');
}
