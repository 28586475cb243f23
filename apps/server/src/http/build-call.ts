import { STEP_UP_HEADER } from '@halyard/contract/constants';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestOrigin } from '../infra/request-origin.ts';
import type { Call, ServiceKey, Session, StepUp } from './call.ts';
import { clientAddress } from './client-address.ts';
import type { ParsedInput } from './parse-input.ts';
import type { SessionCookies } from './session-cookie.ts';

/** Throws if a handler reads a part that its endpoint does not declare. */
export function buildCall(
  request: FastifyRequest,
  reply: FastifyReply,
  input: ParsedInput,
  cookies: SessionCookies,
  stepUp: StepUp | undefined,
): Call<unknown, unknown, unknown> {
  const { caller } = request;
  return {
    ...input,
    origin: originOf(request),
    code: codeOf(request),
    ifMatch: request.headers['if-match'],
    setEtag: (etag) => void reply.header('etag', etag),
    cookie: {
      set: (token) => cookies.write(reply, token),
      showCsrfToken: () => cookies.showCsrfToken(request, reply, caller?.session !== undefined),
      clear: () => cookies.clear(reply),
    },
    maybeSession: caller?.session,
    get session(): Session {
      return caller?.session ?? undeclared('admits callers without a session');
    },
    get stepUp(): StepUp {
      return stepUp ?? undeclared('does not declare the step-up `recent`');
    },
    get serviceKey(): ServiceKey {
      return caller?.serviceKey ?? undeclared('admits callers without a service key');
    },
  };
}

export function originOf(request: FastifyRequest): RequestOrigin {
  return {
    requestId: request.id,
    ipAddress: clientAddress(request),
    userAgent: request.headers['user-agent'] ?? '',
  };
}

/** Returns undefined if the header is empty or repeated. */
export function codeOf({ raw: { rawHeaders } }: FastifyRequest): string | undefined {
  const [code, ...further] = rawHeaders.filter(
    (_value, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === STEP_UP_HEADER,
  );
  return further.length === 0 && code?.trim() !== '' ? code : undefined;
}

function undeclared(what: string): never {
  throw new Error(`this endpoint ${what}`);
}
