import { ADMIN_API } from '@halyard/contract/constants';

/** Body of a 200 response, or any other response. */
export type ScriptedAnswer = object | Response;

export interface ScriptedFetch {
  readonly fetch: typeof fetch;
  /** Requests in order, such as `GET /users?limit=20`. */
  readonly calls: string[];
}

/** Responds from a table of `GET /path` without its query. Other calls fail. Entries may change between calls. */
export function scriptedFetch(
  answers: Record<string, ScriptedAnswer | ((headers: Headers) => Promise<Response>)>,
): ScriptedFetch {
  const calls: string[] = [];
  async function answer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const url = new URL(String(input), 'http://localhost');
    const path = url.pathname.replace(ADMIN_API, '');
    const method = init?.method ?? 'GET';
    calls.push(`${method} ${path}${url.search}`);
    const scripted = answers[`${method} ${path}`];
    if (!scripted) {
      throw new TypeError('nothing answers here');
    }
    if (typeof scripted === 'function') {
      return scripted(new Headers(init?.headers));
    }
    return scripted instanceof Response ? scripted.clone() : Response.json(scripted);
  }
  return { fetch: answer, calls };
}
