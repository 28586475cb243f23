import type { z } from 'zod';
import type { StatusWord } from './error-body.ts';
import type { SessionStage } from './session.ts';

/** Who may call an endpoint: anyone, sessions at certain stages, or the platform with a service key. */
export type Access =
  | { readonly kind: 'public' }
  | {
      readonly kind: 'session';
      readonly stages: readonly SessionStage[];
      /** Responds with 401 to an enrolling session, so that the dashboard treats it as signed out. */
      readonly hiddenFromEnrolment?: boolean;
    }
  | { readonly kind: 'service_key'; readonly scope: string };

/** Rule for the X-2FA-Code header. `recent` also accepts a correct code of the last 15 minutes. */
export type StepUpRule = 'recent' | 'always';

export const ACCESS_PUBLIC: Access = { kind: 'public' };
export const ACCESS_ADMINISTRATOR: Access = { kind: 'session', stages: ['full'] };

/** Rate limit of an endpoint, in addition to the general one. */
export interface CallLimit {
  readonly per: 'address' | 'session' | 'administrator';
  readonly calls: number;
  readonly windowSeconds: number;
}

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  Method extends HttpMethod = HttpMethod,
  Path extends string = string,
> {
  readonly name: string;
  readonly method: Method;
  /** Full path with `:name` parameters. */
  readonly path: Path;
  readonly summary: string;
  readonly access: Access;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly stepUp?: StepUpRule;
  /** Response body of a 200. Without one, the endpoint responds with 204. */
  readonly answer?: Answer;
  /** Media types of a file response; the first one is the default. */
  readonly file?: readonly [string, ...string[]];
  /** HTTP code of the response if not 200. */
  readonly answerCode?: 202;
  /** Status words besides those that follow from the access rule. */
  readonly errors?: readonly StatusWord[];
  /** Responses carry an ETag. Writes with a stale `If-Match` get `changed_meanwhile`. */
  readonly versioned?: true;
  readonly bodyLimitBytes?: number;
  readonly limit?: CallLimit;
}

/** Returns its argument, with a type that keeps schemas, method and path. */
export function endpoint<
  const Method extends HttpMethod,
  const Path extends string,
  Params extends z.ZodType = never,
  Query extends z.ZodType = never,
  Body extends z.ZodType = never,
  Answer extends z.ZodType = never,
>(
  definition: Endpoint<Params, Query, Body, Answer, Method, Path>,
): Endpoint<Params, Query, Body, Answer, Method, Path> {
  return definition;
}
