import { SpanKind } from '@opentelemetry/api';
import { traced } from '../telemetry/spans.ts';
import { SourceFailure } from './source-failure.ts';

const TIMEOUT_SECONDS = 5;
const ANSWER_BYTES_MAX = 1_000_000;

export interface Source {
  /** Name of the source in messages: `The Ethereum node`. */
  readonly subject: string;
  /** May contain secrets, so it is never logged or shown. */
  readonly url: string;
}

type SourceRequest = Pick<RequestInit, 'method' | 'headers' | 'body'>;

/** Fetches at most 1 MB of text within 5 s, without redirects. @throws SourceFailure if that fails or the status is not 2xx */
export async function fetchSource(
  source: Source,
  request: SourceRequest,
  signal: AbortSignal,
): Promise<string> {
  const name = `ask ${source.subject.replace(/^The /, 'the ')}`;
  return await traced({ name, kind: SpanKind.CLIENT }, () => fetchText(source, request, signal));
}

async function fetchText(
  { subject, url }: Source,
  request: SourceRequest,
  signal: AbortSignal,
): Promise<string> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_SECONDS * 1_000)]);
  try {
    const response = await fetch(url, { ...request, redirect: 'manual', signal: deadline });
    const refusal = refusalOf(response.status);
    if (refusal !== undefined) {
      await response.body?.cancel();
      throw new SourceFailure(`${subject} ${refusal}`);
    }
    return await readText(subject, response);
  } catch (error) {
    if (error instanceof SourceFailure) throw error;
    if (!deadline.aborted) throw new SourceFailure(`${subject} could not be reached`, { cause: error });
    if (!isTimeout(deadline.reason)) throw deadline.reason;
    throw new SourceFailure(`${subject} did not answer within ${TIMEOUT_SECONDS} s`, { cause: error });
  }
}

function refusalOf(status: number): string | undefined {
  if (status >= 200 && status < 300) return undefined;
  if (status >= 300 && status < 400) return 'redirected; redirects are not followed';
  return status === 429 ? 'is rate limiting requests' : `answered with HTTP status ${status}`;
}

async function readText(subject: string, { body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES_MAX) {
      throw new SourceFailure(`${subject} answered with more than 1 MB`, { isOut: false });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}
