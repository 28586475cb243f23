import { STEP_UP_ATTEMPTS, STEP_UP_HEADER } from '@halyard/contract/constants';
import { type ApiAnswer, errorOf, statusWords } from './api-answer.ts';
import type { ApiRequest } from './api-transport.ts';
import { codeHint, type FailureNotice, invalidCodeNotice } from './failure-notice.ts';

export type CodeVerdict =
  | { readonly settled: true }
  | { readonly settled: false; readonly attemptsRemaining: number; readonly hint?: string | undefined };

/** Prompts for a code until one is accepted or fails for good. Returns `cancelled` if the administrator cancels. */
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

type PromptResult = { readonly code: string } | undefined;

export function asksForCode(answer: ApiAnswer): boolean {
  return answer.httpStatus === 403 && statusWords(answer).includes('2fa_verification_required');
}

export function refusesCode(answer: ApiAnswer): boolean {
  return answer.httpStatus === 403 && statusWords(answer).includes('invalid_code');
}

/** Result of a call. If `handled`, the administrator has already seen the message of a 403. */
export interface StepUpResult {
  readonly answer: ApiAnswer;
  readonly handled: boolean;
}

export type StepUp = (request: ApiRequest, refusal: ApiAnswer) => Promise<StepUpResult>;

/** The open code prompt, shared by simultaneous calls. */
interface Shared extends StepUpParts {
  prompt: Promise<PromptResult> | undefined;
}

/** Repeats rejected calls with a code in the `X-2FA-Code` header. Simultaneous calls share one prompt. */
export function createStepUp({ send, verifyIdentity, notify }: StepUpParts): StepUp {
  const shared: Shared = { send, verifyIdentity, notify, prompt: undefined };
  return (request, refusal) => stepUp(shared, request, refusal);
}

async function stepUp(shared: Shared, request: ApiRequest, refusal: ApiAnswer): Promise<StepUpResult> {
  if (!shared.prompt) {
    return promptForCode(shared, request, refusal);
  }
  const result = await shared.prompt;
  return result ? repeatAfter(shared, result.code, request) : { answer: refusal, handled: true };
}

/** Repeats a call without a code, because a grace period may have begun, then with the accepted code. */
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

interface Trial {
  answer: ApiAnswer;
  attempts: number;
  exceeded: boolean;
  accepted?: PromptResult;
  failure?: unknown;
}

async function promptForCode(shared: Shared, request: ApiRequest, refusal: ApiAnswer): Promise<StepUpResult> {
  const trial: Trial = { answer: refusal, attempts: 0, exceeded: false };
  const prompting = shared.verifyIdentity((code) => tryCode(shared, trial, withCode(request, code)));
  const prompt = prompting.then(
    () => trial.accepted,
    () => undefined,
  );
  shared.prompt = prompt;
  try {
    const outcome = await prompting;
    if (trial.failure !== undefined) {
      throw trial.failure;
    }
    return { answer: trial.answer, handled: outcome === 'cancelled' || trial.exceeded };
  } finally {
    if (shared.prompt === prompt) {
      shared.prompt = undefined;
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
  // Some servers respond to a wrong code with another request for one.
  if (!refusesCode(trial.answer) && !asksForCode(trial.answer)) {
    trial.accepted = { code: request.headers?.[STEP_UP_HEADER] ?? '' };
    return { settled: true };
  }
  const left = STEP_UP_ATTEMPTS - trial.attempts;
  const attemptsRemaining = Math.min(left, errorOf(trial.answer).attemptsRemaining ?? left);
  trial.exceeded = attemptsRemaining <= 0;
  notify(trial.exceeded ? ATTEMPTS_EXCEEDED : invalidCodeNotice(attemptsRemaining));
  const hint = codeHint(errorOf(trial.answer).message);
  return trial.exceeded ? { settled: true } : { settled: false, attemptsRemaining, hint };
}

function withCode(request: ApiRequest, code: string): ApiRequest {
  return { ...request, headers: { ...request.headers, [STEP_UP_HEADER]: code } };
}
