import { ADMIN_API, CSRF_HEADER } from '@halyard/contract/constants';
import { type ApiAnswer, readAnswer } from './api-answer.ts';
import { ApiError } from './api-error.ts';

/** Longer than any answer of ours takes; after it a call counts as one without a response. */
const ANSWER_WITHIN_MS = 30_000;

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the API's base path, with its query string. */
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The browser is to keep nothing of the answer. */
  readonly uncached?: boolean | undefined;
}

export interface ApiTransport {
  /**
   * One call, one answer, whatever its code. Before the first call that changes anything it fetches the CSRF
   * token, unless that has been done.
   *
   * @throws ApiError with `httpStatus` 0 when no response came; the signal's reason when it was aborted.
   */
  send(request: ApiRequest): Promise<ApiAnswer>;
  /** Fetches a CSRF token, once for all who ask meanwhile. */
  refreshCsrfToken(): Promise<ApiAnswer>;
}

/** Carries JSON and cookies to the API, and the CSRF token that the server's latest answer gave. */
export function createApiTransport(fetchAnswer: typeof fetch): ApiTransport {
  let csrfToken: string | undefined;
  let tokenAsked = false;
  let refreshing: Promise<ApiAnswer> | undefined;

  async function send(request: ApiRequest): Promise<ApiAnswer> {
    if (request.method !== 'GET' && (!tokenAsked || refreshing !== undefined)) {
      await refreshCsrfToken();
    }
    return exchange(request);
  }

  async function exchange({ method, path, body, headers, signal, uncached }: ApiRequest): Promise<ApiAnswer> {
    const timeout = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const address = `${ADMIN_API}${path}`;
    const ask = () =>
      fetchAnswer(address, {
        method,
        credentials: 'include',
        headers: {
          accept: 'application/json',
          ...(csrfToken !== undefined && { [CSRF_HEADER]: csrfToken }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(uncached && { cache: 'no-store' as const }),
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
    try {
      const response = await ask();
      csrfToken = response.headers.get(CSRF_HEADER) ?? csrfToken;
      return await readAnswer(response);
    } catch (error) {
      signal?.throwIfAborted();
      throw new ApiError({ httpStatus: 0 }, { cause: error });
    }
  }

  function refreshCsrfToken(): Promise<ApiAnswer> {
    refreshing ??= exchange({ method: 'GET', path: '/auth/csrf-cookie' })
      .then((answer) => {
        tokenAsked = answer.httpStatus < 400;
        return answer;
      })
      .finally(() => {
        refreshing = undefined;
      });
    return refreshing;
  }

  return { send, refreshCsrfToken };
}
