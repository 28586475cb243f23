import type { ApiError } from './api-error.ts';

export interface FailureNotice {
  readonly title: string;
  readonly description?: string;
}

export const NETWORK_ERROR = {
  title: 'Network Error',
  description: 'Please check your internet connection.',
} as const satisfies FailureNotice;

const SOMETHING_WENT_WRONG: FailureNotice = { title: 'Something went wrong' };

/** Failures that the calling screen reports itself. */
export interface OwnMessages {
  /** HTTP codes without a general notice. A 400 with errors, a 429 and a 5xx still get one. */
  readonly ownMessageFor?: readonly number[] | undefined;
  /** Status words without a general notice, such as `user_exists`, even if the response lists errors. */
  readonly ownMessageForStatus?: readonly string[] | undefined;
  /** Description of the notice "Something went wrong", for calls without a message in the specification. */
  readonly failureText?: string | undefined;
}

/** Returns the message for a failed call (specification, section 8, "Global response handling"), or undefined. */
export function failureNotice(error: ApiError, own: OwnMessages): FailureNotice | undefined {
  const { httpStatus, status } = error;
  if (httpStatus === 0) {
    return NETWORK_ERROR;
  }
  if (httpStatus === 429) {
    return { title: 'Too Many Requests', description: 'Please slow down and try again in a moment.' };
  }
  if (httpStatus >= 500) {
    return {
      title: 'Server Error',
      description: 'Something went wrong on our end. Please try again later.',
    };
  }
  if (httpStatus === 401 || (status !== undefined && own.ownMessageForStatus?.includes(status))) {
    return undefined;
  }
  if (listsErrors(error)) {
    return listedErrors(error);
  }
  if (own.ownMessageFor?.includes(httpStatus)) {
    return undefined;
  }
  if (httpStatus === 403 && error.status === 'invalid_code') {
    return invalidCodeNotice(error.attemptsRemaining);
  }
  return own.failureText === undefined
    ? SOMETHING_WENT_WRONG
    : { ...SOMETHING_WENT_WRONG, description: own.failureText };
}

export function listsErrors({ httpStatus, errors }: ApiError): boolean {
  return httpStatus === 400 && errors.length > 0;
}

const INVALID_CODE = 'Invalid verification code';

/** Returns what the server adds to the message about a wrong code, such as to check the clock. */
export function codeHint(message: string): string | undefined {
  return message.split(`${INVALID_CODE}. `)[1];
}

export function invalidCodeNotice(attemptsRemaining: number | undefined): FailureNotice {
  const title = INVALID_CODE;
  return attemptsRemaining === undefined
    ? { title }
    : { title, description: attemptsLeft(attemptsRemaining) };
}

export function attemptsLeft(attemptsRemaining: number): string {
  return `${attemptsRemaining} ${attemptsRemaining === 1 ? 'attempt' : 'attempts'} remaining`;
}

function listedErrors(error: ApiError): FailureNotice {
  const messages = [...new Set(error.errors.map(({ message }) => message))].join(', ');
  const lead = error.status === 'validation_error' ? 'Validation error' : 'Got the following errors';
  return {
    title: error.hasServerMessage ? error.message : SOMETHING_WENT_WRONG.title,
    description: `${lead}: ${messages}`,
  };
}
