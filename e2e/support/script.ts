import type { IncomingMessage } from 'node:http';

/** A call as the server saw it; the path is relative to the API. */
export interface ApiCall {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

export interface ScriptedAnswer {
  /** 200 unless told, 204 without a body. */
  readonly status?: number;
  readonly body?: unknown;
  /** Sent as it is instead of a JSON body: a proxy's page, or half an answer. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The connection is cut instead. */
  readonly hangUp?: boolean;
}

/** Responses by method and path, such as `GET /users`. Other calls get a 404. */
export type Script = Record<
  string,
  ScriptedAnswer | ((call: ApiCall) => ScriptedAnswer | Promise<ScriptedAnswer>)
>;
