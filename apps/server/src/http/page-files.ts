import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { DEFAULT_PRODUCT_NAME, PAGE_PATHS } from '@halyard/contract/constants';
import type { RuntimeSettings } from '@halyard/contract/runtime-settings';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type CompressedAnswer, compressedAnswer, sendCompressed } from './compressed-answer.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { HEAD_TOO } from './head-too.ts';
import { SCRIPT_FILE_POLICY } from './security-headers.ts';

const HASHED_ASSETS = '/assets/';
const SCRIPT_FILE = /\.js(\.br|\.gz)?$/;

/** Paths never served as pages. Case-insensitive. */
const RESERVED = /^\/(api|assets|metrics)(?![\w-])/i;
/** Parts that no page path has: dots, double slashes, backslashes, and escaped letters, dots or slashes. */
const NO_PAGE = /[.\\]|\/\/|%(2[5ef]|[4-7])/i;

export interface PageParts {
  readonly dist: string;
  readonly settings: RuntimeSettings;
}

/** Serves `index.html` to browsers at unknown paths too, where the app shows "Not found". */
export async function servePages(app: FastifyInstance, { dist, settings }: PageParts): Promise<void> {
  app.get('/config.json', HEAD_TOO, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(settings),
  );
  if (!existsSync(join(dist, 'index.html'))) {
    app.log.warn({ dist }, 'the dashboard is not built, so only the API is served: run npm run build');
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
      if (immutable && SCRIPT_FILE.test(path)) reply.header('content-security-policy', SCRIPT_FILE_POLICY);
      reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.get('/login', HEAD_TOO, async (request, reply) => answerPage(request, reply, signIn));
  app.get('/*', HEAD_TOO, async (request, reply) => answerPage(request, reply, shell));
}

/** Sends 404 if the requested path cannot be a page. */
async function answerPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: CompressedAnswer,
): Promise<FastifyReply> {
  const path = request.originalUrl.split('?', 1)[0] ?? '';
  if (!RESERVED.test(path) && !NO_PAGE.test(path) && isForPage(path, request)) {
    return sendCompressed(request, reply, page);
  }
  reply.callNotFound();
  return await reply;
}

async function readPage(file: string, settings: RuntimeSettings): Promise<CompressedAnswer> {
  const html = withProductName(await readFile(file, 'utf8'), settings.productName);
  return await compressedAnswer(html, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentSecurityPolicy(html, settings),
    vary: 'accept, accept-encoding',
  });
}

/** Also allows unknown paths for browsers, because the app shows its not-found page there. */
function isForPage(path: string, { headers: { accept = '' } }: FastifyRequest): boolean {
  const named = path.length > 1 ? path.replace(/\/$/, '') : path;
  return PAGE_PATHS.some((page) => page === named.toLowerCase()) || accept.includes('text/html');
}

/** Replaces the default name, which the build uses only as the product name. */
function withProductName(html: string, name: string): string {
  const escaped = name.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  return html.replaceAll(DEFAULT_PRODUCT_NAME, () => escaped);
}
