import { ApiError } from '../api/api-error.ts';

const UNREADABLE = 'The answer could not be understood.';

export interface Failure {
  /** A sentence on what went wrong. */
  readonly reason: string;
  /** The id of the failed request, for support. */
  readonly requestId: string | undefined;
}

/** Describes a failed call for the user. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiError)) {
    return { reason: UNREADABLE, requestId: undefined };
  }
  return { reason: reasonOf(error.httpStatus), requestId: error.requestId };
}

function reasonOf(httpStatus: number): string {
  if (httpStatus === 0) {
    return 'The server did not answer. Check your connection.';
  }
  if (httpStatus === 401) {
    return 'Your session has ended.';
  }
  if (httpStatus === 403) {
    return 'The server refused to show this.';
  }
  if (httpStatus === 429) {
    return 'There were too many requests in a short time.';
  }
  if (httpStatus < 400) {
    return UNREADABLE;
  }
  return httpStatus >= 500
    ? `The server reported a problem of its own (${httpStatus}).`
    : `The server did not accept the request (${httpStatus}).`;
}
