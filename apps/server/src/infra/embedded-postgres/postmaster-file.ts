import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { errorCode } from '../error-code.ts';

export interface PostmasterEntry {
  readonly pid: number;
  readonly port: number;
  readonly socketDir: string;
  readonly isReady: boolean;
}

/** Reads `postmaster.pid`, which outlives a killed server. Returns undefined if it is missing or incomplete. */
export async function readPostmasterFile(clusterDir: string): Promise<PostmasterEntry | undefined> {
  const text = await readFile(postmasterFile(clusterDir), 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return '';
    throw error;
  });
  const [pid, , , port, socketDir, , , status] = text.split('\n');
  if (!socketDir || status === undefined) return undefined;
  return { pid: Number(pid), port: Number(port), socketDir, isReady: status.trim() === 'ready' };
}

export function postmasterFile(clusterDir: string): string {
  return path.join(clusterDir, 'postmaster.pid');
}
