import type { Endpoint, StepUpRule } from '@halyard/contract/endpoint';
import type { SessionStage } from '@halyard/contract/session';
import type { z } from 'zod';
import type { DatabaseTransaction } from '../infra/db/database.ts';
import type { RequestOrigin } from '../infra/request-origin.ts';

/** A session as the access policy found it: open, not idle for too long, of an administrator who is not disabled. */
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

/** The second factor of one call: what it permits happens in the transaction that uses its code up. */
export interface StepUp {
  /**
   * Runs `work` in a transaction in which the second factor holds. When `work` throws, all is rolled back and
   * the code can be shown again.
   * @throws Problem where the factor no longer holds: a wrong code is counted, and `work` does not run.
   */
  readonly transaction: <T>(work: (transaction: DatabaseTransaction) => Promise<T>) => Promise<T>;
}

/** Why a second factor does not permit what it was shown for; `locked` after too many wrong codes. */
export type StepUpRefusal = 'missing' | 'wrong' | 'replayed' | 'locked';

/** Records which action a refused code was for, in the transaction that records the refusal. */
export type NoteStepUpRefusal = (transaction: DatabaseTransaction, reason: StepUpRefusal) => Promise<void>;

/**
 * Looks at the code that came with a call, if any, before the call's handler runs.
 * @throws Problem where a code is missing or wrong, or codes are locked.
 */
export type OpenStepUp = (request: {
  readonly rule: StepUpRule;
  readonly session: Session;
  readonly origin: RequestOrigin;
  /** Value of the X-2FA-Code header. */
  readonly code: string | undefined;
  readonly noteRefusal: NoteStepUpRefusal | undefined;
}) => Promise<StepUp>;

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
  /** The session that came with the request, on a public endpoint, if any. */
  readonly maybeSession: Session | undefined;
  /** Set on endpoints that declare a step-up. */
  readonly stepUp: StepUp;
  /** Set on endpoints with service key access. */
  readonly serviceKey: ServiceKey;
}

export type Handler<Definition> =
  Definition extends Endpoint<infer Params, infer Query, infer Body, infer Answer>
    ? (
        call: Call<Parsed<Params>, Parsed<Query>, Parsed<Body>>,
      ) => Promise<[Answer] extends [never] ? void : Answer extends z.ZodType ? z.input<Answer> : void>
    : never;

/** Records which action a refused second factor was for. The call has no step-up. */
export type NoteRefusedCall<Definition> =
  Definition extends Endpoint<infer Params, infer Query, infer Body, infer _Answer>
    ? (
        call: Call<Parsed<Params>, Parsed<Query>, Parsed<Body>>,
        ...refusal: Parameters<NoteStepUpRefusal>
      ) => Promise<void>
    : never;
