import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ADMIN_API } from '@halyard/contract/constants';
import { friendlyScript } from './friendly/friendly-script.ts';
import type { ApiCall, Script, ScriptedAnswer } from './script.ts';

export interface ForeignServerOptions {
  readonly script: Script;
  /** 0 chooses a free port. */
  readonly port?: number;
  /** Such as `/config.json`. */
  readonly files?: Readonly<Record<string, ScriptedAnswer>>;
  /** Serves the prerendered sign-in page, like the product, instead of `index.html`. */
  readonly prerendered?: boolean;
  readonly pageHeaders?: Readonly<Record<string, string>>;
}

export interface ForeignServer {
  readonly origin: string;
  readonly calls: readonly ApiCall[];
  readonly answer: (changes: Script) => void;
  readonly close: () => Promise<void>;
}

const DIST = fileURLToPath(new URL('../../apps/web/dist', import.meta.url));

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

/** Serves the built dashboard with a fallback to `index.html`, and a scripted API. */
export async function startForeignServer(options: ForeignServerOptions): Promise<ForeignServer> {
  const script = { ...options.script };
  const calls: ApiCall[] = [];

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (!url.pathname.startsWith(`${ADMIN_API}/`)) {
      await sendFile(url.pathname, request, response, options);
      return;
    }
    const call = await readCall(request, url);
    calls.push(call);
    const scripted = script[`${call.method} ${call.path}`];
    sendAnswer(response, typeof scripted === 'function' ? await scripted(call) : scripted);
  });

  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    calls,
    answer: (changes) => Object.assign(script, changes),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readCall(request: IncomingMessage, url: URL): Promise<ApiCall> {
  const receivedAt = performance.now();
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString();
  return {
    method: request.method ?? 'GET',
    path: url.pathname.slice(ADMIN_API.length),
    query: url.searchParams,
    headers: request.headers,
    body: text === '' ? undefined : JSON.parse(text),
    receivedAt,
  };
}

function sendAnswer(response: ServerResponse, answer: ScriptedAnswer = notFound()) {
  if (answer.hangUp) {
    response.destroy();
    return;
  }
  const text = answer.text ?? (answer.body === undefined ? '' : JSON.stringify(answer.body));
  response.writeHead(answer.status ?? (text === '' ? 204 : 200), {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    ...answer.headers,
  });
  response.end(text);
}

function notFound(): ScriptedAnswer {
  return { status: 404, body: { status: 'not_found', message: 'Not found', requestId: 'none' } };
}

async function sendFile(
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  { files = {}, prerendered = false, pageHeaders = {} }: ForeignServerOptions,
) {
  const own = files[path];
  if (own) {
    sendAnswer(response, own);
    return;
  }
  const page = prerendered && path === '/login' ? 'login.html' : 'index.html';
  const name = extname(path) === '' || path === '/config.json' ? page : normalize(path).slice(1);
  const brotli = /\bbr\b/.test(String(request.headers['accept-encoding']));
  const packed = brotli ? await readFile(join(DIST, `${name}.br`)).catch(() => undefined) : undefined;
  const content = packed ?? (await readFile(join(DIST, name)).catch(() => undefined));
  if (!content) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, {
    'content-type': CONTENT_TYPES[extname(name)] ?? 'application/octet-stream',
    ...(packed && { 'content-encoding': 'br' }),
    ...(name.endsWith('.html') && pageHeaders),
  });
  response.end(content);
}

if (import.meta.main) {
  const server = await startForeignServer({
    script: friendlyScript(),
    port: Number(process.env['PORT'] ?? 0),
    prerendered: process.env['PRERENDERED'] === 'on',
  });
  console.log(server.origin);
}
