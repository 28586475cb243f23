import type { Schema } from './api-document.ts';
import { escaped, table } from './html.ts';
import { inline } from './markdown.ts';

/** Zod states these bounds for every whole number. */
const SAFE_INTEGERS = new Set<unknown>([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]);
/** Rules that the type does not show, with their names on the page. */
const RULES = {
  format: 'format',
  minimum: 'at least',
  maximum: 'at most',
  minLength: 'shortest',
  maxLength: 'longest',
  minItems: 'fewest items',
  maxItems: 'most items',
  default: 'default',
} as const;
/** The pattern of these formats adds nothing. */
const KNOWN_FORMATS = new Set(['uuid', 'date-time', 'date', 'email', 'ipv4', 'ipv6']);

/** A table with a line for each field. Fields of inner objects follow with their path, such as `merchant.name`. */
export function fieldTable(schema: Schema): string {
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) return alternatives.map(fieldTable).join('<p>or</p>');
  return table(['Field', 'Type', 'Meaning'], fieldRows(schema, ''));
}

function fieldRows({ properties = {}, required = [] }: Schema, prefix: string): string[][] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = `${prefix}${name}`;
    const marker = required.includes(name) ? '' : ' <small>optional</small>';
    return [
      [`<code>${escaped(path)}</code>${marker}`, typeOf(field), meaningOf(field)],
      ...fieldRows(innerObject(field), `${path}${isList(field) ? '[]' : ''}.`),
    ];
  });
}

/** The object in a field that has no name of its own. */
function innerObject(field: Schema): Schema {
  const usual = (field.anyOf ?? field.oneOf)?.find(({ properties }) => properties !== undefined) ?? field;
  return isList(usual) ? (usual.items ?? {}) : usual;
}

function isList({ type }: Schema): boolean {
  return [type].flat().includes('array');
}

/** The type as HTML, with a link to a named schema. */
export function typeOf(schema: Schema): string {
  const { $ref, items, enum: values } = schema;
  if ($ref !== undefined) {
    const name = $ref.split('/').at(-1) ?? '';
    return `<a href="#${name}">${name}</a>`;
  }
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) return [...new Set(alternatives.map(typeOf))].join(' or ');
  if (schema.const !== undefined) return `<code>${escaped(String(schema.const))}</code>`;
  if (values !== undefined) return values.map((value) => `<code>${escaped(String(value))}</code>`).join(' ');
  if (items !== undefined) return `list of ${typeOf(items)}`;
  return escaped([schema.type ?? 'any'].flat().join(' or '));
}

/** Description and rules of a value, as HTML. */
export function meaningOf(schema: Schema): string {
  const rules = Object.entries(RULES).flatMap(([key, title]) => {
    const value = schema[key as keyof typeof RULES];
    if (value === undefined || value === '' || SAFE_INTEGERS.has(value)) return [];
    return [`${title} <code>${escaped(String(value))}</code>`];
  });
  const hasPattern = schema.pattern !== undefined && !KNOWN_FORMATS.has(schema.format ?? '');
  if (hasPattern) rules.push(`pattern <code>${escaped(schema.pattern ?? '')}</code>`);
  const described = schema.description === undefined ? [] : [inline(schema.description)];
  return [...described, ...(rules.length > 0 ? [`<small>${rules.join(', ')}</small>`] : [])].join('<br>');
}
