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
/** High, because a platform imports years of history in batches of 100 records. */
const SERVICE_KEY_LIMIT: Limit = { calls: 3_000, windowSeconds: 60 };
/** Maximum number of refusals that are recorded per administrator. */
const NOTED_LIMIT: Limit = { calls: 30, windowSeconds: 60 };
const SAFE_METHODS = new Set(['GET', 'HEAD']);

export interface CallerDirectory {
  readonly findSession: (token: string) => Promise<Session | undefined>;
  /** Finds the active key with this scope for an `Authorization: Bearer` value. */
  readonly findServiceKey: (
    bearer: string,
    use: { readonly scope: string; readonly address: string },
  ) => Promise<ServiceKey | undefined>;
}

/** Records a write call that was refused for its origin, CSRF token or stage. */
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

/** Checks the caller before the body is read. */
export type AccessPolicy = (endpoint: Endpoint, request: FastifyRequest) => Promise<Caller>;

interface AccessParts {
  readonly callers: CallerDirectory;
  readonly cookies: SessionCookies;
  readonly isOwnOrigin: OriginPolicy;
  readonly limiter: RateLimiter;
  readonly noteRefusal: NoteRefusal;
}

/** Checks key or session, rate limits, origin, CSRF token and stage. @throws Problem for the first failure */
export function createAccessPolicy(parts: AccessParts): AccessPolicy {
  return async (endpoint, request) =>
    endpoint.access.kind === 'service_key'
      ? await admitServiceKey(parts, endpoint.access.scope, request)
      : await admitSession(parts, endpoint, request);
}

async function admitServiceKey(
  { callers, limiter }: AccessParts,
  scope: string,
  request: FastifyRequest,
): Promise<Caller> {
  const bearer = /^Bearer[ \t]+([\w.-]{1,200})[ \t]*$/i.exec(request.headers.authorization ?? '')?.[1];
  const serviceKey =
    bearer === undefined
      ? undefined
      : await callers.findServiceKey(bearer, { scope, address: clientAddress(request) });
  if (serviceKey === undefined) {
    await takeFrom(limiter, `address:${networkOf(clientAddress(request))}`, GENERAL_LIMIT);
    throw new Problem(
      'unauthenticated',
      'A valid service key is required. Send it as `Authorization: Bearer <key>`.',
    );
  }
  await takeFrom(limiter, `key:${serviceKey.id}`, SERVICE_KEY_LIMIT);
  return { session: undefined, serviceKey };
}

async function admitSession(
  parts: AccessParts,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Caller> {
  const { callers, cookies, limiter, noteRefusal } = parts;
  const { access } = endpoint;
  const cookie = cookies.read(request);
  const session =
    cookie === undefined || cookie.anonymous ? undefined : await callers.findSession(cookie.token);
  const limitKey = {
    session: `session:${session?.id}`,
    administrator: `administrator:${session?.administrator.id}`,
    address: `address:${networkOf(clientAddress(request))}`,
  };
  // A step-up call counts as a write, even with a safe method.
  const onlyReads = SAFE_METHODS.has(request.method) && endpoint.stepUp === undefined;
  if (session === undefined) await takeFrom(limiter, limitKey.address, GENERAL_LIMIT);
  else await takeFrom(limiter, limitKey.session, GENERAL_LIMIT, onlyReads);
  if (access.kind === 'session' && session === undefined) throw unauthenticated();

  const problem =
    findOriginRefusal(parts, request, cookie?.token) ??
    (access.kind === 'session' && session !== undefined ? findStageRefusal(access, session) : undefined);
  if (problem !== undefined) {
    if (session !== undefined && !onlyReads && (await mayNote(limiter, limitKey.administrator))) {
      await noteRefusal({ session, call: endpoint.name, problem, origin: originOf(request) });
    }
    throw problem;
  }
  if (endpoint.limit !== undefined) {
    await takeFrom(limiter, `${endpoint.name}:${limitKey[endpoint.limit.per]}`, endpoint.limit);
  }
  return { session, serviceKey: undefined };
}

async function takeFrom(limiter: RateLimiter, key: string, limit: Limit, onlyReads = false): Promise<void> {
  const verdict = onlyReads ? await limiter.takeToRead(key, limit) : await limiter.take(key, limit);
  if (verdict.allowed) return;
  const { retryAfterSeconds } = verdict;
  throw new Problem('rate_limited', 'Too many requests. Please slow down.', { retryAfterSeconds });
}

/** Limits recorded refusals, so that many sessions cannot fill the audit log. */
async function mayNote(limiter: RateLimiter, administratorKey: string): Promise<boolean> {
  const { allowed } = await limiter.take(`refusals:${administratorKey}`, NOTED_LIMIT);
  return allowed;
}

function findOriginRefusal(
  { isOwnOrigin }: AccessParts,
  request: FastifyRequest,
  cookieToken: string | undefined,
): Problem | undefined {
  if (SAFE_METHODS.has(request.method)) return isFromAnotherSite(request) ? foreign() : undefined;
  if (!isOwnOrigin(request)) return foreign();
  if (cookieToken !== undefined && isCsrfTokenOf(request.headers[CSRF_HEADER], cookieToken)) return undefined;
  return new Problem(
    'invalid_csrf_token',
    cookieToken === undefined
      ? 'The session cookie is missing. Allow cookies for this site, then try again'
      : 'The CSRF token is missing or no longer valid',
  );
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
