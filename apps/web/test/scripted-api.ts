import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ADMIN_API } from '@halyard/contract/constants';

export interface ApiCall {
  /** Method and path relative to the API, such as `POST /auth/login`, with the query string. */
  readonly call: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

export interface Answer {
  /** Defaults to 200, or 204 without a body. */
  readonly status?: number;
  readonly body?: unknown;
  /** Sent instead of a JSON body. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Cuts the connection before the response or in the middle of it. */
  readonly cut?: 'before' | 'within';
  /** Delays the response until this resolves. */
  readonly after?: Promise<void>;
}

/** Responses by call. The last response of a list repeats. */
export type Answers = Record<string, Answer | readonly Answer[] | ((call: ApiCall) => Answer)>;

/** Starts a loopback server with scripted responses. It outlives the test, because calls may too. */
export async function startScriptedApi(answers: Answers) {
  const calls: ApiCall[] = [];
  const given = new Map<string, number>();

  function answerTo(call: ApiCall): Answer {
    const answer = answers[call.call] ?? answers[call.call.replace(/\?.*/, '')];
    if (typeof answer === 'function') {
      return answer(call);
    }
    if (!Array.isArray(answer)) {
      return (
        (answer as Answer | undefined) ?? { status: 404, body: { status: 'not_found', message: 'Not found' } }
      );
    }
    const turn = given.get(call.call) ?? 0;
    given.set(call.call, turn + 1);
    return answer[Math.min(turn, answer.length - 1)];
  }

  const server = createServer(async (request, response) => {
    const call = await readCall(request);
    calls.push(call);
    const { status, body, text, headers, cut, after } = answerTo(call);
    await after;
    if (cut === 'before') {
      response.destroy();
      return;
    }
    const content = text ?? (body === undefined ? '' : JSON.stringify(body));
    response.writeHead(status ?? (content === '' ? 204 : 200), {
      'content-type': 'application/json',
      ...(cut === 'within' && { 'content-length': String(content.length + 100) }),
      ...headers,
    });
    if (cut === 'within') {
      response.write(content, () => response.destroy());
      return;
    }
    response.end(content);
  });

  const origin = await listen(server);
  return {
    origin,
    calls,
    asked: () => calls.map(({ call }) => call),
    bodyOf: (call: string) => calls.find((one) => one.call === call)?.body,
  };
}

async function readCall(request: IncomingMessage): Promise<ApiCall> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString();
  const path = (request.url ?? '').replace(ADMIN_API, '');
  return {
    call: `${request.method} ${path}`,
    headers: request.headers,
    body: text === '' ? undefined : JSON.parse(text),
  };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}
