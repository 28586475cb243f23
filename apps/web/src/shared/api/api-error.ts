import type { FieldError } from '@halyard/contract/error-body';

export interface ApiFailure {
  /** 0 without a response. */
  readonly httpStatus: number;
  readonly status?: string | undefined;
  readonly message?: string | undefined;
  readonly errors?: readonly FieldError[] | undefined;
  readonly change?: unknown;
  readonly attemptsRemaining?: number | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

/** A failed call, with the server's message or a general sentence. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** 0 without a response; below 400 if the response was unreadable. */
  readonly httpStatus: number;
  /** Status word, such as `invalid_code`; undefined if the response has none. */
  readonly status: string | undefined;
  readonly hasServerMessage: boolean;
  readonly errors: readonly FieldError[];
  /** Unparsed `change` of a `changed_meanwhile` response. */
  readonly change: unknown;
  readonly attemptsRemaining: number | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(failure: ApiFailure, options?: ErrorOptions) {
    super(failure.message ?? plainMessage(failure.httpStatus), options);
    this.httpStatus = failure.httpStatus;
    this.status = failure.status;
    this.hasServerMessage = failure.message !== undefined;
    this.errors = failure.errors ?? [];
    this.change = failure.change;
    this.attemptsRemaining = failure.attemptsRemaining;
    this.requestId = failure.requestId;
    this.retryAfterSeconds = failure.retryAfterSeconds;
  }
}

function plainMessage(httpStatus: number): string {
  if (httpStatus === 0) {
    return "Couldn't reach the server.";
  }
  return httpStatus < 400
    ? 'The server sent an invalid response.'
    : `The server rejected the request (${httpStatus}).`;
}
