import { Client, type ClientConfig } from 'pg';
import { errorCode } from '../error-code.ts';
import { traceStatement } from '../telemetry/statement-span.ts';
import { ALLOW_LONG_STATEMENTS, ANSWER_WITHIN_MS, LONG_ANSWER_WITHIN_MS } from './answer-limits.ts';
import { beginWait, leftToWaitMs } from './database-waits.ts';
import { preparedName } from './prepared-as.ts';

/** SQLSTATEs that end the session: shutdown, terminated backend, idle timeout, connection failure. */
const SESSION_ENDED = /^(57P0[1-5]|25P0[34]|08...)$/;

/** Survives a lost connection. Closes a late one, which `query_timeout` would leave in the pool. */
export class GuardedClient extends Client {
  #answerWithinMs = ANSWER_WITHIN_MS;

  constructor(config?: string | ClientConfig) {
    super(config);
    // The pool listens to idle clients only. Without this, losing a busy one would end the process.
    this.on('error', () => undefined);
  }

  // biome-ignore lint/suspicious/noExplicitAny: the driver's seven overloads are passed through untouched.
  override query(...args: any[]): any {
    const isEnd = endsTransaction(args[0]);
    const leftMs = isEnd ? Number.POSITIVE_INFINITY : leftToWaitMs();
    const endWait = isEnd ? () => undefined : beginWait();
    const result: unknown = Reflect.apply(super.query, this, this.prepare(args));
    if (!(result instanceof Promise)) {
      endWait();
      return result;
    }
    traceStatement(args[0], result);
    this.#answerWithinMs = answerWithinMs(args[0]) ?? this.#answerWithinMs;
    const timer = setTimeout(() => this.connection.stream.destroy(), Math.min(this.#answerWithinMs, leftMs));
    // The error arrives before the socket closes. Mark the client as ending, so that the pool does not reuse it.
    result.catch((error: unknown) => {
      if (SESSION_ENDED.test(errorCode(error) ?? '')) this.end().catch(() => undefined);
    });
    return result.finally(() => {
      clearTimeout(timer);
      endWait();
    });
  }

  /** Lets the session plan a statement once that has a name. */
  protected prepare(args: readonly unknown[]): readonly unknown[] {
    return withName(args);
  }
}

/** For a pooler that shares sessions: a name could be another statement's there. */
export class SharedSessionClient extends GuardedClient {
  protected override prepare([statement, ...rest]: readonly unknown[]): readonly unknown[] {
    return [withoutName(statement), ...rest];
  }
}

function answerWithinMs(statement: unknown): number | undefined {
  if (statement === ALLOW_LONG_STATEMENTS) return LONG_ANSWER_WITHIN_MS;
  return endsTransaction(statement) ? ANSWER_WITHIN_MS : undefined;
}

function endsTransaction(statement: unknown): boolean {
  return statement === 'commit' || statement === 'rollback';
}

function withoutName(statement: unknown): unknown {
  return typeof statement === 'object' && statement !== null && 'name' in statement
    ? { ...statement, name: undefined }
    : statement;
}

function withName(args: readonly unknown[]): readonly unknown[] {
  const [text, values] = args;
  const name = typeof text === 'string' && args.length === 2 ? preparedName(text) : undefined;
  return name === undefined ? args : [{ name, text, values }];
}
