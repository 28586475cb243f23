import { REQUEST_ID_HEADER } from '@halyard/contract/constants';
import type { ErrorBody, FieldError } from '@halyard/contract/error-body';
import { fieldsOf, isRecord } from './answer-fields.ts';
import { ApiError } from './api-error.ts';

export interface ApiAnswer {
  readonly httpStatus: number;
  readonly headers: Headers;
  readonly body: unknown;
  /** `json` includes an empty body; `page` is HTML, as from a proxy; `other` includes a truncated response. */
  readonly kind: 'json' | 'page' | 'other';
}

export async function readAnswer(response: Response): Promise<ApiAnswer> {
  const { status: httpStatus, headers } = response;
  const text = await response.text();
  if (text === '') {
    return { httpStatus, headers, body: undefined, kind: 'json' };
  }
  try {
    return { httpStatus, headers, body: JSON.parse(text), kind: 'json' };
  } catch {
    return { httpStatus, headers, body: undefined, kind: /^\s*</.test(text) ? 'page' : 'other' };
  }
}

/** Returns the status words of an error response. Some servers use the field `error`. */
export function statusWords(answer: ApiAnswer): readonly unknown[] {
  return isRecord(answer.body) ? [answer.body['status'], answer.body['error']] : [];
}

export function errorOf(answer: ApiAnswer): ApiError {
  const body = fieldsOf<ErrorBody>(answer.body);
  return new ApiError({
    httpStatus: answer.httpStatus,
    status: text(body.status) ?? text(body.error),
    message: text(body.message),
    errors: fieldErrors(body.errors),
    change: body.change,
    attemptsRemaining: count(body.attemptsRemaining),
    requestId: text(body.requestId) ?? answer.headers.get(REQUEST_ID_HEADER) ?? undefined,
    retryAfterSeconds: count(Number(answer.headers.get('retry-after') ?? Number.NaN)),
  });
}

function fieldErrors(list: unknown): FieldError[] {
  if (!Array.isArray(list)) {
    return [];
  }
  return list.flatMap((entry: unknown) => {
    const { field, code, message } = isRecord(entry) ? entry : { message: entry };
    const sentence = text(message);
    return sentence ? [{ field: text(field) ?? '', code: text(code) ?? '', message: sentence }] : [];
  });
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;
}
