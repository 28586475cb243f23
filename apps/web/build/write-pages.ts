import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { ADMIN_API, DEFAULT_PRODUCT_NAME, SIDEBAR } from '@halyard/contract/constants';
import { readOverview } from '@halyard/contract/overview';
import type { PrerenderedPage } from '../src/app/prerender.tsx';
import { ADMIN_MENU } from '../src/domain/shell/admin-menu.ts';
import { ANSWER_WITHIN_MS } from '../src/shared/api/api-transport.ts';
import { neededStyles } from './needed-styles.ts';
import { withoutUtilities } from './without-utilities.ts';

/** The places of a page that name the product: the server puts another name there by replacing the word. */
const NAMES_IN_SHELL = 2;
const NAMES_IN_LOGIN = 4;
const NAMES_IN_FRAME = 4;

/**
 * Writes the pages of `dist` from the one that Vite made: `index.html`, the empty shell of every screen; `login.html`,
 * which holds the sign-in form already; and in `signed-in` one for each screen of the menu, which holds its frame and
 * heading. They carry the styles of what they hold within, so that nothing holds up the first paint.
 */
export async function writePages(out: string, prerenderModule: string): Promise<void> {
  const { firstCalls, prerenderLogin, prerenderFrames } = await import(pathToFileURL(prerenderModule).href);
  const { title, html } = prerenderLogin();

  const page = await readFile(`${out}/index.html`, 'utf8');
  const { href, styles } = await readStyles(page, out);
  const index = withStylesWithin(page, styles);
  const form = withFirstPaintOf('not-started', withLifeAfterFirstPaint(page, href))
    .replace(/<title>.*<\/title>/, `<title>${title}</title>`)
    .replace('<div id="root"></div>', () => `<div id="root" data-path="/login">${html}</div>`);
  const login = withStylesWithin(form, await neededStyles(styles, form));

  assertNames('index.html', index, NAMES_IN_SHELL);
  assertNames('login.html', login, NAMES_IN_LOGIN);
  const assets = await readdir(`${out}/assets`);
  await writeFile(`${out}/index.html`, withScreensAhead(index, assets, {}));
  await writeFile(`${out}/login.html`, login);

  await mkdir(`${out}/signed-in`, { recursive: true });
  const stylesHref = findAsset(assets, 'admin', 'css');
  const adminStyles = { href: stylesHref, styles: await readFile(out + stylesHref, 'utf8') };
  const bare = withStylesWithin(page, withoutUtilities(styles));
  const shell = withScreensAhead(bare, assets, await firstCalls());
  const frames = prerenderFrames();
  for (const { path } of ADMIN_MENU) {
    const framed = await withFrame(shell, frames[path], adminStyles, href);
    assertNames(path, framed, NAMES_IN_FRAME);
    const whole = path === '/dashboard' ? withRevenue(framed) : framed;
    await writeFile(`${out}/signed-in${path}.html`, whole);
  }
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

/**
 * The sign-in screen stands without the others, and a screen is found by the router only: the page has the browser
 * fetch at once what its address will need, ask who is signed in, and, for whoever seems to be, ask for what the
 * screen reads first; these answers are handed to its code (`answersAhead`).
 */
function withScreensAhead(
  page: string,
  assets: readonly string[],
  firstCalls: Readonly<Record<string, readonly string[]>>,
): string {
  const find = (name: string, kind: 'js' | 'css' = 'js') => findAsset(assets, name, kind);
  const screens = Object.fromEntries(
    ADMIN_MENU.map(({ path }) => [path, { code: find(path.slice(1)), calls: firstCalls[path] ?? [] }]),
  );
  const ahead = `      const ahead = (rel, href, more) => {
        document.head.append(Object.assign(document.createElement('link'), { rel, href, ...more }));
      };
      const screen = ${JSON.stringify(screens)}[location.pathname];
      if (location.pathname !== '/login') {
        ahead('modulepreload', '${find('screens')}');
      }
      if (screen) {
        ahead('modulepreload', '${find('admin')}');
        ahead('modulepreload', screen.code);
        ahead('preload', '${find('admin', 'css')}', { as: 'style', crossOrigin: 'anonymous' });
        window.answersAhead = {};
        for (const address of ['${ADMIN_API}/auth/me', '/config.json', ...(location.search ? [] : screen.calls)]) {
          const headers = { accept: 'application/json' };
          const answer = fetch(address, { headers, signal: AbortSignal.timeout(${ANSWER_WITHIN_MS}) });
          // What became of it is said by the screen that needs it.
          answer.catch(() => undefined);
          answersAhead[address] = answer;
        }
      }
`;
  return page.replace(INLINE_SCRIPT_END, () => `${ahead}${INLINE_SCRIPT_END}`);
}

/** The address of the one chunk of a name. */
function findAsset(assets: readonly string[], name: string, kind: 'js' | 'css'): string {
  const found = assets.filter((file) => new RegExp(`^${name}-[^.]{8}\\.${kind}$`).test(file));
  if (found.length !== 1) {
    throw new Error(`There is not one chunk ${name}.${kind}`);
  }
  return `/assets/${found[0]}`;
}

/**
 * A page that shows the frame of its screen until the screen itself is drawn, and both the frame and its styles go.
 * Nobody can use it yet: it is inert, and not read out. How the sidebar was left stands in a cookie. All styles come
 * too, but are not in use before the screen is: the frame has those that it needs. Both hold the classes of the public
 * screens, so that the page has none of its own for elements to be matched with; should they not come, it gets those.
 */
async function withFrame(
  page: string,
  { title, html }: PrerenderedPage,
  { href, styles }: StyleSheet,
  publicHref: string,
): Promise<string> {
  const sidebar = `      try {
        if (/(^|; ?)${SIDEBAR.cookieName}=false(;|$)/.test(document.cookie)) {
          document.documentElement.classList.add('sidebar-collapsed');
        }
      } catch {
        // Without cookies it is expanded.
      }
`;
  const framed = page
    .replace(/<title>.*<\/title>/, `<title>${title}</title>`)
    .replace(INLINE_SCRIPT_END, () => `${sidebar}${INLINE_SCRIPT_END}`)
    .replace(
      '  </body>',
      () => `    <div id="screen-frame" inert aria-hidden="true">${html}</div>\n  </body>`,
    );
  const needed = await neededStyles(styles, framed);
  return withFirstPaintOf('screen-frame', framed).replace(
    '</head>',
    () =>
      `  <style id="screen-frame-styles">${needed}</style>
    <link id="screen-styles" rel="stylesheet" crossorigin href="${href}" data-instead="${publicHref}" media="not all" />\n  </head>`,
  );
}

/**
 * A page that writes the revenue into its frame as soon as the answer is there, often long before the code of the
 * dashboard, which takes the same answer. A figure that would have to be made smaller is left to that.
 */
function withRevenue(page: string): string {
  const script = `    <script>
      window.answersAhead?.['${readOverview.path}']
        ?.then((answer) => answer.clone().json())
        .then(({ revenue: { totalUsd } }) => {
          if (/^[\\d,]{1,9}\\.\\d\\d$/.test(totalUsd)) {
            document.querySelector('#screen-frame section p').textContent = \`$\${totalUsd}\`;
          }
        })
        // What is wrong with it is said by the dashboard.
        .catch(() => undefined);
    </script>
`;
  return page.replace('  </body>', () => `${script}  </body>`);
}

/** The server replaces every occurrence of the name, so there must be none but those that name the product. */
function assertNames(page: string, html: string, expected: number): void {
  const found = html.split(DEFAULT_PRODUCT_NAME).length - 1;
  if (found !== expected) {
    throw new Error(`${page} names the product ${found} times instead of ${expected}`);
  }
}
