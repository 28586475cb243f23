import type { Endpoint } from '@halyard/contract/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { AccessPolicy, Caller } from './access-policy.ts';
import type { Call, Handler, SessionCookie } from './call.ts';
import { type ParsedInput, parseInput } from './parse-input.ts';
import type { SessionCookies } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
  }
}

/** Puts one endpoint of the contract at its path. */
export type Mount = <
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
>(
  endpoint: Endpoint<Params, Query, Body, Answer>,
  handler: Handler<Endpoint<Params, Query, Body, Answer>>,
) => void;

type AnyHandler = (call: Call<unknown, unknown, unknown>) => Promise<unknown>;

/**
 * Gives the function that features mount their routes with: access policy, input by the contract's
 * schemas, the handler, and an answer that the contract's schema has stripped of everything undeclared.
 */
export function createMount(app: FastifyInstance, admit: AccessPolicy, cookies: SessionCookies): Mount {
  app.decorateRequest('caller', undefined);
  return (endpoint, handler) => {
    const definition: Endpoint = endpoint;
    const handle = handler as AnyHandler;
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      ...(endpoint.bodyLimitBytes !== undefined && { bodyLimit: endpoint.bodyLimitBytes }),
      onRequest: async (request) => {
        request.caller = await admit(definition, request);
      },
      handler: async (request, reply) => {
        const cookie: SessionCookie = {
          set: (token) => cookies.write(reply, token),
          showCsrfToken: () => cookies.showCsrfToken(request, reply, request.caller?.session !== undefined),
          clear: () => cookies.clear(reply),
        };
        const answer = await handle(callOf(request, parseInput(definition, request), cookie));
        if (definition.answer === undefined) return reply.code(204).send();
        reply.type('application/json; charset=utf-8').serializer(JSON.stringify);
        return definition.answer.parse(answer);
      },
    });
  };
}

function callOf(
  request: FastifyRequest,
  { params, query, body }: ParsedInput,
  cookie: SessionCookie,
): Call<unknown, unknown, unknown> {
  const { caller } = request;
  return {
    params,
    query,
    body,
    cookie,
    origin: { requestId: request.id, ipAddress: request.ip, userAgent: request.headers['user-agent'] ?? '' },
    maybeSession: caller?.session,
    get session() {
      if (caller?.session === undefined) throw new Error('this endpoint admits callers without a session');
      return caller.session;
    },
    get serviceKey() {
      if (caller?.serviceKey === undefined)
        throw new Error('this endpoint admits callers without a service key');
      return caller.serviceKey;
    },
  };
}
