import { ADMIN_API, CSRF_HEADER } from '@halyard/contract/constants';

/** Calls a product in another process over HTTP, as a browser does. */
export class ProductClient {
  readonly #address: string;
  #cookie = '';
  #csrfToken = '';

  constructor(address: string) {
    this.#address = address;
  }

  /** Sends a request to the administrators' API: a POST if there is a body, otherwise a GET. */
  async send(path: string, body?: object): Promise<{ readonly status: number; readonly text: string }> {
    const answer = await fetch(`${this.#address}${ADMIN_API}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        cookie: this.#cookie,
        [CSRF_HEADER]: this.#csrfToken,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    for (const line of answer.headers.getSetCookie()) this.#cookie = line.split(';')[0] ?? '';
    this.#csrfToken = answer.headers.get(CSRF_HEADER) ?? this.#csrfToken;
    return { status: answer.status, text: await answer.text() };
  }

  /** Returns a client with the same session for another process. */
  at(address: string): ProductClient {
    const client = new ProductClient(address);
    client.#cookie = this.#cookie;
    return client;
  }

  async signIn(email: string, password: string): Promise<number> {
    await this.send('/auth/csrf-cookie');
    return (await this.send('/auth/login', { email, password })).status;
  }
}
