import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));
const SERVER = join(REPOSITORY, 'apps', 'server');
const PACKAGES = ['pg', 'zod', `@embedded-postgres/${process.platform}-${process.arch}`];

/** Copies Node.js and what the database driver imports, because other users may not enter the repository's folder. */
export async function copyForOtherUsers(directory: string): Promise<{ node: string; driver: string }> {
  const node = join(directory, 'node');
  await cp(process.execPath, node);
  await cp(join(SERVER, 'package.json'), join(directory, 'package.json'));
  await cp(join(SERVER, 'src', 'infra'), join(directory, 'src', 'infra'), { recursive: true });
  await cp(join(SERVER, 'test', 'drivers'), join(directory, 'test', 'drivers'), { recursive: true });
  const copied = new Set<string>();
  for (const name of PACKAGES) await copyPackage(name, join(directory, 'node_modules'), copied);
  // The copies keep the modes of the originals.
  execFileSync('chmod', ['-R', 'a+rX', directory]);
  return { node, driver: join(directory, 'test', 'drivers', 'embedded-postgres-driver.ts') };
}

async function copyPackage(name: string, target: string, copied: Set<string>): Promise<void> {
  if (copied.has(name)) return;
  copied.add(name);
  const homes = [SERVER, REPOSITORY].map((home) => join(home, 'node_modules', name));
  const source = homes.find(existsSync);
  if (source === undefined) throw new Error(`${name} is not installed`);
  await cp(source, join(target, name), { recursive: true, verbatimSymlinks: true });
  const { dependencies = {} } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'));
  for (const dependency of Object.keys(dependencies)) await copyPackage(dependency, target, copied);
}
