import { type ErrorBody, STATUS_WORDS } from '@halyard/contract/error-body';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AuditFault } from '../infra/audit/chain/audit-chain.ts';
import { isDatabaseUnavailable } from '../infra/db/database-unavailable.ts';
import { Problem } from '../infra/problem.ts';
import { errorPage, opensPage } from './error-page.ts';

function toProblem(error: FastifyError | Error, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error;
  if (error === request.raw.errored) return new Problem('validation_error', 'The request was interrupted');
  switch ('code' in error ? error.code : undefined) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Problem('too_large', 'The body is too large');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE':
      return new Problem('unsupported_media_type', 'The body must be JSON');
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new Problem('invalid_json', 'The body length does not match Content-Length');
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new Problem('not_found', 'Not found');
  }
  if (error instanceof AuditFault || isDatabaseUnavailable(error)) {
    return new Problem('unavailable', 'The service is currently unavailable', { retryAfterSeconds: 3 });
  }
  return new Problem('internal_error', 'Something went wrong on our end');
}

/** One short line for each refusal, because a database that is away refuses thousands. */
function logFailure(error: Error, request: FastifyRequest): void {
  if (isDatabaseUnavailable(error)) request.log.warn({ reason: error.message }, 'database unavailable');
  else request.log.error({ err: error }, 'request failed');
}

/** Logs unexpected errors without disclosing them. */
export function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const problem = toProblem(error, request);
  const { errors, change, attemptsRemaining, retryAfterSeconds, httpCode } = problem.details;
  const code = httpCode ?? STATUS_WORDS[problem.status];
  if (code >= 500 && !(error instanceof Problem)) logFailure(error, request);
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  if (opensPage(request)) {
    const { html, headers } = errorPage(problem.message);
    reply.code(code).headers(headers).serializer(String).send(html);
    return;
  }
  const body: ErrorBody = {
    status: problem.status,
    message: problem.message,
    ...(problem.status === '2fa_verification_required' && { error: problem.status }),
    ...(errors && { errors: [...errors] }),
    ...(change && { change }),
    ...(attemptsRemaining !== undefined && { attemptsRemaining }),
    requestId: request.id,
  };
  reply.code(code).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body);
}
