import { STEP_UP_HEADER } from '@halyard/contract/constants';
import { type ApiAnswer, errorOf } from './api-answer.ts';
import { ApiError } from './api-error.ts';
import { type ApiRequest, createApiTransport } from './api-transport.ts';
import { type FailureNotice, failureNotice, type OwnMessages } from './failure-notice.ts';
import { asksForCode, createStepUp, refusesCode, type VerifyIdentity } from './step-up.ts';

export interface RequestOptions extends OwnMessages {
  /** Undefined values are left out. */
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** The HTTP codes that only say that this server does not have the call: nothing is said about them. */
  readonly missingWhen?: readonly number[];
  /** Nobody has asked for this: nothing is said however it fails. */
  readonly unasked?: boolean;
  /** The browser is to keep nothing of the answer, whatever the server allows. */
  readonly uncached?: boolean;
  /** Whether a body is one that the caller can work with; one that is not counts as an unreadable answer. */
  readonly accepts?: (body: unknown) => boolean;
}

/**
 * The administrators' API. Paths are relative to its base path, such as `/users`. Every method resolves with
 * the parsed body of a good answer and throws an {@link ApiError} for every other, after the administrator
 * has been told what the specification's section 8 says for it.
 */
export interface ApiClient {
  get<Answer>(path: string, options?: RequestOptions): Promise<Answer>;
  post<Answer = void>(path: string, options?: RequestOptions): Promise<Answer>;
  put<Answer = void>(path: string, options?: RequestOptions): Promise<Answer>;
  delete<Answer = void>(path: string, options?: RequestOptions): Promise<Answer>;
  /** Fetches the CSRF token that later calls send. */
  refreshCsrfToken(): Promise<void>;
}

export interface ApiClientParts {
  readonly fetch?: typeof fetch;
  readonly notify: (notice: FailureNotice) => void;
  readonly verifyIdentity: VerifyIdentity;
  /** Told of every 401; what it means depends on where the administrator is. */
  readonly onUnauthenticated: () => void;
  /** Told of every call that got no response. */
  readonly onNoAnswer?: () => void;
}

export function createApiClient(parts: ApiClientParts): ApiClient {
  const { notify, verifyIdentity, onUnauthenticated, onNoAnswer } = parts;
  const transport = createApiTransport(parts.fetch ?? ((input, init) => fetch(input, init)));
  const stepUp = createStepUp({ send, verifyIdentity, notify });

  /** One call; a 403 that no code can mend is tried once more with a fresh CSRF token. */
  async function send(request: ApiRequest): Promise<ApiAnswer> {
    const answer = await transport.send(request);
    if (answer.httpStatus !== 403 || asksForCode(answer) || refusesCode(answer)) {
      return answer;
    }
    const token = await transport.refreshCsrfToken().catch(() => undefined);
    return token && token.httpStatus < 400 ? transport.send(request) : answer;
  }

  async function sendWithStepUp(request: ApiRequest) {
    const answer = await send(request);
    const carriesCode = Object.keys(request.headers ?? {}).some(
      (name) => name.toLowerCase() === STEP_UP_HEADER,
    );
    return asksForCode(answer) && !carriesCode ? stepUp(request, answer) : { answer, handled: false };
  }

  function fail(error: ApiError, options: RequestOptions = {}): never {
    const isSilent = options.unasked || options.missingWhen?.includes(error.httpStatus);
    if (error.httpStatus === 0) {
      onNoAnswer?.();
    }
    const notice = isSilent ? undefined : failureNotice(error, options);
    if (notice) {
      notify(notice);
    }
    throw error;
  }

  async function call<Answer>(
    method: ApiRequest['method'],
    path: string,
    options: RequestOptions = {},
  ): Promise<Answer> {
    const { query, body, headers, signal, uncached, accepts } = options;
    const request: ApiRequest = { method, path: path + queryString(query), body, headers, signal, uncached };
    const result = await sendWithStepUp(request).catch((error: unknown) => {
      if (error instanceof ApiError) {
        fail(error, options);
      }
      throw error;
    });
    const { answer, handled } = result;
    // Of an act nothing is to be read but that it was done, unless somebody looks at the answer.
    const isRead = method === 'GET' || accepts !== undefined;
    if (!isFailure(answer, isRead, accepts)) {
      // The parse boundary: the contract says what the body of a good answer is.
      return answer.body as Answer;
    }
    if (answer.httpStatus === 401) {
      onUnauthenticated();
    }
    const error = errorOf(answer);
    if (handled) {
      throw error;
    }
    return fail(error, options);
  }

  return {
    get: (path, options) => call('GET', path, options),
    post: (path, options) => call('POST', path, options),
    put: (path, options) => call('PUT', path, options),
    delete: (path, options) => call('DELETE', path, options),
    refreshCsrfToken: async () => {
      const answer = await transport.refreshCsrfToken().catch((error) => fail(error));
      if (answer.httpStatus >= 400) {
        fail(errorOf(answer));
      }
    },
  };
}

function isFailure(
  { httpStatus, kind, body }: ApiAnswer,
  isRead: boolean,
  accepts: RequestOptions['accepts'],
) {
  return httpStatus >= 400 || kind === 'page' || (isRead && kind === 'other') || accepts?.(body) === false;
}

function queryString(query: RequestOptions['query'] = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}
