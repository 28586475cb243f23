import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';

const ANSWER_MS = 10_000;

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface HttpRequest {
  readonly address: string;
  readonly method: string;
  readonly path: string;
  readonly headers: OutgoingHttpHeaders;
  readonly body: string | Buffer | undefined;
}

const agent = new Agent({ keepAlive: true });

/** Sends a request as it is. Rejects if there is no complete answer within ten seconds. */
export async function send(sending: HttpRequest): Promise<Answer> {
  const { address, method, path, body } = sending;
  const { hostname, port } = new URL(address);
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const headers = { ...sending.headers, ...length };
  const signal = AbortSignal.timeout(ANSWER_MS);
  return await new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers, agent, signal }, (response) => {
      const { statusCode: status = 0, headers: received } = response;
      text(response).then((content) => resolve({ status, headers: received, text: content }), reject);
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (signal.aborted) reject(new Error(`no answer within ${ANSWER_MS / 1_000} s`));
      // The server may close an idle connection while a request is under way.
      else if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(send(sending));
      else reject(error);
    });
    sent.end(body);
  });
}
