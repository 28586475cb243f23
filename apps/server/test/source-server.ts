import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface SourceQuestion {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** How the server treats a request. `drip` starts an answer without ending it, `flood` sends 50 MB. */
export type SourceConduct =
  | 'answer'
  | 'hang'
  | 'drip'
  | 'cut'
  | 'flood'
  | { readonly status: number; readonly location?: string }
  | ((answer: string, question: SourceQuestion) => string);

/** A real HTTP server on loopback that replaces a node or a price source. */
export interface SourceServer {
  readonly url: string;
  readonly questions: readonly SourceQuestion[];
  conduct: SourceConduct;
  readonly stop: () => Promise<void>;
  /** Starts listening again at the same address. */
  readonly start: () => Promise<void>;
}

export async function startSourceServer(
  answer: (question: SourceQuestion) => string | Promise<string>,
): Promise<SourceServer> {
  const questions: SourceQuestion[] = [];
  let port = 0;
  const treat = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const question = { path: request.url ?? '', headers: request.headers, body: await text(request) };
    questions.push(question);
    const { conduct } = source;
    response.setHeader('content-type', 'application/json');
    if (conduct === 'hang') return;
    if (conduct === 'cut') return void response.destroy();
    if (conduct === 'drip') return void response.write('{"jsonrpc":');
    if (conduct === 'flood') return flood(response);
    if (typeof conduct === 'object') {
      const { status, location } = conduct;
      return void response.writeHead(status, location === undefined ? {} : { location }).end('{}');
    }
    const honest = await answer(question);
    response.end(conduct === 'answer' ? honest : conduct(honest, question));
  };
  const server = createServer((request, response) => {
    void treat(request, response).catch(() => response.destroy());
  });
  const source: SourceServer = {
    get url() {
      return `http://127.0.0.1:${port}`;
    },
    questions,
    conduct: 'answer',
    stop: async () => {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, 'close');
    },
    start: async () => {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      port = (server.address() as AddressInfo).port;
    },
  };
  await source.start();
  return source;
}

function flood(response: ServerResponse): void {
  const piece = Buffer.alloc(1_000_000, ' ');
  let left = 50;
  const send = () => {
    while (left > 0 && !response.destroyed) {
      left -= 1;
      if (!response.write(piece)) return void response.once('drain', send);
    }
    response.end();
  };
  send();
}

/** Returns an answer that forwards requests to another server on loopback. */
export function forwardTo(url: string): (question: SourceQuestion) => Promise<string> {
  return async ({ path, body }) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(url + path, { method: 'POST', headers, body });
    return await answer.text();
  };
}
