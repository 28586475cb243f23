import type { ScriptedAnswer } from './script.ts';

/** An answer in the shape of the API's error bodies. */
export function refusal(status: number, word: string, more: object = {}): ScriptedAnswer {
  return {
    status,
    body: { status: word, message: `The server says ${word}`, requestId: 'request-1', ...more },
  };
}

export const UNAUTHENTICATED = refusal(401, 'unauthenticated');

/** Answers one after the other, the last one from then on. */
export function inTurn(...answers: readonly ScriptedAnswer[]): () => ScriptedAnswer {
  let next = 0;
  return () => {
    const answer = answers[Math.min(next, answers.length - 1)];
    next += 1;
    return answer ?? {};
  };
}
