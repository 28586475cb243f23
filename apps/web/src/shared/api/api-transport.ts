import { ADMIN_API, CSRF_HEADER } from '@halyard/contract/constants';
import { noteServerTime } from '../lib/server-time.ts';
import { type ApiAnswer, readAnswer } from './api-answer.ts';
import { ApiError } from './api-error.ts';

/** Longer than the product takes for any response. */
const TIMEOUT_MS = 30_000;

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Relative to the API's base path, with its query string. */
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly uncached?: boolean | undefined;
}

export interface ApiTransport {
  /** @throws ApiError with `httpStatus` 0 without a response, or the signal's reason if aborted */
  send(request: ApiRequest): Promise<ApiAnswer>;
  /** Simultaneous callers share one request. */
  refreshCsrfToken(): Promise<ApiAnswer>;
}

/** Sends JSON and cookies, with the latest CSRF token. The first change fetches one. */
export function createApiTransport(fetchAnswer: typeof fetch): ApiTransport {
  let csrfToken: string | undefined;
  let hasToken = false;
  let refreshing: Promise<ApiAnswer> | undefined;

  async function send(request: ApiRequest): Promise<ApiAnswer> {
    if (request.method !== 'GET' && (!hasToken || refreshing !== undefined)) {
      await refreshCsrfToken();
    }
    return exchange(request);
  }

  async function exchange({ method, path, body, headers, signal, uncached }: ApiRequest): Promise<ApiAnswer> {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const address = `${ADMIN_API}${path}`;
    const request = () =>
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
      const sentAt = Date.now();
      const response = await request();
      noteServerTime(response.headers, sentAt);
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
        hasToken = answer.httpStatus < 400;
        return answer;
      })
      .finally(() => {
        refreshing = undefined;
      });
    return refreshing;
  }

  return { send, refreshCsrfToken };
}
