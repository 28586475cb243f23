import { execFile } from 'node:child_process';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startProductProcess } from '../../apps/server/test/started-product.ts';
import { runDirectory } from './global-setup.ts';

const execute = promisify(execFile);
const POLL_MS = 100;

const exists = async (path: string) =>
  await access(path).then(
    () => true,
    () => false,
  );

/** Creates a product's data directory by copying a template, which the first worker builds. */
export async function installSampleData(
  dataDir: string,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const original = join(runDirectory(), 'installation');
  const making = `${original}.making`;
  while (!(await exists(original))) {
    if (await isFirst(making)) await make(original, making, settings);
    else await sleep(POLL_MS);
  }
  // `-a` keeps the owner, because PostgreSQL only accepts its own files.
  await execute('cp', ['-a', original, dataDir]);
}

/** Whether this worker was the first to create the marker directory. */
async function isFirst(making: string): Promise<boolean> {
  return await mkdir(making).then(
    () => true,
    () => false,
  );
}

async function make(
  original: string,
  making: string,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  try {
    const draft = join(making, 'data');
    const product = startProductProcess({ ...settings, DATA_DIR: draft });
    await product.ready;
    product.child.kill('SIGTERM');
    const status = await product.ended;
    if (status !== 0) throw new Error(`the product ended with ${status}\n${product.output().stderr}`);
    await rename(draft, original);
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}
