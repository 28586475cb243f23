import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * Returns the JavaScript file of a package's command.
 * @param {string} packageName @param {string} [command] if it differs from the package's name
 */
export function packageBinary(packageName, command = packageName) {
  const directories = createRequire(import.meta.url).resolve.paths(packageName) ?? [];
  for (const directory of directories) {
    const home = path.join(directory, packageName);
    const manifest = readManifest(path.join(home, 'package.json'));
    if (manifest)
      return path.join(home, typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[command]);
  }
  throw new Error(`${packageName} is not installed.`);
}

/** @param {string} file */
function readManifest(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
