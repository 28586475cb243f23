import type { Endpoint } from '@halyard/contract/endpoint';
import type { FieldError } from '@halyard/contract/error-body';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { invalidFields, Problem } from '../infra/problem.ts';
import { inputMessage } from './input-messages.ts';

/** Limits the response, because a body can hold thousands of unknown fields. */
const ERRORS_MAX = 1_000;

export interface ParsedInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** @throws Problem `not_found` for invalid path parameters, otherwise `validation_error` with the fields */
export function parseInput(endpoint: Endpoint, request: FastifyRequest): ParsedInput {
  const params = endpoint.params?.safeParse(request.params);
  if (params?.success === false) throw new Problem('not_found', 'Not found');
  const errors: FieldError[] = [];
  const parse = (schema: z.ZodType | undefined, value: unknown): unknown => {
    if (schema === undefined) return undefined;
    const result = schema.safeParse(value, { error: inputMessage });
    if (result.success) return result.data;
    const found = result.error.issues.flatMap(toFieldErrors);
    errors.push(...found.slice(0, ERRORS_MAX));
    return undefined;
  };
  if (endpoint.body === undefined && request.body != null && !isEmptyObject(request.body)) {
    errors.push({ field: 'body', code: 'unrecognized_keys', message: 'This endpoint takes no body' });
  }
  for (const [field, value] of Object.entries(request.query ?? {})) {
    if (Array.isArray(value)) errors.push({ field, code: 'repeated', message: 'Must not be repeated' });
  }
  const input = {
    params: params?.data,
    query: parse(endpoint.query, request.query),
    body: parse(endpoint.body, request.body),
  };
  if (errors.length > 0) throw invalidFields(errors);
  return input;
}

function isEmptyObject(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0
  );
}

function toFieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      field: fieldPath([...issue.path, key]),
      code: issue.code,
      message: 'Unknown field',
    }));
  }
  return [{ field: fieldPath(issue.path), code: issue.code, message: issue.message }];
}

/** Formats `['users', 3, 'email']` as `users[3].email`. */
function fieldPath(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'body';
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
}
