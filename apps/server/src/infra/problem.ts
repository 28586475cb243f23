import type { FieldError, NewerChange, StatusWord } from '@halyard/contract/error-body';

export interface ProblemDetails {
  readonly errors?: readonly FieldError[];
  readonly change?: NewerChange;
  readonly attemptsRemaining?: number;
  readonly retryAfterSeconds?: number;
  /** Overrides the status word's HTTP code. */
  readonly httpCode?: number;
}

/** The only error that callers see: a status word of the contract and a readable message. */
export class Problem extends Error {
  readonly status: StatusWord;
  readonly details: ProblemDetails;

  constructor(status: StatusWord, message: string, details: ProblemDetails = {}) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

/** Returns a `validation_error` about these fields of a request. */
export function invalidFields(errors: readonly FieldError[]): Problem {
  return new Problem('validation_error', 'Some fields are not valid', { errors });
}

/** As above, about one field. */
export function invalidField(field: string, code: string, message: string): Problem {
  return invalidFields([{ field, code, message }]);
}
