import { ApiError } from '../api/api-error.ts';

const UNREADABLE = 'The server sent an invalid response.';

export interface Failure {
  readonly reason: string;
  readonly requestId: string | undefined;
}

export function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiError)) {
    return { reason: UNREADABLE, requestId: undefined };
  }
  return { reason: reasonOf(error.httpStatus), requestId: error.requestId };
}

function reasonOf(httpStatus: number): string {
  if (httpStatus === 0) {
    return "Couldn't reach the server. Check your connection.";
  }
  if (httpStatus === 401) {
    return 'Your session has ended.';
  }
  if (httpStatus === 403) {
    return "You don't have access to this.";
  }
  if (httpStatus === 429) {
    return 'Too many requests. Wait a moment.';
  }
  if (httpStatus < 400) {
    return UNREADABLE;
  }
  return httpStatus >= 500
    ? `The server reported an error (${httpStatus}).`
    : `The server rejected the request (${httpStatus}).`;
}
