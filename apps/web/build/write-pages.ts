import { readFile, rm, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { DEFAULT_PRODUCT_NAME } from '@halyard/contract/constants';
import type { Manifest, ManifestChunk } from 'vite';
import { ADMIN_MENU } from '../src/domain/shell/admin-menu.ts';

/** Number of times that each page contains the product name. The server replaces all of them. */
const NAMES_IN_SHELL = 2;
const NAMES_IN_LOGIN = 4;

/** Writes `index.html` (empty shell) and `login.html` (rendered form). Inlined styles speed up the first paint. */
export async function writePages(out: string, prerenderModule: string): Promise<void> {
  const { prerenderLogin, publicStyles } = await import(pathToFileURL(prerenderModule).href);
  const template = await readFile(`${out}/index.html`, 'utf8');
  const manifest: Manifest = JSON.parse(await readFile(`${out}/manifest.json`, 'utf8'));
  const login = prerenderLogin();
  const style = `<style>${publicStyles.trim()}</style>`;

  const shellPage = fill(template, {
    title: `<title>Admin | ${DEFAULT_PRODUCT_NAME}</title>`,
    style,
    script: preloadScript(manifest),
    root: '<div id="root"></div>',
  });
  const loginPage = fill(template, {
    title: `<title>${login.title}</title>`,
    style,
    script: EARLY_SUBMIT_SCRIPT,
    root: `<div id="root" data-path="/login">${login.html}</div>`,
  });
  assertNames('index.html', shellPage, NAMES_IN_SHELL);
  assertNames('login.html', loginPage, NAMES_IN_LOGIN);
  await writeFile(`${out}/index.html`, shellPage);
  await writeFile(`${out}/login.html`, loginPage);
  await rm(`${out}/manifest.json`);
}

/** Replaces `<!--name-->` with the HTML of that part. */
function fill(template: string, parts: Readonly<Record<string, string>>): string {
  let page = template;
  for (const [name, html] of Object.entries(parts)) {
    const [before, after, ...more] = page.split(`<!--${name}-->`);
    if (before === undefined || after === undefined || more.length > 0) {
      throw new Error(`index.html must contain <!--${name}--> once`);
    }
    page = before + html + after;
  }
  return page;
}

/** Makes Back stay on the sign-in page, and marks a form that is submitted before React has hydrated it. */
const EARLY_SUBMIT_SCRIPT = `<script>
      if (!history.state?.staysOnBack) {
        history.pushState({ ...history.state, staysOnBack: true }, '');
      }
      addEventListener('submit', (event) => {
        if (!event.defaultPrevented) {
          event.preventDefault();
          event.target.dataset.submittedEarly = '';
        }
      });
    </script>`;

/** Preloads the code of the screen, which the router requests only after the app has started. */
function preloadScript(manifest: Manifest): string {
  const chunkOf = (source: string, has: (chunk: ManifestChunk) => boolean) => {
    const found = Object.values(manifest).find(has);
    if (!found) {
      throw new Error(`The build has no chunk for ${source}`);
    }
    return found;
  };
  const chunkNamed = (group: string) => chunkOf(group, ({ name }) => name === group);
  const fileOf = (source: string) => `/${chunkOf(source, ({ src }) => src === source).file}`;
  const common = ['screens', 'shared'].map(chunkNamed);
  const commonFiles = common.map(({ file }) => `/${file}`);
  const styles = common.flatMap(({ css = [] }) => css.map((file) => `/${file}`));
  const screens = Object.fromEntries(ADMIN_MENU.map(({ path }) => [path, fileOf(`src/routes${path}.tsx`)]));
  return `<script>
      const preload = (rel, href, more) => {
        document.head.append(Object.assign(document.createElement('link'), { rel, href, ...more }));
      };
      if (location.pathname !== '/login') {
        for (const href of ${JSON.stringify(commonFiles)}) {
          preload('modulepreload', href);
        }
        for (const href of ${JSON.stringify(styles)}) {
          preload('preload', href, { as: 'style', crossOrigin: 'anonymous' });
        }
      }
      const screen = ${JSON.stringify(screens)}[location.pathname];
      if (screen) {
        preload('modulepreload', screen);
      }
    </script>`;
}

function assertNames(page: string, html: string, expected: number): void {
  const found = html.split(DEFAULT_PRODUCT_NAME).length - 1;
  if (found !== expected) {
    throw new Error(`${page} names the product ${found} times instead of ${expected}`);
  }
}
