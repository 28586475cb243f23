import { Readable } from 'node:stream';
import type { Endpoint } from '@halyard/contract/endpoint';
import type { FileContent } from '@halyard/contract/fields';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { Problem } from '../infra/problem.ts';
import type { AccessPolicy, Caller } from './access-policy.ts';
import { buildCall, codeOf, originOf } from './build-call.ts';
import type { Call, Handler, OpenStepUp, StepUp } from './call.ts';
import { parseInput } from './parse-input.ts';
import type { SessionCookies } from './session-cookie.ts';
import { requireUsableUrl } from './usable-url.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
  }
}

export type Mount = <
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
>(
  endpoint: Endpoint<Params, Query, Body, Answer>,
  handler: Handler<Endpoint<Params, Query, Body, Answer>>,
  options?: MountOptions,
) => void;

export interface MountOptions {
  /** Called before the answer to a call that was refused after its caller was admitted, even because of its input. */
  readonly onRefusal?: (caller: Caller, problem: Problem) => Promise<void>;
}

/** Aborts the response on an error, so that a partial file is not mistaken for a complete one. */
function sendFile(reply: FastifyReply, usualType: string, file: FileContent): FastifyReply {
  const { name, mediaType = usualType, content } = file;
  return reply
    .type(mediaType)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Readable.from(content, { objectMode: false }));
}

type AnyHandler = (call: Call<unknown, unknown, unknown>) => Promise<unknown>;

/** Mounts routes. The response schema strips undeclared fields. */
export function createMount(
  app: FastifyInstance,
  parts: {
    readonly admit: AccessPolicy;
    readonly cookies: SessionCookies;
    readonly openStepUp: OpenStepUp;
  },
): Mount {
  const { admit, cookies, openStepUp } = parts;
  app.decorateRequest('caller', undefined);
  return (endpoint, handler, { onRefusal } = {}) => {
    const definition: Endpoint = endpoint;
    const { answer: answerSchema, answerCode = 200, stepUp: rule } = definition;
    const handle = handler as AnyHandler;
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      ...(endpoint.bodyLimitBytes !== undefined && { bodyLimit: endpoint.bodyLimitBytes }),
      onRequest: async (request) => {
        requireUsableUrl(request.originalUrl);
        request.caller = await admit(definition, request);
      },
      ...(onRefusal !== undefined && {
        onError: async ({ caller }: FastifyRequest, _reply: FastifyReply, error: Error) => {
          if (caller !== undefined && error instanceof Problem) await onRefusal(caller, error);
        },
      }),
      handler: async (request, reply) => {
        const input = parseInput(definition, request);
        // A handler whose endpoint declares `always` opens the step-up itself.
        const stepUp = rule === 'recent' ? await openCountedStepUp(openStepUp, request) : undefined;
        const answer = await handle(buildCall(request, reply, input, cookies, stepUp));
        if (stepUp?.used === false) {
          throw new Error(`${definition.name} declares a step-up that it does not use`);
        }
        if (answerSchema === undefined) return reply.code(204).send();
        if (definition.file !== undefined) return sendFile(reply, definition.file[0], answer as FileContent);
        reply.code(answerCode).type('application/json; charset=utf-8').serializer(JSON.stringify);
        return answerSchema.parse(answer);
      },
    });
  };
}

/** Opens a step-up whose `used` becomes true when the handler runs its transaction. */
async function openCountedStepUp(
  open: OpenStepUp,
  request: FastifyRequest,
): Promise<StepUp & { readonly used: boolean }> {
  const session = request.caller?.session;
  if (session === undefined) throw new Error('a step-up needs a session');
  const stepUp = await open({ session, origin: originOf(request), code: codeOf(request) });
  let used = false;
  return {
    get used() {
      return used;
    },
    transaction: async (work, options) => {
      used = true;
      return await stepUp.transaction(work, options);
    },
  };
}
