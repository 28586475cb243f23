import type { AdminAnswer, AdminBody, AdminParams, AdminPath, AdminQuery } from '@halyard/contract/admin-api';
import { STEP_UP_HEADER } from '@halyard/contract/constants';
import type { HttpMethod } from '@halyard/contract/endpoint';
import { type ApiAnswer, errorOf } from './api-answer.ts';
import { ApiError } from './api-error.ts';
import { type ApiRequest, type ApiTransport, createApiTransport } from './api-transport.ts';
import { type FailureNotice, failureNotice, type OwnMessages } from './failure-notice.ts';
import { asksForCode, createStepUp, refusesCode, type StepUp, type VerifyIdentity } from './step-up.ts';

export interface RequestOptions extends OwnMessages {
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  /** HTTP codes of servers that lack the endpoint. They show no message. */
  readonly missingWhen?: readonly number[];
  /** Background calls show no message when they fail. */
  readonly unasked?: boolean;
  /** Keeps the response out of the browser's cache. */
  readonly uncached?: boolean;
  /** Receives the headers of a successful response. */
  readonly onHeaders?: (headers: Headers) => void;
  /** Returns false for a body that the caller cannot use. The call then fails as unreadable. */
  readonly accepts?: (body: unknown) => boolean;
}

/** Option of a call: absent if the endpoint does not take it, optional if all its fields are optional. */
type Part<Name extends string, Value> = [Value] extends [never]
  ? { readonly [N in Name]?: never }
  : Partial<Value> extends Value
    ? { readonly [N in Name]?: Value }
    : { readonly [N in Name]: Value };

export type CallOptions<Method extends HttpMethod, Path extends string> = RequestOptions &
  Part<'params', AdminParams<Method, Path>> &
  Part<'query', AdminQuery<Method, Path>> &
  Part<'body', AdminBody<Method, Path>>;

type CallArguments<Method extends HttpMethod, Path extends string> =
  RequestOptions extends CallOptions<Method, Path>
    ? [options?: CallOptions<Method, Path>]
    : [options: CallOptions<Method, Path>];

type CallOf<Method extends HttpMethod> = <Path extends AdminPath<Method>>(
  path: Path,
  ...options: CallArguments<Method, Path>
) => Promise<AdminAnswer<Method, Path>>;

/** API client, typed by the contract. Failures show a message (specification, section 8) and throw ApiError. */
export interface ApiClient {
  readonly get: CallOf<'GET'>;
  readonly post: CallOf<'POST'>;
  readonly put: CallOf<'PUT'>;
  readonly delete: CallOf<'DELETE'>;
  refreshCsrfToken(): Promise<void>;
}

export interface ApiClientParts {
  readonly fetch?: typeof fetch;
  readonly notify: (notice: FailureNotice) => void;
  readonly verifyIdentity: VerifyIdentity;
  /** Called for every 401. The current screen decides how to react. */
  readonly onUnauthenticated: () => void;
  readonly onNoAnswer?: () => void;
}

interface Client extends ApiClientParts {
  readonly transport: ApiTransport;
  readonly stepUp: StepUp;
}

interface UntypedOptions extends RequestOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
}

export function createApiClient(parts: ApiClientParts): ApiClient {
  const transport = createApiTransport(parts.fetch ?? ((input, init) => fetch(input, init)));
  const stepUp = createStepUp({ ...parts, send: (request) => send(transport, request) });
  const client: Client = { ...parts, transport, stepUp };
  const callOf = <Method extends HttpMethod>(method: Method) =>
    // The cast adds the contract's types.
    ((path: string, options?: UntypedOptions) => call(client, method, path, options)) as CallOf<Method>;
  return {
    get: callOf('GET'),
    post: callOf('POST'),
    put: callOf('PUT'),
    delete: callOf('DELETE'),
    refreshCsrfToken: () => refreshCsrfToken(client),
  };
}

async function call(client: Client, method: HttpMethod, path: string, options: UntypedOptions = {}) {
  const { params, query, body, headers, signal, uncached, accepts } = options;
  const address = pathWith(path, params) + queryString(query);
  const request: ApiRequest = { method, path: address, body, headers, signal, uncached };
  const { answer, handled } = await sendWithStepUp(client, request).catch((error: unknown) => {
    if (error instanceof ApiError) {
      fail(client, error, options);
    }
    throw error;
  });
  // The response body of a change only matters if the caller reads it.
  const isRead = method === 'GET' || accepts !== undefined;
  if (!isFailure(answer, isRead, accepts)) {
    options.onHeaders?.(answer.headers);
    return answer.body;
  }
  if (answer.httpStatus === 401) {
    client.onUnauthenticated();
  }
  const error = errorOf(answer);
  if (handled) {
    throw error;
  }
  return fail(client, error, options);
}

/** Sends one request. Retries it once with a fresh CSRF token after a 403 that is not about a code. */
async function send(transport: ApiTransport, request: ApiRequest): Promise<ApiAnswer> {
  const answer = await transport.send(request);
  if (answer.httpStatus !== 403 || asksForCode(answer) || refusesCode(answer)) {
    return answer;
  }
  const token = await transport.refreshCsrfToken().catch(() => undefined);
  return token && token.httpStatus < 400 ? transport.send(request) : answer;
}

async function sendWithStepUp({ transport, stepUp }: Client, request: ApiRequest) {
  const answer = await send(transport, request);
  const carriesCode = Object.keys(request.headers ?? {}).some(
    (name) => name.toLowerCase() === STEP_UP_HEADER,
  );
  return asksForCode(answer) && !carriesCode ? stepUp(request, answer) : { answer, handled: false };
}

function fail({ onNoAnswer, notify }: Client, error: ApiError, options: RequestOptions = {}): never {
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

async function refreshCsrfToken(client: Client): Promise<void> {
  const answer = await client.transport.refreshCsrfToken().catch((error) => fail(client, error));
  if (answer.httpStatus >= 400) {
    fail(client, errorOf(answer));
  }
}

function pathWith(path: string, params: UntypedOptions['params'] = {}): string {
  return path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''));
}

function isFailure(
  { httpStatus, kind, body }: ApiAnswer,
  isRead: boolean,
  accepts: RequestOptions['accepts'],
) {
  return httpStatus >= 400 || kind === 'page' || (isRead && kind === 'other') || accepts?.(body) === false;
}

function queryString(query: UntypedOptions['query'] = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}
