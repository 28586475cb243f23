declare global {
  /** What the page has asked for before its code came, by address; set by the page itself (`build/write-pages.ts`). */
  var answersAhead: Record<string, Promise<Response>> | undefined;
}

/** The answer that the page has asked for ahead, to the first who needs it. Rejects when none came. */
export function takeAnswerAhead(address: string): Promise<Response> | undefined {
  const answer = globalThis.answersAhead?.[address];
  delete globalThis.answersAhead?.[address];
  return answer;
}

/** They are answers to whoever had a session when the page began, as things were then. */
export function forgetAnswersAhead(): void {
  globalThis.answersAhead = undefined;
}
