import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import { DEFAULT_PRODUCT_NAME } from '@halyard/contract/constants';
import type { RuntimeSettings } from '@halyard/contract/runtime-settings';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { HEAD_TOO } from './head-too.ts';

const compress = promisify(brotliCompress);
const HASHED_ASSETS = '/assets/';

interface Page {
  readonly plain: Buffer;
  readonly brotli: Buffer;
  readonly policy: string;
}

/**
 * Serves the built dashboard: its files as they are, `/config.json`, the prerendered sign-in page, and
 * `index.html` at every other address that a page can have.
 */
export async function servePages(
  app: FastifyInstance,
  dist: string,
  settings: RuntimeSettings,
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
  await app.register(fastifyStatic, {
    root: dist,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz'],
    setHeaders: (reply, path) => {
      const immutable = path.startsWith(join(dist, HASHED_ASSETS));
      reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.get('/login', HEAD_TOO, async (request, reply) => sendPage(request, reply, signIn));
  app.get('/*', HEAD_TOO, async (request, reply) => {
    if (isPageAddress(request.url)) return await sendPage(request, reply, shell);
    reply.callNotFound();
    return await reply;
  });
}

/** Whether an address can be a page's: not the API's, not a file's. */
function isPageAddress(url: string): boolean {
  const path = url.split('?', 1)[0] ?? '';
  return !/^\/(api|assets)(\/|$)/.test(path) && !path.includes('.') && !path.includes('//');
}

async function readPage(file: string, settings: RuntimeSettings): Promise<Page> {
  const html = withProductName(await readFile(file, 'utf8'), settings.productName);
  const plain = Buffer.from(html);
  return { plain, brotli: await compress(plain), policy: contentSecurityPolicy(html, settings) };
}

async function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): Promise<FastifyReply> {
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': page.policy,
    vary: 'accept-encoding',
  });
  if (!/\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(page.plain);
  return reply.header('content-encoding', 'br').send(page.brotli);
}

/** The build sees to it that a page holds the default name nowhere but where it names the product. */
function withProductName(html: string, name: string): string {
  const escaped = name.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  return html.replaceAll(DEFAULT_PRODUCT_NAME, () => escaped);
}
