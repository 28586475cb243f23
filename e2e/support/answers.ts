import type { ScriptedAnswer } from './script.ts';

export function refusal(status: number, word: string, more: object = {}): ScriptedAnswer {
  return {
    status,
    body: { status: word, message: `The server says ${word}`, requestId: 'request-1', ...more },
  };
}

export const UNAUTHENTICATED = refusal(401, 'unauthenticated');

/** Returns the responses in order, then repeats the last one. */
export function inTurn(...answers: readonly ScriptedAnswer[]): () => ScriptedAnswer {
  let next = 0;
  return () => {
    const answer = answers[Math.min(next, answers.length - 1)];
    next += 1;
    return answer ?? {};
  };
}
