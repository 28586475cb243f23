import { fieldsOf, identifierIn, textIn, visibleTextIn } from '../../shared/api/answer-fields.ts';
import type { ApiClient } from '../../shared/api/api-client.ts';

export interface FoundResult {
  /** A kind of the contract, or one that a newer server added. */
  readonly kind: string;
  readonly id: string;
  readonly title: string;
  readonly detail: string | undefined;
  readonly state: string | undefined;
  readonly href: string;
  readonly isExact: boolean;
}

export interface FoundResults {
  readonly search: string;
  /** Exact matches first. */
  readonly results: readonly FoundResult[];
}

/** Finds records of all kinds with one call. @throws ApiError */
export async function findAnything(
  search: string,
  { api, signal }: { readonly api: ApiClient; readonly signal: AbortSignal },
): Promise<FoundResults> {
  const { results } = await api.get('/find', {
    query: { q: search },
    signal,
    failureText: 'Failed to search',
    accepts: (body) => Array.isArray(fieldsOf(body)['results']),
  });
  return { search, results: results.flatMap(resultIn) };
}

function resultIn(value: unknown): readonly FoundResult[] {
  const { kind, id, title, detail, state, url, exact } = fieldsOf(value);
  const href = ownPath(url);
  const known = { kind: textIn(kind), id: identifierIn(id) };
  return known.kind === null || known.id === null || href === undefined
    ? []
    : [
        {
          kind: known.kind,
          id: known.id,
          title: visibleTextIn(title) ?? 'No name',
          detail: visibleTextIn(detail) ?? undefined,
          state: visibleTextIn(state) ?? undefined,
          href,
          isExact: exact === true,
        },
      ];
}

/** Returns a path of this dashboard. Rejects addresses of other sites. */
function ownPath(value: unknown): string | undefined {
  const address = textIn(value) ?? '';
  if (!address.startsWith('/') || !URL.canParse(address, location.origin)) {
    return undefined;
  }
  const { origin, pathname, search } = new URL(address, location.origin);
  return origin === location.origin && !pathname.startsWith('//') ? `${pathname}${search}` : undefined;
}
