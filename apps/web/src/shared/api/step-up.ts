import { STEP_UP_ATTEMPTS, STEP_UP_HEADER } from '@halyard/contract/constants';
import { type ApiAnswer, errorOf, statusWords } from './api-answer.ts';
import type { ApiRequest } from './api-transport.ts';
import { type FailureNotice, invalidCodeNotice } from './failure-notice.ts';

/** Result of a code: the call succeeded, failed for another reason, or the code was wrong. */
export type CodeVerdict =
  | { readonly settled: true }
  | { readonly settled: false; readonly attemptsRemaining: number };

/**
 * Asks the administrator for a code and tries each one given, until one settles the matter.
 *
 * @returns `settled` when the last code did, `cancelled` when the administrator gave up.
 */
export type VerifyIdentity = (
  tryCode: (code: string) => Promise<CodeVerdict>,
) => Promise<'settled' | 'cancelled'>;

const ATTEMPTS_EXCEEDED: FailureNotice = {
  title: 'Maximum verification attempts exceeded',
  description: 'Please try again later',
};

interface StepUpParts {
  readonly send: (request: ApiRequest) => Promise<ApiAnswer>;
  readonly verifyIdentity: VerifyIdentity;
  readonly notify: (notice: FailureNotice) => void;
}

/** How a question for a code ended: with the code that was accepted, or without one. */
type Question = { readonly code: string } | undefined;

export function asksForCode(answer: ApiAnswer): boolean {
  return answer.httpStatus === 403 && statusWords(answer).includes('2fa_verification_required');
}

export function refusesCode(answer: ApiAnswer): boolean {
  return answer.httpStatus === 403 && statusWords(answer).includes('invalid_code');
}

/** Marks a 403 as final, because the administrator has seen its message. */
export interface StepUpResult {
  readonly answer: ApiAnswer;
  readonly handled: boolean;
}

export type StepUp = (request: ApiRequest, refusal: ApiAnswer) => Promise<StepUpResult>;

/** The open request for a code, shared by simultaneous calls. */
interface Shared extends StepUpParts {
  question: Promise<Question> | undefined;
}

/**
 * Repeats calls that were refused for lack of a code, with a code in the `X-2FA-Code` header. Calls that need a code at
 * the same time share one question: the waiting ones are repeated once it is answered.
 */
export function createStepUp({ send, verifyIdentity, notify }: StepUpParts): StepUp {
  const shared: Shared = { send, verifyIdentity, notify, question: undefined };
  return (request, refusal) => stepUp(shared, request, refusal);
}

async function stepUp(shared: Shared, request: ApiRequest, refusal: ApiAnswer): Promise<StepUpResult> {
  if (!shared.question) {
    return ask(shared, request, refusal);
  }
  const asked = await shared.question;
  return asked ? repeatAfter(shared, asked.code, request) : { answer: refusal, handled: true };
}

/** A good code may be enough for all calls for some time. If it is not, the same code is sent again. */
async function repeatAfter(shared: Shared, code: string, request: ApiRequest): Promise<StepUpResult> {
  const plain = await shared.send(request);
  if (!asksForCode(plain)) {
    return { answer: plain, handled: false };
  }
  const repeated = await shared.send(withCode(request, code));
  return asksForCode(repeated) || refusesCode(repeated)
    ? stepUp(shared, request, repeated)
    : { answer: repeated, handled: false };
}

/** Result of the codes tried so far. */
interface Trial {
  answer: ApiAnswer;
  attempts: number;
  exceeded: boolean;
  accepted?: Question;
  failure?: unknown;
}

async function ask(shared: Shared, request: ApiRequest, refusal: ApiAnswer): Promise<StepUpResult> {
  const trial: Trial = { answer: refusal, attempts: 0, exceeded: false };
  const asking = shared.verifyIdentity((code) => tryCode(shared, trial, withCode(request, code)));
  const question = asking.then(
    () => trial.accepted,
    () => undefined,
  );
  shared.question = question;
  try {
    const outcome = await asking;
    if (trial.failure !== undefined) {
      throw trial.failure;
    }
    return { answer: trial.answer, handled: outcome === 'cancelled' || trial.exceeded };
  } finally {
    if (shared.question === question) {
      shared.question = undefined;
    }
  }
}

async function tryCode({ send, notify }: Shared, trial: Trial, request: ApiRequest): Promise<CodeVerdict> {
  trial.attempts += 1;
  try {
    trial.answer = await send(request);
  } catch (error) {
    trial.failure = error;
    return { settled: true };
  }
  // Some servers answer a wrong code by asking again.
  if (!refusesCode(trial.answer) && !asksForCode(trial.answer)) {
    trial.accepted = { code: request.headers?.[STEP_UP_HEADER] ?? '' };
    return { settled: true };
  }
  const left = STEP_UP_ATTEMPTS - trial.attempts;
  const attemptsRemaining = Math.min(left, errorOf(trial.answer).attemptsRemaining ?? left);
  trial.exceeded = attemptsRemaining <= 0;
  notify(trial.exceeded ? ATTEMPTS_EXCEEDED : invalidCodeNotice(attemptsRemaining));
  return trial.exceeded ? { settled: true } : { settled: false, attemptsRemaining };
}

function withCode(request: ApiRequest, code: string): ApiRequest {
  return { ...request, headers: { ...request.headers, [STEP_UP_HEADER]: code } };
}
