import type { Endpoint } from '@halyard/contract/endpoint';
import type { SessionStage } from '@halyard/contract/session';
import type { z } from 'zod';
import type { DatabaseTransaction } from '../infra/db/database.ts';
import type { RequestOrigin } from '../infra/request-origin.ts';

/** An open session of an active administrator. */
export interface Session {
  readonly id: string;
  readonly stage: SessionStage;
  readonly administrator: { readonly id: string; readonly email: string };
}

export interface ServiceKey {
  readonly id: string;
  readonly name: string;
}

/** Changes the browser's session cookie. */
export interface SessionCookie {
  /** Sets a new session token and its CSRF token. */
  readonly set: (token: string) => void;
  /** Sends the session's CSRF token. Starts an anonymous session if there is none. */
  readonly showCsrfToken: () => void;
  /** Clears the session cookie and the browser's cache of this site. */
  readonly clear: () => void;
}

/** The verified second factor of one call. */
export interface StepUp {
  /**
   * Runs `work` in the transaction that uses up the code. If `work` throws, the code stays valid.
   * @throws Problem if the code is no longer valid; `work` does not run
   */
  readonly transaction: <T>(work: (transaction: DatabaseTransaction) => Promise<T>) => Promise<T>;
}

/** Why a code is refused; `locked` after too many wrong codes. */
export type StepUpRefusal = 'missing' | 'wrong' | 'replayed' | 'locked';

/**
 * Checks the code of a call, or without one, whether this session entered a correct code recently.
 * @throws Problem if the code is missing or wrong, or codes are locked
 */
export type OpenStepUp = (call: Pick<Call, 'session' | 'origin' | 'code'>) => Promise<StepUp>;

type Parsed<Schema> = [Schema] extends [never]
  ? undefined
  : Schema extends z.ZodType
    ? z.output<Schema>
    : undefined;

/** Parsed input and caller that a route passes to its service. */
export interface Call<Params = undefined, Query = undefined, Body = undefined> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly origin: RequestOrigin;
  readonly cookie: SessionCookie;
  /** Set on endpoints with session access. */
  readonly session: Session;
  /** The request's session, if any. For public endpoints. */
  readonly maybeSession: Session | undefined;
  /** Set on endpoints that declare the step-up `recent`. */
  readonly stepUp: StepUp;
  /** Value of the X-2FA-Code header; undefined if it is empty or repeated. */
  readonly code: string | undefined;
  /** Set on endpoints with service key access. */
  readonly serviceKey: ServiceKey;
}

export type Handler<Definition> =
  Definition extends Endpoint<infer Params, infer Query, infer Body, infer Answer>
    ? (
        call: Call<Parsed<Params>, Parsed<Query>, Parsed<Body>>,
      ) => Promise<[Answer] extends [never] ? void : Answer extends z.ZodType ? z.input<Answer> : void>
    : never;
