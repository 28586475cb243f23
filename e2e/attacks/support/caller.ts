import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { ADMIN_API, CSRF_HEADER } from '@halyard/contract/constants';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The lines of `Set-Cookie`. */
  readonly setCookie: readonly string[];
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: an attack reads whatever the server answered
  readonly body: any;
}

/** The status, and the status word of an error: `403 invalid_code`. */
export function inShort({ status, body }: Answer): string {
  return typeof body?.status === 'string' ? `${status} ${body.status}` : String(status);
}

export interface Sending {
  readonly headers?: OutgoingHttpHeaders;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, in place of `body`. */
  readonly raw?: string | Buffer;
  /** Address of the process to ask, in place of the caller's own. */
  readonly on?: string;
}

/** An HTTP client that behaves like the dashboard in a browser, unless an attack says otherwise. */
export class Caller {
  readonly #address: string;
  readonly #publicUrl: string;
  readonly ip: string;
  /** `name=value`, empty when signed out. */
  cookie = '';
  csrfToken = '';

  /** `ip` is what the trusted proxy reports. */
  constructor({ address, publicUrl, ip }: { address: string; publicUrl: string; ip: string }) {
    this.#address = address;
    this.#publicUrl = publicUrl;
    this.ip = ip;
  }

  /** Paths are below the administrators' API unless they start with `/api` or `//`. */
  async send(method: string, path: string, { headers, body, raw, on }: Sending = {}): Promise<Answer> {
    const changes = !['GET', 'HEAD', 'OPTIONS'].includes(method);
    const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const answer = await exchange(`${on ?? this.#address}`, {
      method,
      path: /^\/(api\b|\/)/.test(path) ? path : `${ADMIN_API}${path}`,
      headers: {
        host: new URL(this.#publicUrl).host,
        'x-forwarded-for': this.ip,
        'x-forwarded-proto': 'https',
        ...(this.cookie !== '' && { cookie: this.cookie }),
        ...(changes && { origin: this.#publicUrl, [CSRF_HEADER]: this.csrfToken }),
        ...(content !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      content,
    });
    for (const line of answer.setCookie) {
      const [pair = ''] = line.split(';');
      if (!pair.startsWith('sidebar_state')) this.cookie = pair.endsWith('=') ? '' : pair;
    }
    const token = answer.headers[CSRF_HEADER];
    if (typeof token === 'string') this.csrfToken = token;
    return answer;
  }

  get = async (path: string, sending?: Sending) => await this.send('GET', path, sending);
  post = async (path: string, body?: unknown, sending?: Sending) =>
    await this.send('POST', path, { ...(body !== undefined && { body }), ...sending });

  async signIn({ email, password }: { readonly email: string; readonly password: string }): Promise<Answer> {
    await this.get('/auth/csrf-cookie');
    return await this.post('/auth/login', { email, password });
  }
}

/** Sends one request as it is. Headers may repeat, as an array. */
export async function exchange(
  address: string,
  {
    method,
    path,
    headers,
    content,
  }: {
    readonly method: string;
    readonly path: string;
    readonly headers: OutgoingHttpHeaders;
    readonly content?: string | Buffer | undefined;
  },
): Promise<Answer> {
  const { hostname, port } = new URL(address);
  return await new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers, agent: false }, (response) => {
      void text(response).then((received) => {
        const isJson = String(response.headers['content-type']).startsWith('application/json');
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          setCookie: response.headers['set-cookie'] ?? [],
          text: received,
          body: isJson && received !== '' ? JSON.parse(received) : undefined,
        });
      }, reject);
    });
    sent.on('error', reject);
    sent.end(content);
  });
}
