import { randomBytes, randomUUID } from 'node:crypto';
import type { Endpoint } from '@halyard/contract/endpoint';
import { ENDPOINTS } from '@halyard/contract/endpoints';
import { openApiDocument } from '@halyard/contract/openapi-document';
import { deriveWallet } from '../../../apps/server/src/infra/chain/wallet-address.ts';
import { withoutReferences } from '../../support/without-references.ts';

/** The parts of JSON Schema that the contract uses. */
export interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

export interface Route {
  readonly endpoint: Endpoint;
  /** `GET /api/admin/v1/users` */
  readonly title: string;
  readonly query: readonly { readonly name: string; readonly schema: Schema }[];
  /** One for each alternative; empty without a body. */
  readonly bodies: readonly Schema[];
  /** Of a 200 in JSON. */
  readonly answer: Schema | undefined;
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: JsonContent };
  readonly responses: Readonly<Record<string, { readonly content?: Partial<JsonContent> }>>;
}
interface JsonContent {
  readonly 'application/json': { readonly schema: Schema };
}

const { paths: DOCUMENT } = withoutReferences(openApiDocument('', ENDPOINTS)) as {
  readonly paths: Record<string, Record<string, Operation>>;
};

/** All endpoints of both APIs, with the schemas of `openapi.json`. */
export const ROUTES: readonly Route[] = ENDPOINTS.map((endpoint) => {
  const { method, path } = endpoint;
  const operation = DOCUMENT[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
  if (operation === undefined) throw new Error(`${method} ${path} is not in the OpenAPI document`);
  const body = operation.requestBody?.content['application/json'].schema;
  return {
    endpoint,
    title: `${method} ${path}`,
    query: (operation.parameters ?? []).filter((parameter) => parameter.in === 'query'),
    bodies: body === undefined ? [] : (body.oneOf ?? body.anyOf ?? [body]),
    answer: operation.responses['200']?.content?.['application/json']?.schema,
  };
});

export function routeOf(name: string): Route {
  const route = ROUTES.find(({ endpoint }) => endpoint.name === name);
  if (route === undefined) throw new Error(`the contract has no ${name}`);
  return route;
}

/** Values for properties and path parameters of these names. A function returns a new value each time. */
export type Known = Readonly<Record<string, unknown>>;

/** Texts that match the patterns of the contract. */
const TEXTS = [
  'sample',
  '1',
  'USDT',
  'order.refund',
  '7'.repeat(64),
  '11111111-2222-4333-8444-555555555555',
  'a'.repeat(43),
];

/** A path with ids of existing records, by the segment before them, or else random ones. */
export function pathOf({ path }: Endpoint, known: Known = {}): string {
  const filled = path.split('/').map((segment, at, all) => {
    if (!segment.startsWith(':')) return segment;
    const id = segment === ':ticket' ? randomBytes(32).toString('base64url') : randomUUID();
    return known[all[at - 1] ?? ''] ?? id;
  });
  return filled.join('/');
}

const NEEDED_QUERIES: Readonly<Record<string, readonly string[]>> = {
  previewServiceFee: ['rate=0.05'],
  readFedDays: ['from=2026-01-01', 'to=2026-01-02'],
};

/** The query parameters that a call needs, without this one. */
export function neededQuery({ name }: Endpoint, without?: string): readonly string[] {
  return (NEEDED_QUERIES[name] ?? []).filter((parameter) => !parameter.startsWith(`${without}=`));
}

type Path = readonly (string | number)[];

/** A value with the required properties. With `path`, has the value there, whether or not it is required. */
export function sampleOf(
  schema: Schema,
  known: Known = {},
  path?: Path,
  value?: unknown,
  name = '',
): unknown {
  if (path?.length === 0) return value;
  const whole = usualOf(schema);
  const [next, ...rest] = path ?? [];
  const at = (key: string | number) => (key === next ? rest : undefined);
  if (whole.type === 'array') return [sampleOf(whole.items ?? {}, known, at(0), value, name)];
  if (whole.properties === undefined) return scalarOf(whole, known, name);
  const names = Object.keys(whole.properties).filter(
    (key) => whole.required?.includes(key) === true || key === next,
  );
  return Object.fromEntries(
    names.map((key) => [key, sampleOf(whole.properties?.[key] ?? {}, known, at(key), value, key)]),
  );
}

/** The paths to everything in a body that is not an object or a list. */
export function fieldsOf(
  schema: Schema,
  path: Path = [],
): { readonly path: Path; readonly schema: Schema }[] {
  const whole = usualOf(schema);
  if (whole.type === 'array') return fieldsOf(whole.items ?? {}, [...path, 0]);
  if (whole.properties === undefined) return [{ path, schema: whole }];
  return Object.entries(whole.properties).flatMap(([key, inner]) => fieldsOf(inner, [...path, key]));
}

/** The paths to the objects in a body that allow no other keys. */
export function closedObjectsOf(
  schema: Schema,
  path: Path = [],
): { readonly path: Path; readonly schema: Schema }[] {
  const whole = usualOf(schema);
  if (whole.type === 'array') return closedObjectsOf(whole.items ?? {}, [...path, 0]);
  if (whole.properties === undefined) return [];
  return [
    { path, schema: whole },
    ...Object.entries(whole.properties).flatMap(([key, inner]) => closedObjectsOf(inner, [...path, key])),
  ];
}

/** `users[0].email` */
export function nameOfPath(path: Path): string {
  const parts = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`));
  return parts.join('').replace(/^\./, '');
}

/** Keys of an answer, at any depth, that its schema does not list. */
export function unlistedKeys(schema: Schema, value: unknown, path: Path = []): string[] {
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) {
    const all = alternatives.map((each) => unlistedKeys(each, value, path));
    return all.find((unlisted) => unlisted.length === 0) ?? all[0] ?? [];
  }
  if (Array.isArray(value)) {
    return value.flatMap((each, at) => unlistedKeys(schema.items ?? {}, each, [...path, at]));
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const listed = schema.properties?.[key];
    if (listed !== undefined) return unlistedKeys(listed, inner, [...path, key]);
    const isFree = schema.properties === undefined && schema.additionalProperties !== undefined;
    return isFree ? [] : [nameOfPath([...path, key])];
  });
}

/** Of alternatives, the first that is not null. */
function usualOf(schema: Schema): Schema {
  const usual = (schema.anyOf ?? schema.oneOf)?.find(({ type }) => type !== 'null');
  return usual === undefined ? schema : usualOf(usual);
}

function scalarOf(schema: Schema, known: Known, name: string): unknown {
  const given = known[name];
  if (given !== undefined) return typeof given === 'function' ? given() : given;
  if (schema.const !== undefined) return schema.const;
  // An order or transaction that is not pending needs more than its required properties.
  if (schema.enum !== undefined) return schema.enum.includes('pending') ? 'pending' : schema.enum[0];
  if (schema.type === 'boolean') return false;
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(schema.minimum ?? 1, 0);
  if (schema.type === 'object') return {};
  if (schema.format === 'email') return `${randomUUID()}@example.com`;
  if (schema.format === 'uuid') return randomUUID();
  if (schema.format === 'date-time') return '2026-01-02T03:04:05.000Z';
  if (schema.format === 'ipv4') return '203.0.113.7';
  const patterns = [schema, ...(schema.allOf ?? [])].flatMap(({ pattern }) => pattern ?? []);
  return TEXTS.find((text) => patterns.every((pattern) => new RegExp(pattern).test(text)));
}

/** Values that the contract's schemas do not tell. */
export const PLAUSIBLE: Known = {
  address: () => deriveWallet('ETH', randomBytes(32)).address,
  uuid: () => randomUUID(),
};
