import type { Database } from '../db/database.ts';
import type { CreationList, ListedRow, ListPage, LiveScope } from './creation-list.ts';
import { readListPage } from './read-list-page.ts';
import { type ListSearch, searchList } from './search-list.ts';
import { createSearchMemory } from './search-memory.ts';

export interface LiveListQuery extends Omit<ListSearch<LiveScope>, 'scope'> {
  readonly includeDeleted: boolean;
}

/** One page of records, and how many there are beside it; `search` may be empty. */
export type ReadLiveList<Row> = (query: LiveListQuery) => Promise<ListPage<Row>>;

/** Reads a list whose rows stay when they are deleted, and remembers its searches. */
export function createLiveListReader<Row extends ListedRow>(
  database: Database,
  list: CreationList<LiveScope>,
): ReadLiveList<Row> {
  const memory = createSearchMemory();
  return async ({ includeDeleted, ...rest }) => {
    const query = { ...rest, scope: includeDeleted ? ('all' as const) : ('live' as const) };
    return query.search === ''
      ? await readListPage<Row, LiveScope>(database, list, query)
      : await searchList<Row, LiveScope>(database, list, memory, query);
  };
}
