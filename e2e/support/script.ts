import type { IncomingMessage } from 'node:http';

/** An API call. The path is relative to the API's root. */
export interface ApiCall {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
  /** By the clock of `performance.now()`, in milliseconds. */
  readonly receivedAt: number;
}

export interface ScriptedAnswer {
  /** Defaults to 200, or 204 without a body. */
  readonly status?: number;
  readonly body?: unknown;
  /** Sent instead of a JSON body, such as a proxy's error page. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Closes the connection without a response. */
  readonly hangUp?: boolean;
}

/** Responses by method and path, such as `GET /users`. Other calls get a 404. */
export type Script = Record<
  string,
  ScriptedAnswer | ((call: ApiCall) => ScriptedAnswer | Promise<ScriptedAnswer>)
>;
