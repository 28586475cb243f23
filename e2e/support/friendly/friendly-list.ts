import type { ApiCall, ScriptedAnswer } from '../script.ts';

const PAGE = 20;

export function pageOf<Row>(
  name: string,
  rows: () => readonly Row[],
  matches: (row: Row, query: URLSearchParams) => boolean,
): (call: ApiCall) => ScriptedAnswer {
  return ({ query }) => {
    const found = rows().filter((row) => matches(row, query));
    const sorted = query.get('sort') === 'oldest' ? found.toReversed() : found;
    const offset = Number(query.get('offset') ?? 0);
    return { body: { [name]: sorted.slice(offset, offset + PAGE), totalCount: found.length } };
  };
}

export function containsSearch(query: URLSearchParams, ...texts: readonly (string | null)[]): boolean {
  return texts
    .join(' ')
    .toLowerCase()
    .includes((query.get('search') ?? '').toLowerCase());
}
