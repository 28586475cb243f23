import { Readable } from 'node:stream';
import type { Endpoint } from '@halyard/contract/endpoint';
import type { FileContent } from '@halyard/contract/fields';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { AccessPolicy, Caller } from './access-policy.ts';
import { buildCall } from './build-call.ts';
import type { Call, Handler, NoteRefusedCall, NoteStepUpRefusal, OpenStepUp, StepUp } from './call.ts';
import { parseInput } from './parse-input.ts';
import type { SessionCookies } from './session-cookie.ts';
import { openRequestStepUp } from './step-up-header.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
  }
}

/** Registers one endpoint of the contract at its path. */
export type Mount = <
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
>(
  endpoint: Endpoint<Params, Query, Body, Answer>,
  handler: Handler<Endpoint<Params, Query, Body, Answer>>,
  noteRefusedCall?: NoteRefusedCall<Endpoint<Params, Query, Body, Answer>>,
) => void;

/** Streams a download. Aborts the response on an error, so that a partial file is not mistaken for a complete one. */
function sendFile(reply: FastifyReply, usualType: string, file: FileContent): FastifyReply {
  const { name, mediaType = usualType, content } = file;
  return reply
    .type(mediaType)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Readable.from(content, { objectMode: false }));
}

type AnyCall = Call<unknown, unknown, unknown>;
type AnyHandler = (call: AnyCall) => Promise<unknown>;
type NoteAnyRefusedCall = (call: AnyCall, ...refusal: Parameters<NoteStepUpRefusal>) => Promise<void>;

/**
 * Gives the function that features mount their routes with: access policy, input by the contract's schemas,
 * the second factor where the contract asks for one, the handler, and an answer that the contract's schema
 * has stripped of everything undeclared.
 */
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
  return (endpoint, handler, noteRefusedCall) => {
    const definition: Endpoint = endpoint;
    const { answer: answerSchema, answerCode = 200, stepUp: rule } = definition;
    const handle = handler as AnyHandler;
    const noteRefused = noteRefusedCall as NoteAnyRefusedCall | undefined;
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      ...(endpoint.bodyLimitBytes !== undefined && { bodyLimit: endpoint.bodyLimitBytes }),
      onRequest: async (request) => {
        request.caller = await admit(definition, request);
      },
      handler: async (request, reply) => {
        const input = parseInput(definition, request);
        const callWith = (stepUp: StepUp | undefined) => buildCall(request, reply, input, cookies, stepUp);
        const noteRefusal: NoteStepUpRefusal | undefined =
          noteRefused && ((...refusal) => noteRefused(callWith(undefined), ...refusal));
        const stepUp =
          rule === undefined ? undefined : await openRequestStepUp(openStepUp, rule, request, noteRefusal);
        const answer = await handle(callWith(stepUp));
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
