import { ADMIN_API, CSRF_HEADER } from '@halyard/contract/constants';
import type { FastifyInstance, InjectOptions } from 'fastify';

export interface TestAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the server answered.
  readonly body: any;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
}

/** Calls the API as the dashboard in a browser does: it keeps the cookie and sends the CSRF token. */
export class TestBrowser {
  readonly #app: FastifyInstance;
  readonly #address: string;
  cookie: string | undefined;
  csrfToken: string | undefined;

  constructor(app: FastifyInstance, address: string) {
    this.#app = app;
    this.#address = address;
  }

  /** Sends a request. Paths are below the administrators' API unless they start with `/api`. */
  async send(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    options: InjectOptions = {},
  ): Promise<TestAnswer> {
    const { headers, ...rest } = options;
    const answer = await this.#app.inject({
      method,
      url: path.startsWith('/api') ? path : `${ADMIN_API}${path}`,
      remoteAddress: this.#address,
      headers: {
        ...(this.cookie !== undefined && { cookie: this.cookie }),
        ...(method !== 'GET' && this.csrfToken !== undefined && { [CSRF_HEADER]: this.csrfToken }),
        ...headers,
      },
      ...rest,
    });
    this.#keep(answer.headers['set-cookie'], answer.headers[CSRF_HEADER]);
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    return { status: answer.statusCode, body: isJson ? answer.json() : answer.body, headers: answer.headers };
  }

  async get(path: string, options?: InjectOptions): Promise<TestAnswer> {
    return await this.send('GET', path, options);
  }

  async post(path: string, payload?: object, options?: InjectOptions): Promise<TestAnswer> {
    return await this.send('POST', path, { ...(payload !== undefined && { payload }), ...options });
  }

  async signIn(email: string, password: string): Promise<TestAnswer> {
    await this.get('/auth/csrf-cookie');
    return await this.post('/auth/login', { email, password });
  }

  #keep(setCookie: string | string[] | undefined, csrfToken: unknown): void {
    for (const line of [setCookie ?? []].flat()) {
      const [pair = ''] = line.split(';');
      this.cookie = pair.endsWith('=') ? undefined : pair;
    }
    if (typeof csrfToken === 'string') this.csrfToken = csrfToken;
  }
}
