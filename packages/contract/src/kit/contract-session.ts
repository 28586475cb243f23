import { ADMIN_API, CSRF_HEADER } from '../constants.ts';

export interface KitAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined if the body is empty or no JSON. */
  readonly body: unknown;
}

/** Cookies and CSRF token of one browser. */
export class ContractSession {
  readonly #address: string;
  readonly #cookies = new Map<string, string>();
  #csrfToken = '';

  /** @param address origin of the server, such as `https://admin.example.com` */
  constructor(address: string) {
    this.#address = address;
  }

  /** @param path below the base path of the specification. @throws if nothing answers within 30 s */
  async call(
    method: string,
    path: string,
    { body, csrf = true }: { readonly body?: object; readonly csrf?: boolean } = {},
  ): Promise<KitAnswer> {
    const response = await this.#fetch(`${this.#address}${ADMIN_API}${path}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(this.#cookies.size > 0 && { cookie: [...this.#cookies.values()].join('; ') }),
        ...(csrf && this.#csrfToken !== '' && { [CSRF_HEADER]: this.#csrfToken }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(30_000),
    });
    for (const line of response.headers.getSetCookie()) this.#keepCookie(line);
    this.#csrfToken = response.headers.get(CSRF_HEADER) ?? this.#csrfToken;
    return { status: response.status, headers: response.headers, body: parsed(await response.text()) };
  }

  async #fetch(url: string, options: RequestInit): Promise<Response> {
    try {
      return await fetch(url, options);
    } catch (error) {
      const { cause = error } = error as Error;
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`${this.#address} does not answer: ${reason}`, { cause: error });
    }
  }

  #keepCookie(line: string): void {
    const [pair = ''] = line.split(';');
    const [name = ''] = pair.split('=');
    if (pair.endsWith('=')) this.#cookies.delete(name);
    else this.#cookies.set(name, pair);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
