import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureWebBuild } from '../../scripts/web-build.mjs';

const VARIABLE = 'HALYARD_E2E_RUN';

/** Builds the dashboard if it is stale, and creates a directory for all workers. */
export default async function setUp(): Promise<() => Promise<void>> {
  await ensureWebBuild(process.env);
  const directory = await mkdtemp(join(tmpdir(), 'halyard-e2e-run-'));
  process.env[VARIABLE] = directory;
  return async () => await rm(directory, { recursive: true, force: true });
}

export function runDirectory(): string {
  const directory = process.env[VARIABLE];
  if (directory === undefined) throw new Error('the run has no directory');
  return directory;
}
