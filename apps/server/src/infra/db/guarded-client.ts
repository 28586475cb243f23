import { Client, type ClientConfig } from 'pg';
import { errorCode } from '../error-code.ts';
import { ALLOW_LONG_STATEMENTS, ANSWER_WITHIN_MS, LONG_ANSWER_WITHIN_MS } from './answer-limits.ts';
import { preparedName } from './prepared-as.ts';

/** SQLSTATEs after which the session is over: shutdowns, a terminated backend, server-side idle limits. */
const SESSION_ENDED = /^(57P0[1-5]|25P0[34]|08...)$/;

/**
 * A client that outlives the loss of its connection, and that gives it up when an answer does not come in time. A network that swallows packets
 * closes nothing, and the driver's `query_timeout` would leave the dead connection in the pool.
 */
export class GuardedClient extends Client {
  #answerWithinMs = ANSWER_WITHIN_MS;

  constructor(config?: string | ClientConfig) {
    super(config);
    // The pool listens to idle clients only: without this, the loss of a busy one would end the process. Its
    // query rejects all the same.
    this.on('error', () => undefined);
  }

  // biome-ignore lint/suspicious/noExplicitAny: the driver's seven overloads are passed through untouched.
  override query(...args: any[]): any {
    const result: unknown = Reflect.apply(super.query, this, withName(args));
    if (!(result instanceof Promise)) return result;
    this.#answerWithinMs = answerWithinMs(args[0]) ?? this.#answerWithinMs;
    const timer = setTimeout(() => this.connection.stream.destroy(), this.#answerWithinMs);
    // The server's word that it ends the session comes before the socket closes: to the pool, which looks when
    // the client is given back, it must be ending already.
    result.catch((error: unknown) => {
      if (SESSION_ENDED.test(errorCode(error) ?? '')) this.end().catch(() => undefined);
    });
    return result.finally(() => clearTimeout(timer));
  }
}

/** What a statement changes the limit to. One that fails leaves a transaction that only takes its end. */
function answerWithinMs(statement: unknown): number | undefined {
  if (statement === ALLOW_LONG_STATEMENTS) return LONG_ANSWER_WITHIN_MS;
  return statement === 'commit' || statement === 'rollback' ? ANSWER_WITHIN_MS : undefined;
}

/** Text and values as they come from the query builder, under the name that the text asks for. */
function withName(args: readonly unknown[]): readonly unknown[] {
  const [text, values] = args;
  const name = typeof text === 'string' && args.length === 2 ? preparedName(text) : undefined;
  return name === undefined ? args : [{ name, text, values }];
}
