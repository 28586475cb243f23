import { randomBytes } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../startup-error.ts';

const KEY_BYTES = 32;

/**
 * The master key of the evaluation mode: made on the first start in `dataDir/master.key`, readable by its
 * owner alone. Two starts at once agree on one key.
 * @throws StartupError when the file holds no key.
 */
export async function ensureMasterKeyFile(dataDir: string): Promise<Buffer> {
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, 'master.key');
  const existing = await readKey(file);
  if (existing !== undefined) return existing;
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flush: true });
  await chmod(draft, 0o600);
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  const key = await readKey(file);
  if (key === undefined) throw new StartupError(`MASTER_KEY: ${file} could not be written`);
  return key;
}

async function readKey(file: string): Promise<Buffer | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== KEY_BYTES)
    throw new StartupError(`MASTER_KEY: ${file} does not hold 32 bytes in base64`);
  return key;
}
