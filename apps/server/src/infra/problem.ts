import type { FieldError, StatusWord } from '@halyard/contract/error-body';

export interface ProblemDetails {
  readonly errors?: readonly FieldError[];
  readonly attemptsRemaining?: number;
  readonly retryAfterSeconds?: number;
  /** In place of the status word's own HTTP code. */
  readonly httpCode?: number;
}

/** The one error that reaches a caller: a status word of the contract and a message for people. */
export class Problem extends Error {
  readonly status: StatusWord;
  readonly details: ProblemDetails;

  constructor(status: StatusWord, message: string, details: ProblemDetails = {}) {
    super(message);
    this.status = status;
    this.details = details;
  }
}
