import { CSRF_HEADER } from '@halyard/contract/constants';
import type { Access, Endpoint } from '@halyard/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { networkOf } from '../infra/address-network.ts';
import { Problem } from '../infra/problem.ts';
import type { Limit, RateLimiter } from '../infra/rate-limiter.ts';
import type { RequestOrigin } from '../infra/request-origin.ts';
import { originOf } from './build-call.ts';
import type { ServiceKey, Session } from './call.ts';
import { clientAddress } from './client-address.ts';
import { isFromAnotherSite, type OriginPolicy } from './origin-policy.ts';
import { isCsrfTokenOf, type SessionCookies } from './session-cookie.ts';

const GENERAL_LIMIT: Limit = { calls: 300, windowSeconds: 60 };
/** Limit per service key. High, because a platform imports years of history in batches of 100 records. */
const SERVICE_KEY_LIMIT: Limit = { calls: 3_000, windowSeconds: 60 };
/** Maximum number of recorded refusals per administrator. */
const NOTED_LIMIT: Limit = { calls: 30, windowSeconds: 60 };
const SAFE_METHODS = new Set(['GET', 'HEAD']);

/** Looks up sessions and service keys. Provided by the composition root. */
export interface CallerDirectory {
  /** Finds the open session of a cookie's token. */
  readonly findSession: (token: string) => Promise<Session | undefined>;
  /** Finds the active key of an `Authorization: Bearer` value with this scope. */
  readonly findServiceKey: (bearer: string, scope: string) => Promise<ServiceKey | undefined>;
}

/** Records that a session's write call was refused because of its origin, CSRF token or stage. */
export type NoteRefusal = (refusal: {
  readonly session: Session;
  readonly call: string;
  readonly problem: Problem;
  readonly origin: RequestOrigin;
}) => Promise<void>;

export interface Caller {
  readonly session: Session | undefined;
  readonly serviceKey: ServiceKey | undefined;
}

/** Decides who may call what, before a body is read. */
export type AccessPolicy = (endpoint: Endpoint, request: FastifyRequest) => Promise<Caller>;

/**
 * Checks, in this order: service key or session, limits, origin and CSRF token, how far the session has come.
 * A session's call that does not only read, and that one of the last three refuses, is noted.
 * @throws Problem with the first of them that fails.
 */
export function createAccessPolicy(parts: {
  readonly callers: CallerDirectory;
  readonly cookies: SessionCookies;
  readonly isOwnOrigin: OriginPolicy;
  readonly limiter: RateLimiter;
  readonly noteRefusal: NoteRefusal;
}): AccessPolicy {
  const { callers, cookies, isOwnOrigin, limiter, noteRefusal } = parts;

  async function takeFrom(key: string, limit: Limit, onlyReads = false): Promise<void> {
    const verdict = onlyReads ? await limiter.takeToRead(key, limit) : await limiter.take(key, limit);
    if (verdict.allowed) return;
    const { retryAfterSeconds } = verdict;
    throw new Problem('rate_limited', 'Too many requests. Please slow down.', { retryAfterSeconds });
  }

  /** Limits records per administrator, so that many sessions cannot fill the audit log. */
  async function mayNote(key: string): Promise<boolean> {
    const { allowed } = await limiter.take(`refusals:${key}`, NOTED_LIMIT);
    return allowed;
  }

  async function admitServiceKey(scope: string, request: FastifyRequest): Promise<Caller> {
    const bearer = /^Bearer ([\w.-]{1,200})$/.exec(request.headers.authorization ?? '')?.[1];
    const serviceKey = bearer === undefined ? undefined : await callers.findServiceKey(bearer, scope);
    if (serviceKey === undefined) {
      await takeFrom(`address:${networkOf(clientAddress(request))}`, GENERAL_LIMIT);
      throw new Problem('unauthenticated', 'A valid service key is required');
    }
    await takeFrom(`key:${serviceKey.id}`, SERVICE_KEY_LIMIT);
    return { session: undefined, serviceKey };
  }

  /** Returns why the origin, CSRF token or stage refuses a call, or undefined if allowed. */
  function findRefusal(
    access: Access,
    request: FastifyRequest,
    cookieToken: string | undefined,
    session: Session | undefined,
  ): Problem | undefined {
    if (SAFE_METHODS.has(request.method)) {
      if (isFromAnotherSite(request)) return foreign();
    } else if (!isOwnOrigin(request)) {
      return foreign();
    } else if (cookieToken === undefined || !isCsrfTokenOf(request.headers[CSRF_HEADER], cookieToken)) {
      return new Problem('invalid_csrf_token', 'The CSRF token is missing or no longer valid');
    }
    return access.kind === 'session' && session !== undefined ? findStageRefusal(access, session) : undefined;
  }

  return async (endpoint, request) => {
    const { access } = endpoint;
    if (access.kind === 'service_key') return admitServiceKey(access.scope, request);

    const cookie = cookies.read(request);
    const session =
      cookie === undefined || cookie.anonymous ? undefined : await callers.findSession(cookie.token);
    const limitKey = {
      session: `session:${session?.id}`,
      administrator: `administrator:${session?.administrator.id}`,
      address: `address:${networkOf(clientAddress(request))}`,
    };
    // A call that asks for a code counts as a write, even with a safe method.
    const onlyReads = SAFE_METHODS.has(request.method) && endpoint.stepUp === undefined;
    if (session === undefined) await takeFrom(limitKey.address, GENERAL_LIMIT);
    else await takeFrom(limitKey.session, GENERAL_LIMIT, onlyReads);
    if (access.kind === 'session' && session === undefined) throw unauthenticated();

    const problem = findRefusal(access, request, cookie?.token, session);
    if (problem !== undefined) {
      if (session !== undefined && !onlyReads && (await mayNote(limitKey.administrator))) {
        await noteRefusal({ session, call: endpoint.name, problem, origin: originOf(request) });
      }
      throw problem;
    }
    if (endpoint.limit !== undefined) {
      await takeFrom(`${endpoint.name}:${limitKey[endpoint.limit.per]}`, endpoint.limit);
    }
    return { session, serviceKey: undefined };
  };
}

function findStageRefusal(
  access: Extract<Access, { kind: 'session' }>,
  session: Session,
): Problem | undefined {
  if (access.stages.includes(session.stage)) return undefined;
  if (session.stage === 'full') return new Problem('forbidden', 'This session is already signed in');
  if (session.stage === 'verify' || access.hiddenFromEnrolment) return unauthenticated();
  return new Problem('2fa_setup_required', 'Two-factor authentication must be set up first');
}

function foreign(): Problem {
  return new Problem('forbidden', 'This request came from another site');
}

function unauthenticated(): Problem {
  return new Problem('unauthenticated', 'Please sign in');
}
