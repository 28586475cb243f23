import type { z } from 'zod';
import { parseExactJson } from './exact-json.ts';
import { fetchSource, type Source } from './fetch-source.ts';
import { SourceFailure } from './source-failure.ts';

/** A JSON request; without a body it is a GET. */
interface Question<Answer extends z.ZodType> {
  /** Appended to the path of the source's URL: `/wallet/getaccount`. */
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Schema of the response, in which numbers are text. */
  readonly answer: Answer;
}

/** Requests JSON, with the URL's credentials as basic authentication. @throws SourceFailure, also on a wrong schema */
export async function askSource<Answer extends z.ZodType>(
  source: Source,
  { path = '', headers, body, answer }: Question<Answer>,
  signal: AbortSignal,
): Promise<z.output<Answer>> {
  const { url, authorization } = takeCredentials(source.url, path);
  const text = await fetchSource(
    { ...source, url },
    {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(authorization !== undefined && { authorization }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    },
    signal,
  );
  const parsed = answer.safeParse(parseExactJson(text));
  if (parsed.success) return parsed.data;
  throw nonsense(source);
}

export function nonsense({ subject }: Pick<Source, 'subject'>, cause?: unknown): SourceFailure {
  return new SourceFailure(`${subject} returned an invalid response`, { isOut: false, cause });
}

/** `fetch` rejects URLs with credentials. */
function takeCredentials(address: string, path: string): { url: string; authorization: string | undefined } {
  const url = new URL(address);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  if (path !== '') url.pathname = url.pathname.replace(/\/$/, '') + path;
  if (username === '') return { url: url.href, authorization: undefined };
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  return { url: url.href, authorization: `Basic ${credentials.toString('base64')}` };
}
