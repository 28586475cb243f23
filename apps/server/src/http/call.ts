import type { Endpoint } from '@halyard/contract/endpoint';
import type { SessionStage } from '@halyard/contract/session';
import type { z } from 'zod';
import type { DatabaseTransaction } from '../infra/db/database.ts';
import type { RequestOrigin } from '../infra/request-origin.ts';

export interface Session {
  readonly id: string;
  readonly stage: SessionStage;
  readonly administrator: { readonly id: string; readonly email: string };
}

export interface ServiceKey {
  readonly id: string;
  readonly name: string;
}

export interface SessionCookie {
  /** Also sets the CSRF token. */
  readonly set: (token: string) => void;
  /** Starts an anonymous session if there is none. */
  readonly showCsrfToken: () => void;
  /** Also clears the browser's cache of this site. */
  readonly clear: () => void;
}

export interface StepUp {
  /**
   * Runs `work` and, if it succeeds, uses up the code. With `changesAccount`, `work` may change the acting administrator or
   * their session. @throws Problem if the code is no longer valid
   */
  readonly transaction: <T>(
    work: (transaction: DatabaseTransaction) => Promise<T>,
    options?: { readonly changesAccount?: boolean },
  ) => Promise<T>;
}

/** A step-up with a code of its own. */
export interface CodeStepUp extends StepUp {
  /** Until when the code releases no private key. Undefined if it may. Call it in the transaction. */
  readonly keyHeldUntil: (transaction: DatabaseTransaction) => Promise<Date | undefined>;
}

/** Why a step-up was refused; `locked` means too many wrong codes. */
export type StepUpRefusal = 'missing' | 'wrong' | 'replayed' | 'mistimed' | 'locked';

/** Also accepts a recent code. @throws Problem if the code is missing or wrong, or if codes are locked */
export type OpenStepUp = (call: Pick<Call, 'session' | 'origin' | 'code'>) => Promise<StepUp>;

type Parsed<Schema> = [Schema] extends [never]
  ? undefined
  : Schema extends z.ZodType
    ? z.output<Schema>
    : undefined;

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
  readonly code: string | undefined;
  readonly ifMatch: string | undefined;
  readonly setEtag: (etag: string) => void;
  /** Set on endpoints with service key access. */
  readonly serviceKey: ServiceKey;
}

export type Handler<Definition> =
  Definition extends Endpoint<infer Params, infer Query, infer Body, infer Answer>
    ? (
        call: Call<Parsed<Params>, Parsed<Query>, Parsed<Body>>,
      ) => Promise<[Answer] extends [never] ? void : Answer extends z.ZodType ? z.input<Answer> : void>
    : never;
