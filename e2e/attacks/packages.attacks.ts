import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { attack } from './support/attack.ts';
import { listed } from './support/tally.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SOURCES = ['apps/web/src', 'apps/server/src', 'packages/contract/src', 'packages/audit-proof/src'];

attack(
  'A100',
  'packages, and code that could run what it should not',
  'packages without a hash or from elsewhere: 0; too old: 0; install scripts run: no; unpinned by the lock: 0; raw markup, eval or chance for secrets in 2 of 500+ files, both for pauses; server settings, source maps or eval in the dashboard: 0',
  async () => {
    const lock = JSON.parse(await readFile(path.join(ROOT, 'package-lock.json'), 'utf8'));
    const packages = Object.entries(lock.packages as Record<string, LockedPackage>);
    const installed = packages.filter(([name, each]) => name.includes('node_modules/') && each.link !== true);
    const unproved = installed.filter(
      ([, { integrity = '', resolved = 'https://registry.npmjs.org/' }]) =>
        !/^sha512-[\w+/]{86}==$/.test(integrity) || !resolved.startsWith('https://registry.npmjs.org/'),
    );
    const tooOld = MINIMUM.filter(([name, least]) =>
      isOlder(lock.packages[`node_modules/${name}`]?.version ?? '0.0.0', least),
    );
    const declared = packages
      .filter(([name]) => !name.includes('node_modules'))
      .flatMap(([from, { dependencies = {}, devDependencies = {} }]) =>
        Object.keys({ ...dependencies, ...devDependencies }).map((name) => [from, name] as const),
      );
    const loose = declared.filter(
      ([from, name]) =>
        lock.packages[`${from}/node_modules/${name}`] === undefined &&
        lock.packages[`node_modules/${name}`] === undefined,
    );
    const npmrc = await readFile(path.join(ROOT, '.npmrc'), 'utf8');
    const scriptsRun = !/^ignore-scripts=true$/m.test(npmrc);

    const sources = (
      await Promise.all(SOURCES.map((directory) => filesBelow(path.join(ROOT, directory))))
    ).flat();
    const code = sources.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
    const risky = await filesWith(code, RISKY);
    const pauses = risky.filter((file) => file.endsWith('-pause.ts'));

    const built = await filesBelow(path.join(ROOT, 'apps/web/dist'));
    const maps = built.filter((file) => file.endsWith('.map'));
    const readable = built.filter((file) => /\.(js|html|css|svg|json)$/.test(file));
    const leaking = await filesWith(readable, LEAKS);
    const odd = [
      ...unproved.map(([name]) => name),
      ...tooOld,
      ...loose,
      ...risky.filter((file) => !pauses.includes(file)),
      ...leaking,
    ];
    return `packages without a hash or from elsewhere: ${unproved.length}; too old: ${tooOld.length}; install scripts run: ${scriptsRun ? 'yes' : 'no'}; unpinned by the lock: ${loose.length}; raw markup, eval or chance for secrets in ${risky.length} of ${code.length > 500 ? '500+' : code.length} files, ${pauses.length === 2 && risky.length === 2 ? 'both for pauses' : `${pauses.length} for pauses`}; server settings, source maps or eval in the dashboard: ${leaking.length + maps.length}${listed(odd.map(String))}`;
  },
);

interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const MINIMUM = [
  ['fastify', '5.8.5'],
  ['@fastify/static', '10.1.3'],
  ['react', '19.0.0'],
  ['react-dom', '19.0.0'],
] as const;

const RISKY =
  /dangerouslySetInnerHTML|\.(inner|outer)HTML|insertAdjacentHTML|document\.write|[^\w.]eval\(|new Function|Math\.random|child_process.*\bexec\b/;
const LEAKS =
  /DATABASE_URL|MASTER_KEY|TRON_API_KEY|postgres:\/\/|BEGIN [A-Z ]*PRIVATE KEY|sourceMappingURL|[^\w.]eval\(|new Function\(/;

function isOlder(version: string, least: string): boolean {
  const parts = version.split('.').map(Number);
  const leastParts = least.split('.').map(Number);
  const at = parts.findIndex((part, index) => part !== leastParts[index]);
  return at !== -1 && (parts[at] ?? 0) < (leastParts[at] ?? 0);
}

async function filesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

async function filesWith(files: readonly string[], pattern: RegExp): Promise<string[]> {
  const texts = await Promise.all(files.map(async (file) => await readFile(file, 'utf8')));
  return files.filter((_, at) => pattern.test(texts[at] ?? ''));
}
