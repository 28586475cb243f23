import { Client, type ClientConfig } from 'pg';
import { errorCode } from '../error-code.ts';

/** Longer than the server's own statement_timeout, so that it fires only when the server is out of reach. */
const ANSWER_WITHIN_MS = 8_000;

/** SQLSTATEs after which the session is over: shutdowns, a terminated backend, server-side idle limits. */
const SESSION_ENDED = /^(57P0[1-5]|25P0[34]|08...)$/;

/**
 * A client that outlives the loss of its connection, and that gives it up when an answer does not come in time. A network that swallows packets
 * closes nothing, and the driver's `query_timeout` would leave the dead connection in the pool.
 */
export class GuardedClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    // The pool listens to idle clients only: without this, the loss of a busy one would end the process. Its
    // query rejects all the same.
    this.on('error', () => undefined);
  }

  // biome-ignore lint/suspicious/noExplicitAny: the driver's seven overloads are passed through untouched.
  override query(...args: any[]): any {
    const result: unknown = Reflect.apply(super.query, this, args);
    if (!(result instanceof Promise)) return result;
    const timer = setTimeout(() => this.connection.stream.destroy(), ANSWER_WITHIN_MS);
    // The server's word that it ends the session comes before the socket closes: to the pool, which looks when
    // the client is given back, it must be ending already.
    result.catch((error: unknown) => {
      if (SESSION_ENDED.test(errorCode(error) ?? '')) this.end().catch(() => undefined);
    });
    return result.finally(() => clearTimeout(timer));
  }
}
