import { z } from 'zod';
import { CSRF_HEADER, STEP_UP_HEADER } from './constants.ts';
import type { Access, Endpoint } from './endpoint.ts';
import { errorBody, INVALID_CODE_IN_HEADER, STATUS_WORDS, type StatusWord } from './error-body.ts';

type Json = Record<string, unknown>;

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
const ETAG_HEADER: Json = {
  ETag: { description: 'Version of the returned or saved values.', schema: { type: 'string' } },
};
const UNSAFE_WORDS: readonly StatusWord[] = ['invalid_csrf_token'];

export function openApiDocument(title: string, endpoints: readonly Endpoint[]): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    paths,
    components: {
      schemas: { Error: schemaOf(errorBody, 'output') },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__Host-admin_session' },
        csrf: { type: 'apiKey', in: 'header', name: CSRF_HEADER },
        serviceKey: { type: 'http', scheme: 'bearer' },
      },
    },
  };
}

function operationOf(endpoint: Endpoint): Json {
  const { params, query, body, answer, answerCode = 200 } = endpoint;
  const parameters = [
    ...parametersOf(params, 'path'),
    ...parametersOf(query, 'query'),
    ...(endpoint.stepUp === undefined ? [] : [STEP_UP_PARAMETER]),
    ...(endpoint.versioned && endpoint.method !== 'GET' ? [IF_MATCH_PARAMETER] : []),
  ];
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    security: securityOf(endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: jsonContent(schemaOf(body, 'input')) } }),
    responses: {
      [answer ? answerCode : 204]: {
        description: 'Done.',
        ...(endpoint.versioned && { headers: ETAG_HEADER }),
        ...(answer && { content: answerContent(endpoint, answer) }),
      },
      ...errorResponses(endpoint),
    },
  };
}

function answerContent({ file }: Endpoint, answer: z.ZodType): Json {
  return file === undefined
    ? jsonContent(schemaOf(answer, 'output'))
    : Object.fromEntries(file.map((mediaType) => [mediaType, { schema: { type: 'string' } }]));
}

function securityOf({ access, method }: Endpoint): Json[] {
  if (access.kind === 'service_key') return [{ serviceKey: [access.scope] }];
  const csrf = method === 'GET' ? {} : { csrf: [] };
  return [access.kind === 'session' ? { session: [], ...csrf } : csrf];
}

function errorResponses(endpoint: Endpoint): Json {
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
  return Object.fromEntries(
    [...byCode].map(([code, group]) => [
      code,
      {
        description: group.map((word) => `\`${word}\``).join(', '),
        content: jsonContent({ $ref: '#/components/schemas/Error' }),
      },
    ]),
  );
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function jsonContent(schema: Json): Json {
  return { 'application/json': { schema } };
}

/** Converts a schema to JSON Schema. The metadata `override` replaces it if the wire format differs. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const override = z.globalRegistry.get(zodSchema)?.['override'];
      if (typeof override !== 'object' || override === null) return;
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key as keyof typeof jsonSchema];
      Object.assign(jsonSchema, override);
    },
  });
  return rest;
}
