import type { Endpoint } from '@halyard/contract/endpoint';
import type { SessionStage } from '@halyard/contract/session';
import type { z } from 'zod';
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

/** Sets what the browser will show as its session from the next request on. */
export interface SessionCookie {
  /** Gives the browser a new session token, and the CSRF token that belongs to it. */
  readonly set: (token: string) => void;
  /** Tells the browser the CSRF token of its session, beginning an anonymous one where it has none. */
  readonly showCsrfToken: () => void;
  /** Takes the session from the browser, with everything that it has cached of this site. */
  readonly clear: () => void;
}

type Parsed<Schema> = [Schema] extends [never]
  ? undefined
  : Schema extends z.ZodType
    ? z.output<Schema>
    : undefined;

/** What a route hands to its service: the parsed input and who asks. */
export interface Call<Params = undefined, Query = undefined, Body = undefined> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly origin: RequestOrigin;
  readonly cookie: SessionCookie;
  /** Of an endpoint with session access. */
  readonly session: Session;
  /** The session that came with the request, on a public endpoint, if any. */
  readonly maybeSession: Session | undefined;
  /** Of an endpoint with service key access. */
  readonly serviceKey: ServiceKey;
}

export type Handler<Definition> =
  Definition extends Endpoint<infer Params, infer Query, infer Body, infer Answer>
    ? (
        call: Call<Parsed<Params>, Parsed<Query>, Parsed<Body>>,
      ) => Promise<[Answer] extends [never] ? void : Answer extends z.ZodType ? z.input<Answer> : void>
    : never;
