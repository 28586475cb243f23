import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import { DEFAULT_PRODUCT_NAME, PAGE_PATHS } from '@halyard/contract/constants';
import type { RuntimeSettings } from '@halyard/contract/runtime-settings';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { HEAD_TOO } from './head-too.ts';
import { SCRIPT_FILE_POLICY } from './security-headers.ts';
import type { SessionCookies } from './session-cookie.ts';

const compress = promisify(brotliCompress);
const HASHED_ASSETS = '/assets/';
const SCRIPT_FILE = /\.js(\.br|\.gz)?$/;

/** The API's and the files' addresses, however they are written and whatever follows; metrics have a port of their own. */
const RESERVED = /^\/(api|assets|metrics)(?![\w-])/i;
/** Files, detours, and letters, dots and slashes that hide in an escape: no page has any of them. */
const NO_PAGE = /[.\\]|\/\/|%(2[5ef]|[4-7])/i;

interface Page {
  readonly plain: Buffer;
  readonly brotli: Buffer;
  readonly policy: string;
}

/** In the build's folder, the pages that show the frame of a screen before anything is known: `users.html`. */
const SIGNED_IN_PAGES = 'signed-in';

export interface PageParts {
  /** The folder of the built dashboard. */
  readonly dist: string;
  readonly settings: RuntimeSettings;
  readonly cookies: SessionCookies;
}

/**
 * Serves the built dashboard: its files as they are, `/config.json`, the prerendered sign-in page, and `index.html` at
 * every other address of a screen, and for browsers at any that a page can have: it says there that there is none. Whose
 * cookie has the form of a session gets a screen's page with its frame in it; nothing in that is secret, so the session
 * is not looked up.
 */
export async function servePages(
  app: FastifyInstance,
  { dist, settings, cookies }: PageParts,
): Promise<void> {
  app.get('/config.json', HEAD_TOO, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(settings),
  );
  if (!existsSync(join(dist, 'index.html'))) {
    app.log.warn({ dist }, 'the dashboard is not built: only the API is served');
    return;
  }
  const shell = await readPage(join(dist, 'index.html'), settings);
  const signInFile = join(dist, 'login.html');
  const signIn = existsSync(signInFile) ? await readPage(signInFile, settings) : shell;
  const framed = await readSignedInPages(join(dist, SIGNED_IN_PAGES), settings);
  await app.register(fastifyStatic, {
    root: dist,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz'],
    setHeaders: (reply, path) => {
      const immutable = path.startsWith(join(dist, HASHED_ASSETS));
      if (immutable && SCRIPT_FILE.test(path)) reply.header('content-security-policy', SCRIPT_FILE_POLICY);
      reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.get('/login', HEAD_TOO, async (request, reply) => answerPage(request, reply, () => signIn));
  app.get('/*', HEAD_TOO, async (request, reply) =>
    answerPage(request, reply, (path) => {
      const seemsSignedIn = cookies.read(request)?.anonymous === false;
      return (seemsSignedIn && framed.get(path)) || shell;
    }),
  );
}

/** Sends the page that belongs to a path as it was asked for, or says that there can be none. */
async function answerPage(
  request: FastifyRequest,
  reply: FastifyReply,
  pageAt: (path: string) => Page,
): Promise<FastifyReply> {
  const path = request.url.split('?', 1)[0] ?? '';
  if (!RESERVED.test(path) && !NO_PAGE.test(path) && isForPage(path, request)) {
    return await sendPage(request, reply, pageAt(path));
  }
  reply.callNotFound();
  return await reply;
}

async function readPage(file: string, settings: RuntimeSettings): Promise<Page> {
  const html = withProductName(await readFile(file, 'utf8'), settings.productName);
  const plain = Buffer.from(html);
  return { plain, brotli: await compress(plain), policy: contentSecurityPolicy(html, settings) };
}

async function readSignedInPages(
  folder: string,
  settings: RuntimeSettings,
): Promise<ReadonlyMap<string, Page>> {
  const files = existsSync(folder) ? await readdir(folder) : [];
  const pages = files
    .filter((file) => file.endsWith('.html'))
    .map(
      async (file) => [`/${basename(file, '.html')}`, await readPage(join(folder, file), settings)] as const,
    );
  return new Map(await Promise.all(pages));
}

async function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): Promise<FastifyReply> {
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': page.policy,
    vary: 'accept, accept-encoding, cookie',
  });
  if (!/\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(page.plain);
  return reply.header('content-encoding', 'br').send(page.brotli);
}

/** Whether there is a screen at a path, or somebody who reads pages and is told by the shell that there is none. */
function isForPage(path: string, { headers: { accept = '' } }: FastifyRequest): boolean {
  const named = path.length > 1 ? path.replace(/\/$/, '') : path;
  return PAGE_PATHS.some((page) => page === named.toLowerCase()) || accept.includes('text/html');
}

/** The build sees to it that a page holds the default name nowhere but where it names the product. */
function withProductName(html: string, name: string): string {
  const escaped = name.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  return html.replaceAll(DEFAULT_PRODUCT_NAME, () => escaped);
}
