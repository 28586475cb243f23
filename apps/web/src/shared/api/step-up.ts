import { STEP_UP_ATTEMPTS, STEP_UP_HEADER } from '@halyard/contract/constants';
import { type ApiAnswer, errorOf, statusWords } from './api-answer.ts';
import type { ApiRequest } from './api-transport.ts';
import { type FailureNotice, invalidCodeNotice } from './failure-notice.ts';

/** What became of a code: the call went through with it or failed for another reason, or it was wrong. */
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

/** The answer is final although it is a 403: all about it has been said to the administrator. */
export interface StepUpResult {
  readonly answer: ApiAnswer;
  readonly handled: boolean;
}

/**
 * Repeats calls that were refused for want of a code with a code in the `X-2FA-Code` header. Calls that need
 * one at the same time share one question: those that waited are repeated once it was answered.
 */
export function createStepUp({ send, verifyIdentity, notify }: StepUpParts) {
  let question: Promise<Question> | undefined;

  return stepUp;

  async function stepUp(request: ApiRequest, refusal: ApiAnswer): Promise<StepUpResult> {
    if (!question) {
      return ask(request, refusal);
    }
    const asked = await question;
    return asked ? repeatAfter(asked.code, request) : { answer: refusal, handled: true };
  }

  /** A good code may open a stretch of time for all calls; where it does not, the same code is shown once more. */
  async function repeatAfter(code: string, request: ApiRequest): Promise<StepUpResult> {
    const plain = await send(request);
    if (!asksForCode(plain)) {
      return { answer: plain, handled: false };
    }
    const repeated = await send(withCode(request, code));
    return asksForCode(repeated) || refusesCode(repeated)
      ? stepUp(request, repeated)
      : { answer: repeated, handled: false };
  }

  async function ask(request: ApiRequest, refusal: ApiAnswer): Promise<StepUpResult> {
    let answer = refusal;
    let accepted: Question;
    let failure: unknown;
    let attempts = 0;
    let exceeded = false;

    async function tryCode(code: string): Promise<CodeVerdict> {
      attempts += 1;
      try {
        answer = await send(withCode(request, code));
      } catch (error) {
        failure = error;
        return { settled: true };
      }
      // Some servers only ask again.
      if (!refusesCode(answer) && !asksForCode(answer)) {
        accepted = { code };
        return { settled: true };
      }
      const left = STEP_UP_ATTEMPTS - attempts;
      const attemptsRemaining = Math.min(left, errorOf(answer).attemptsRemaining ?? left);
      exceeded = attemptsRemaining <= 0;
      notify(exceeded ? ATTEMPTS_EXCEEDED : invalidCodeNotice(attemptsRemaining));
      return exceeded ? { settled: true } : { settled: false, attemptsRemaining };
    }

    const asking = verifyIdentity(tryCode);
    const shared = asking.then(
      () => accepted,
      () => undefined,
    );
    question = shared;
    try {
      const outcome = await asking;
      if (failure !== undefined) {
        throw failure;
      }
      return { answer, handled: outcome === 'cancelled' || exceeded };
    } finally {
      if (question === shared) {
        question = undefined;
      }
    }
  }
}

function withCode(request: ApiRequest, code: string): ApiRequest {
  return { ...request, headers: { ...request.headers, [STEP_UP_HEADER]: code } };
}
