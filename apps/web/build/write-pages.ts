import { readdir, readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { DEFAULT_PRODUCT_NAME } from '@halyard/contract/constants';
import { ADMIN_MENU } from '../src/domain/shell/admin-menu.ts';

/** The places of a page that name the product: the server puts another name there by replacing the word. */
const NAMES_IN_SHELL = 2;
const NAMES_IN_LOGIN = 4;

/**
 * Writes two pages to `dist`: `index.html`, the empty shell of every screen, and `login.html` with the rendered sign-in
 * form. Both contain their first styles, so that no request delays the first paint.
 */
export async function writePages(out: string, prerenderModule: string): Promise<void> {
  const { prerenderLogin } = await import(pathToFileURL(prerenderModule).href);
  const { title, html } = prerenderLogin();

  const page = await readFile(`${out}/index.html`, 'utf8');
  const { href, styles } = await readStyles(page, out);
  const index = withStylesWithin(page, styles);
  const form = withFirstPaintOf('not-started', withLifeAfterFirstPaint(page, href))
    .replace(/<title>.*<\/title>/, `<title>${title}</title>`)
    .replace('<div id="root"></div>', () => `<div id="root" data-path="/login">${html}</div>`);
  const login = withStylesWithin(form, styles);

  assertNames('index.html', index, NAMES_IN_SHELL);
  assertNames('login.html', login, NAMES_IN_LOGIN);
  await writeFile(`${out}/index.html`, withPreloads(index, await readdir(`${out}/assets`)));
  await writeFile(`${out}/login.html`, login);
}

const SCRIPT = /\s*<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>/g;
const PRELOAD = /\s*<link rel="modulepreload"[^>]*>/g;
const INLINE_SCRIPT_END = '    </script>';

/**
 * Where a page has something to show, the browser shows it before it is given anything else to do. All styles and
 * scripts are then fetched side by side, and the scripts evaluated one by one, each in a task of its own. A form that
 * is sent before they are there is marked instead, and sent by its own component later.
 *
 * The loader is a module behind everything: the browser reads it once the page stands, in most cases painted already.
 */
function withLifeAfterFirstPaint(page: string, stylesHref: string): string {
  const scripts = [...page.matchAll(SCRIPT)].map(([, source]) => source);
  if (scripts.length === 0) {
    throw new Error('index.html has no script to bring it to life');
  }
  if (page.split(INLINE_SCRIPT_END).length !== 2) {
    throw new Error('index.html has not the one inline script that marks early forms');
  }
  const marker = `      if (!history.state?.staysOnBack) {
        history.pushState({ ...history.state, staysOnBack: true }, '');
      }
      addEventListener('submit', (event) => {
        if (!event.defaultPrevented) {
          event.preventDefault();
          event.target.dataset.submittedEarly = '';
        }
      });
`;
  const loader = `    <script type="module">
      const bringToLife = async () => {
        const scripts = ${JSON.stringify(scripts)};
        const fetchAtOnce = (rel, href) => {
          document.head.append(Object.assign(document.createElement('link'), { rel, href }));
        };
        fetchAtOnce('stylesheet', '${stylesHref}');
        for (const script of scripts) {
          fetchAtOnce('modulepreload', script);
        }
        for (const script of scripts) {
          await import(script);
        }
      };
      if (document.hidden) {
        bringToLife();
      } else {
        requestAnimationFrame(() => setTimeout(bringToLife));
      }
    </script>
`;
  return page
    .replace(SCRIPT, '')
    .replace(PRELOAD, '')
    .replace(INLINE_SCRIPT_END, () => `${marker}${INLINE_SCRIPT_END}`)
    .replace('  </body>', () => `${loader}  </body>`);
}

/** A slow browser pauses in the middle of a page: without this it would paint an empty one first, then what it holds. */
function withFirstPaintOf(id: string, page: string): string {
  return page.replace('</title>', `</title>\n    <link rel="expect" href="#${id}" blocking="render" />`);
}

const STYLES = /\s*<link rel="stylesheet"[^>]*href="(\/assets\/[^"]+\.css)"[^>]*>/;

interface StyleSheet {
  readonly href: string;
  readonly styles: string;
}

async function readStyles(page: string, out: string): Promise<StyleSheet> {
  const href = STYLES.exec(page)?.[1];
  if (href === undefined) {
    throw new Error('index.html has no style sheet to put into the page');
  }
  return { href, styles: (await readFile(out + href, 'utf8')).trim() };
}

function withStylesWithin(page: string, styles: string): string {
  return page.replace(STYLES, () => `\n    <style>${styles}</style>`);
}

/** Preloads the code of the screen at the page's address, because the router only finds it once it has started. */
function withPreloads(page: string, assets: readonly string[]): string {
  const find = (name: string, kind: 'js' | 'css' = 'js') => findAsset(assets, name, kind);
  const screens = Object.fromEntries(ADMIN_MENU.map(({ path }) => [path, find(path.slice(1))]));
  const script = `      const preload = (rel, href, more) => {
        document.head.append(Object.assign(document.createElement('link'), { rel, href, ...more }));
      };
      const screen = ${JSON.stringify(screens)}[location.pathname];
      if (location.pathname !== '/login') {
        preload('modulepreload', '${find('screens')}');
      }
      if (screen) {
        preload('modulepreload', '${find('admin')}');
        preload('modulepreload', screen);
        preload('preload', '${find('admin', 'css')}', { as: 'style', crossOrigin: 'anonymous' });
      }
`;
  return page.replace(INLINE_SCRIPT_END, () => `${script}${INLINE_SCRIPT_END}`);
}

/** The address of the one chunk of a name. */
function findAsset(assets: readonly string[], name: string, kind: 'js' | 'css'): string {
  const found = assets.filter((file) => new RegExp(`^${name}-[^.]{8}\\.${kind}$`).test(file));
  if (found.length !== 1) {
    throw new Error(`There is not one chunk ${name}.${kind}`);
  }
  return `/assets/${found[0]}`;
}

/** Checks that the name occurs only where it names the product, because the server replaces every occurrence. */
function assertNames(page: string, html: string, expected: number): void {
  const found = html.split(DEFAULT_PRODUCT_NAME).length - 1;
  if (found !== expected) {
    throw new Error(`${page} names the product ${found} times instead of ${expected}`);
  }
}
