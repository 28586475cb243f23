import { CSRF_HEADER } from '@halyard/contract/constants';
import type { Access, Endpoint } from '@halyard/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { networkOf } from '../infra/address-network.ts';
import { Problem } from '../infra/problem.ts';
import type { Limit, RateLimiter } from '../infra/rate-limiter.ts';
import type { ServiceKey, Session } from './call.ts';
import { clientAddress } from './client-address.ts';
import { isFromAnotherSite, type OriginPolicy } from './origin-policy.ts';
import { isCsrfTokenOf, type SessionCookies } from './session-cookie.ts';

const GENERAL_LIMIT: Limit = { calls: 300, windowSeconds: 60 };
/** Of a service key: a platform sends its history, years of it, a hundred records a call. */
const SERVICE_KEY_LIMIT: Limit = { calls: 3_000, windowSeconds: 60 };
const SAFE_METHODS = new Set(['GET', 'HEAD']);

/** How sessions and service keys are found; the composition root hands in what keeps them. */
export interface CallerDirectory {
  /** The open session of a cookie's token. */
  readonly findSession: (token: string) => Promise<Session | undefined>;
  /** The key of an `Authorization: Bearer` value that has this scope and is not revoked. */
  readonly findServiceKey: (bearer: string, scope: string) => Promise<ServiceKey | undefined>;
}

export interface Caller {
  readonly session: Session | undefined;
  readonly serviceKey: ServiceKey | undefined;
}

/** Decides who may call what, before a body is read. */
export type AccessPolicy = (endpoint: Endpoint, request: FastifyRequest) => Promise<Caller>;

/**
 * Checks, in this order: service key or session, limits, origin and CSRF token, how far the session has come.
 * @throws Problem with the first of them that fails.
 */
export function createAccessPolicy(parts: {
  readonly callers: CallerDirectory;
  readonly cookies: SessionCookies;
  readonly isOwnOrigin: OriginPolicy;
  readonly limiter: RateLimiter;
}): AccessPolicy {
  const { callers, cookies, isOwnOrigin, limiter } = parts;

  async function takeFrom(key: string, limit: Limit, onlyReads = false): Promise<void> {
    const verdict = onlyReads ? await limiter.takeToRead(key, limit) : await limiter.take(key, limit);
    if (verdict.allowed) return;
    const { retryAfterSeconds } = verdict;
    throw new Problem('rate_limited', 'Too many requests. Please slow down.', { retryAfterSeconds });
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

  function requireOwnPage(request: FastifyRequest, cookieToken: string | undefined): void {
    if (!isOwnOrigin(request)) throw foreign();
    if (cookieToken === undefined || !isCsrfTokenOf(request.headers[CSRF_HEADER], cookieToken)) {
      throw new Problem('invalid_csrf_token', 'The CSRF token is missing or no longer valid');
    }
  }

  return async (endpoint, request) => {
    const { access } = endpoint;
    if (access.kind === 'service_key') return admitServiceKey(access.scope, request);

    const cookie = cookies.read(request);
    const session =
      cookie === undefined || cookie.anonymous ? undefined : await callers.findSession(cookie.token);
    const limitKey = {
      session: `session:${session?.id}`,
      address: `address:${networkOf(clientAddress(request))}`,
    };
    const isSafe = SAFE_METHODS.has(request.method);
    if (session === undefined) await takeFrom(limitKey.address, GENERAL_LIMIT);
    // What asks for a code is no mere reading, whatever its method.
    else await takeFrom(limitKey.session, GENERAL_LIMIT, isSafe && endpoint.stepUp === undefined);
    if (access.kind === 'session' && session === undefined) throw unauthenticated();

    if (!isSafe) requireOwnPage(request, cookie?.token);
    else if (isFromAnotherSite(request)) throw foreign();
    if (access.kind === 'session' && session !== undefined) requireStage(access, session);
    if (endpoint.limit !== undefined) {
      await takeFrom(`${endpoint.name}:${limitKey[endpoint.limit.per]}`, endpoint.limit);
    }
    return { session, serviceKey: undefined };
  };
}

function requireStage(access: Extract<Access, { kind: 'session' }>, session: Session): void {
  if (access.stages.includes(session.stage)) return;
  if (session.stage === 'full') throw new Problem('forbidden', 'This session is already signed in');
  if (session.stage === 'verify' || access.hiddenFromEnrolment) throw unauthenticated();
  throw new Problem('2fa_setup_required', 'Two-factor authentication must be set up first');
}

function foreign(): Problem {
  return new Problem('forbidden', 'This request came from another site');
}

function unauthenticated(): Problem {
  return new Problem('unauthenticated', 'Please sign in');
}
