import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const VARIABLE = 'HALYARD_E2E_RUN';

/** Makes a directory that all workers of a run share, and takes it away at the end. */
export default async function setUp(): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'halyard-e2e-run-'));
  process.env[VARIABLE] = directory;
  return async () => await rm(directory, { recursive: true, force: true });
}

export function runDirectory(): string {
  const directory = process.env[VARIABLE];
  if (directory === undefined) throw new Error('the run has no directory');
  return directory;
}
