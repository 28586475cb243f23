interface Document {
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Returns a copy of an OpenAPI document with each `$ref` to a component replaced by the component. */
export function withoutReferences(document: Document): unknown {
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, ...rest } = value as { readonly $ref?: unknown };
    const own = Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, resolve(inner)]));
    if (typeof $ref !== 'string') return own;
    const [, , group = '', name = ''] = $ref.split('/');
    return { ...(resolve(document.components?.[group]?.[name]) as object), ...own };
  };
  return resolve(document);
}
