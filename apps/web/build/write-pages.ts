import { readFile, rm, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { DEFAULT_PRODUCT_NAME } from '@halyard/contract/constants';
import type { Manifest } from 'vite';

/** The places of a page that name the product: the server puts another name there by replacing the word. */
const NAMES_IN_SHELL = 2;
const NAMES_IN_LOGIN = 4;

/**
 * Writes the two pages of `dist` from the one that Vite made: `index.html`, the empty shell of every
 * screen, and `login.html`, which holds the sign-in form already. Both carry the public screens' styles
 * within, so that nothing holds up the first paint, and name the scripts they will need.
 */
export async function writePages(out: string, prerenderModule: string): Promise<void> {
  const manifestPath = `${out}/.vite/manifest.json`;
  const manifest: Manifest = JSON.parse(await readFile(manifestPath, 'utf8'));
  const made = await readFile(`${out}/index.html`, 'utf8');
  const { prerenderLogin } = await import(pathToFileURL(prerenderModule).href);
  const { title, html } = await prerenderLogin();

  const shell = await withStylesWithin(made, out);
  const index = withPreloads(shell, filesOf(manifest, STARTING_PARTS));
  const login = index
    .replace(/<title>.*<\/title>/, `<title>${title}</title>`)
    .replace('<div id="root"></div>', () => `<div id="root" data-path="/login">${html}</div>`);

  assertNames('index.html', index, NAMES_IN_SHELL);
  assertNames('login.html', login, NAMES_IN_LOGIN);
  await writeFile(`${out}/index.html`, index);
  await writeFile(`${out}/login.html`, login);
  await rm(`${out}/.vite`, { recursive: true });
}

const STARTING_PARTS = ['index.html', '../../node_modules/react-dom/client.js', 'src/app/start.tsx'];

async function withStylesWithin(page: string, out: string): Promise<string> {
  const link = /\s*<link rel="stylesheet"[^>]*href="\/(assets\/[^"]+\.css)"[^>]*>/;
  const file = link.exec(page)?.[1];
  if (file === undefined) {
    throw new Error('index.html has no style sheet to put into the page');
  }
  const styles = (await readFile(`${out}/${file}`, 'utf8')).trim();
  await rm(`${out}/${file}`);
  return page.replace(link, () => `\n    <style>${styles}</style>`);
}

/** The script files of the given parts and of what they import at once, each once. */
function filesOf(manifest: Manifest, parts: readonly string[]): string[] {
  const files = new Set<string>();
  const add = (part: string) => {
    const chunk = manifest[part];
    if (!chunk) {
      throw new Error(`The build has no part ${part}`);
    }
    if (!files.has(chunk.file)) {
      files.add(chunk.file);
      for (const imported of chunk.imports ?? []) {
        add(imported);
      }
    }
  };
  for (const part of parts) {
    add(part);
  }
  return [...files];
}

function withPreloads(page: string, files: readonly string[]): string {
  const withoutPreloads = page.replace(/\s*<link rel="modulepreload"[^>]*>/g, '');
  const wanted = files.filter((file) => !withoutPreloads.includes(`/${file}"`));
  const links = wanted.map((file) => `    <link rel="modulepreload" crossorigin href="/${file}">\n`).join('');
  return withoutPreloads.replace('  </head>', () => `${links}  </head>`);
}

/** The server replaces every occurrence of the name, so there must be none but those that name the product. */
function assertNames(page: string, html: string, expected: number): void {
  const found = html.split(DEFAULT_PRODUCT_NAME).length - 1;
  if (found !== expected) {
    throw new Error(`${page} names the product ${found} times instead of ${expected}`);
  }
}
