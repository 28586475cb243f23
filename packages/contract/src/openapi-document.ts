import type { z } from 'zod';
import { CSRF_HEADER, STEP_UP_HEADER } from './constants.ts';
import type { Access, Endpoint } from './endpoint.ts';
import { errorBody, INVALID_CODE_IN_HEADER, STATUS_WORDS, type StatusWord } from './error-body.ts';
import { ERROR_WORDS } from './error-words.ts';
import { exampleOf } from './openapi-examples.ts';
import { answerHeaders, errorHeaders, HEADERS } from './openapi-headers.ts';
import { capitalized, type Json, SchemaComponents } from './openapi-schemas.ts';
import { descriptionOf, INTRODUCTION, TAG_DESCRIPTIONS, tagOf, titleOf } from './openapi-texts.ts';

/** Any request can have an invalid host, query or connection. */
const COMMON_WORDS: readonly StatusWord[] = [
  'validation_error',
  'rate_limited',
  'internal_error',
  'unavailable',
];
const ACCESS_WORDS: Readonly<Record<Access['kind'], readonly StatusWord[]>> = {
  public: ['forbidden'],
  session: ['unauthenticated', '2fa_setup_required', 'forbidden'],
  service_key: ['unauthenticated'],
};
/** Also without a declared body: an unexpected one is read before it is refused. */
const BODY_WORDS: readonly StatusWord[] = ['invalid_json', 'too_large', 'unsupported_media_type'];
const STEP_UP_PARAMETER: Json = {
  name: STEP_UP_HEADER,
  in: 'header',
  required: false,
  description:
    'Authenticator code or backup code. Send it if the endpoint responds with 2fa_verification_required.',
  schema: { type: 'string' },
};
const IF_MATCH_PARAMETER: Json = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'ETag of the version that the caller has seen. If there is a newer one, the endpoint responds with changed_meanwhile.',
  schema: { type: 'string' },
};
/** OpenAPI has no scopes for keys. */
const SCOPE_EXTENSION = 'x-service-key-scope';
const UNSAFE_WORDS: readonly StatusWord[] = ['invalid_csrf_token'];
const REQUEST_ID = '5f0c6c4e-8f5a-4a86-9d5e-0e6a7d1f9b21';

/** Describes the endpoints as OpenAPI 3.1. */
export function openApiDocument(title: string, endpoints: readonly Endpoint[]): Json {
  const components = new SchemaComponents();
  components.refer(errorBody, 'output', 'Error');
  const paths: Record<string, Json> = {};
  const words = new Set<StatusWord>();
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint, components) };
    for (const word of [...wordsByCode(endpoint).values()].flat()) words.add(word);
  }
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: '1',
      summary: 'The back office of a crypto payments platform.',
      description: INTRODUCTION,
      contact: { name: 'The operator of this installation' },
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This installation: the address in `PUBLIC_URL`.' }],
    tags: TAG_DESCRIPTIONS,
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(components.schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
      examples: Object.fromEntries([...words].sort().map((word) => [word, errorExample(word)])),
      headers: HEADERS,
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-admin_session',
          description:
            'Set by the sign-in. On plain http, the name is `admin_session_` and the id of the installation.',
        },
        csrf: {
          type: 'apiKey',
          in: 'header',
          name: CSRF_HEADER,
          description:
            'Token from the last response with this header. It belongs to the session cookie; send both.',
        },
        serviceKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'Key of the payment platform, from `npm run admin -- keys create`.',
        },
      },
    },
  };
}

function operationOf(endpoint: Endpoint, components: SchemaComponents): Json {
  const { name, params, query, body, answer, answerCode = 200 } = endpoint;
  const parameters = [
    ...parametersOf(params, 'path', components),
    ...parametersOf(query, 'query', components),
    ...(endpoint.stepUp === undefined ? [] : [STEP_UP_PARAMETER]),
    ...(endpoint.versioned && endpoint.method !== 'GET' ? [IF_MATCH_PARAMETER] : []),
  ];
  return {
    operationId: name,
    tags: [tagOf(endpoint)],
    summary: titleOf(endpoint),
    description: descriptionOf(endpoint),
    security: securityOf(endpoint),
    ...(endpoint.access.kind === 'service_key' && { [SCOPE_EXTENSION]: endpoint.access.scope }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: jsonContent(components.refer(body, 'input', `${capitalized(name)}Request`), components),
      },
    }),
    responses: {
      [answer ? answerCode : 204]: {
        description: answer ? 'Done. The body has the result.' : 'Done.',
        headers: answerHeaders(endpoint),
        ...(answer && { content: answerContent(endpoint, answer, components) }),
      },
      ...errorResponses(endpoint),
    },
  };
}

function answerContent({ name, file }: Endpoint, answer: z.ZodType, components: SchemaComponents): Json {
  if (file === undefined) {
    return jsonContent(components.refer(answer, 'output', `${capitalized(name)}Response`), components);
  }
  return Object.fromEntries(
    file.map((mediaType) => [mediaType, { schema: { type: 'string', description: 'The whole list.' } }]),
  );
}

function securityOf({ access, method }: Endpoint): Json[] {
  if (access.kind === 'service_key') return [{ serviceKey: [] }];
  const csrf = method === 'GET' ? {} : { csrf: [] };
  return [access.kind === 'session' ? { session: [], ...csrf } : csrf];
}

function wordsByCode(endpoint: Endpoint): Map<number, StatusWord[]> {
  const { access, method, params, errors = [] } = endpoint;
  const words = new Set([
    ...ACCESS_WORDS[access.kind],
    ...(method === 'GET' || access.kind === 'service_key' ? [] : UNSAFE_WORDS),
    ...(method === 'GET' ? [] : BODY_WORDS),
    ...(params ? (['not_found'] as const) : []),
    ...errors,
    ...COMMON_WORDS,
  ]);
  const byCode = new Map<number, StatusWord[]>(Map.groupBy(words, (word) => STATUS_WORDS[word]));
  if (endpoint.stepUp !== undefined) {
    const refusals = byCode.get(INVALID_CODE_IN_HEADER) ?? [];
    byCode.set(INVALID_CODE_IN_HEADER, [...refusals, '2fa_verification_required', 'invalid_code']);
  }
  return byCode;
}

function errorResponses(endpoint: Endpoint): Json {
  return Object.fromEntries(
    [...wordsByCode(endpoint)].map(([code, words]) => [
      code,
      {
        description: words.map((word) => `- \`${word}\`: ${ERROR_WORDS[word].meaning}`).join('\n'),
        headers: errorHeaders(code, words),
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Error' },
            examples: Object.fromEntries(
              words.map((word) => [word, { $ref: `#/components/examples/${word}` }]),
            ),
          },
        },
      },
    ]),
  );
}

function errorExample(word: StatusWord): Json {
  const { meaning, message, fields } = ERROR_WORDS[word];
  return { summary: meaning, value: { status: word, message, ...fields, requestId: REQUEST_ID } };
}

function parametersOf(
  schema: z.ZodType | undefined,
  place: 'path' | 'query',
  components: SchemaComponents,
): Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = components.convert(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description !== undefined && { description }),
    schema: property,
  }));
}

function jsonContent(schema: Json, { schemas }: SchemaComponents): Json {
  return { 'application/json': { schema, example: exampleOf(schema, schemas) } };
}
