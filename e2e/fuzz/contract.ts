import { readFileSync } from 'node:fs';
import { withoutReferences } from '../support/without-references.ts';

/** The part of JSON Schema that the contract uses. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly format?: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Schema;
}

export interface DeclaredAnswer {
  readonly description: string;
  readonly content?: Readonly<Record<string, unknown>>;
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  /** With `{names}` of path parameters. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | undefined;
  readonly answers: Readonly<Record<string, DeclaredAnswer>>;
  readonly access: 'anyone' | 'session' | 'service key';
  /** Of the service key. */
  readonly scope: string | undefined;
}

interface Declaration {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
  readonly responses: Readonly<Record<string, DeclaredAnswer>>;
  readonly 'x-service-key-scope'?: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
}

export interface Contract {
  readonly document: object;
  readonly operations: readonly Operation[];
}

export function readContract(): Contract {
  const document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'));
  const { paths } = withoutReferences(document) as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Declaration>>>>;
  };
  const operations = Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, declaration]) => operationOf(path, method, declaration)),
  );
  return { document, operations };
}

function operationOf(path: string, method: string, declaration: Declaration): Operation {
  const { operationId, parameters = [], requestBody, responses, security } = declaration;
  const schemes = Object.assign({}, ...security) as Readonly<Record<string, readonly string[]>>;
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    parameters,
    body: requestBody?.content['application/json'].schema,
    answers: responses,
    access: accessOf(schemes),
    scope: declaration['x-service-key-scope'],
  };
}

function accessOf(schemes: Readonly<Record<string, unknown>>): Operation['access'] {
  if (schemes['serviceKey'] !== undefined) return 'service key';
  return schemes['session'] === undefined ? 'anyone' : 'session';
}

/** First folder below the API: `users`, `platform/orders`. */
export function classOf({ path }: Pick<Operation, 'path'>): string {
  const [, , api, , name = ''] = path.split('/');
  return api === 'admin' ? name : `${api}/${name}`;
}
