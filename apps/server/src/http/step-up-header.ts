import { STEP_UP_HEADER } from '@halyard/contract/constants';
import type { StepUpRule } from '@halyard/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { originOf } from './build-call.ts';
import type { NoteStepUpRefusal, OpenStepUp, StepUp } from './call.ts';

/**
 * Opens the step-up of a request with the code of its header, and notes whether the handler made use of it.
 * @param noteRefusal records which action a refused code was for
 */
export async function openRequestStepUp(
  open: OpenStepUp,
  rule: StepUpRule,
  request: FastifyRequest,
  noteRefusal: NoteStepUpRefusal | undefined,
): Promise<StepUp & { readonly used: boolean }> {
  const session = request.caller?.session;
  if (session === undefined) throw new Error('a step-up needs a session');
  const stepUp = await open({
    rule,
    session,
    origin: originOf(request),
    code: codeOf(request),
    noteRefusal,
  });
  let used = false;
  return {
    get used() {
      return used;
    },
    transaction: async (work) => {
      used = true;
      return await stepUp.transaction(work);
    },
  };
}

/** Returns the code, or undefined if the header is empty or repeated. */
function codeOf({ raw: { rawHeaders } }: FastifyRequest): string | undefined {
  const [code, ...further] = rawHeaders.filter(
    (_value, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === STEP_UP_HEADER,
  );
  return further.length === 0 && code?.trim() !== '' ? code : undefined;
}
