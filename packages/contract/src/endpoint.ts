import type { z } from 'zod';
import type { StatusWord } from './error-body.ts';
import type { SessionStage } from './session.ts';

/** Who may call: anybody, a session that has come far enough, or the platform with a service key. */
export type Access =
  | { readonly kind: 'public' }
  | {
      readonly kind: 'session';
      readonly stages: readonly SessionStage[];
      /** Answers 401 to an enrolling session, too, where the dashboard asks whether anybody is signed in. */
      readonly hiddenFromEnrolment?: boolean;
    }
  | { readonly kind: 'service_key'; readonly scope: string };

/**
 * A second factor beyond the sign-in's, in the X-2FA-Code header: `recent` is content with a good code of the
 * last 15 minutes, `always` wants one of its own.
 */
export type StepUpRule = 'recent' | 'always';

export const ACCESS_PUBLIC: Access = { kind: 'public' };
export const ACCESS_ADMINISTRATOR: Access = { kind: 'session', stages: ['full'] };

/** How often a call may be made; beyond the general limit of every call. */
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
  /** Whole path with `:name` parameters. */
  readonly path: Path;
  readonly summary: string;
  readonly access: Access;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly stepUp?: StepUpRule;
  /** The answer of a 200; without one the call answers 204. */
  readonly answer?: Answer;
  /** The media types of an answer that is a file, the usual one first. */
  readonly file?: readonly [string, ...string[]];
  /** The HTTP code of the answer where it is not 200. */
  readonly answerCode?: 202;
  /** Status words beyond those that any call of this access can answer. */
  readonly errors?: readonly StatusWord[];
  readonly bodyLimitBytes?: number;
  readonly limit?: CallLimit;
}

/** Declares one endpoint. Returns its argument; the point is the type, which keeps schemas, method and path. */
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
