import type { Database } from '../db/database.ts';
import { escapeLike } from '../db/like-pattern.ts';
import {
  type CreationList,
  LIST_ORDERS,
  type ListedRow,
  type ListPage,
  type ListPageQuery,
  type NoRow,
  type RecordId,
  readColumns,
  rowsOf,
  shownOf,
} from './creation-list.ts';
import { searchMatch } from './search-match.ts';
import type { KnownSearch, SearchMemory } from './search-memory.ts';

export interface ListSearch<Scope extends string> extends ListPageQuery<Scope> {
  readonly search: string;
}

interface FoundPage<Row> extends Omit<KnownSearch, 'places'> {
  readonly rows: readonly Row[];
}

/** The version stands on every row, and on one without a record where the page is empty. */
type VersionRow<Row> = Pick<KnownSearch, 'version'> & (Row | NoRow);
type CountedRow<Row> = Pick<KnownSearch, 'records' | 'total'> & VersionRow<Row>;

/** To fetch a hit that the trigram index finds takes as long as to pass by this many records along the list. */
const PASSED_BY_PER_HIT = 4;

/**
 * A page of the records with `search` in their search text, and the exact number of all. What `memory` knows of
 * the search is used where the version of the list, read in the same snapshot as the page, is still the one that
 * it was found out under; else hits are counted.
 */
export async function searchList<Row extends ListedRow, Scope extends string>(
  database: Database,
  list: CreationList<Scope>,
  memory: SearchMemory,
  query: ListSearch<Scope>,
): Promise<ListPage<Row>> {
  const known = memory.recall(query);
  const page =
    (known && (await readKnownPage<Row, Scope>(database, list, query, known))) ??
    (await countAndReadPage<Row, Scope>(database, list, query));
  const { rows, ...found } = page;
  const places = new Map<number, RecordId>();
  rows.forEach(({ id }, index) => {
    if (index === 0 || index === rows.length - 1) places.set(query.offset + index, id);
  });
  memory.remember(query, { ...found, places });
  return { rows, totalCount: found.total };
}

/**
 * Counts by the same match in the same snapshot. Not prepared: the best plan depends on how frequent the term is.
 * The count tells that exactly, so it chooses how the page is found: walking along the list where hits lie close
 * together, else picking all of them (`OFFSET 0` keeps the planner from walking there, too).
 */
async function countAndReadPage<Row extends ListedRow, Scope extends string>(
  database: Database,
  list: CreationList<Scope>,
  { search, scope, limit, offset, sort }: ListSearch<Scope>,
): Promise<FoundPage<Row>> {
  const { table } = list;
  const columns = readColumns(list);
  const { where, total } = list.scopes[scope];
  const { orderBy } = LIST_ORDERS[sort];
  const { found, walked, hasIndex } = searchMatch(search, where);
  const isTooFar = hasIndex
    ? `${PASSED_BY_PER_HIT} * total * total <= ($2::bigint + $3::bigint) * records`
    : 'total <= 2 * ($2::bigint + $3::bigint)';
  const inOrder = `${orderBy} LIMIT $2 OFFSET $3`;
  const page = `
    (SELECT ${columns} FROM ${table} WHERE ${walked} AND total > $3 AND NOT (${isTooFar}) ${inOrder})
    UNION ALL
    (SELECT * FROM (SELECT ${columns} FROM ${table} WHERE ${found} OFFSET 0) AS hits
      WHERE total > $3 AND ${isTooFar} ${inOrder})`;
  const text = `
    SELECT version, records, total, found.*
    FROM (${versionOf(list)}) AS state
      CROSS JOIN (${total}) AS everything (records)
      CROSS JOIN (SELECT count(*) AS total FROM ${table} WHERE ${found}) AS totals
      LEFT JOIN LATERAL (${shownOf(list, page)}) AS found ON true
    ${orderBy}`;
  const values = [escapeLike(search), limit, offset];
  const { rows } = await database.query<CountedRow<Row>>({ text, values });
  const [first] = rows;
  if (first === undefined) throw new Error('a count without a row');
  return { rows: rowsOf<Row>(rows), total: first.total, version: first.version, records: first.records };
}

/** Undefined where the list has changed since. It walks from the nearest place that is known before the page. */
async function readKnownPage<Row extends ListedRow, Scope extends string>(
  database: Database,
  list: CreationList<Scope>,
  { search, scope, limit, offset, sort }: ListSearch<Scope>,
  { version, records, total, places }: KnownSearch,
): Promise<FoundPage<Row> | undefined> {
  const { table } = list;
  const columns = readColumns(list);
  const { orderBy, from } = LIST_ORDERS[sort];
  const { found, walked, hasIndex } = searchMatch(search, list.scopes[scope].where);
  const [place, placeId] = nearestPlace(places, offset);
  const passed = limit + offset - place;
  const isTooFar = hasIndex ? PASSED_BY_PER_HIT * total * total <= passed * records : total <= 2 * passed;
  const values: RecordId[] = [escapeLike(search), limit, isTooFar ? offset : offset - place, version];
  let hits = `${table} WHERE ${walked}`;
  if (isTooFar) hits = `(SELECT ${columns} FROM ${table} WHERE ${found} OFFSET 0) AS hits WHERE true`;
  else if (placeId !== undefined) {
    hits += ` AND (created_at, id) ${from} (SELECT created_at, id FROM ${table} WHERE id = $5)`;
    values.push(placeId);
  }
  const page = `SELECT ${columns} FROM ${hits} AND version = $4 ${orderBy} LIMIT $2 OFFSET $3`;
  const state = `(${versionOf(list)}) AS state`;
  const { rows } = await database.query<VersionRow<Row>>(
    offset >= total
      ? { text: `SELECT version, NULL AS id FROM ${state}` }
      : {
          text: `
            SELECT version, found.* FROM ${state} LEFT JOIN LATERAL (${shownOf(list, page)}) AS found ON true
            ${orderBy}`,
          values,
        },
  );
  if (rows[0]?.version !== version) return undefined;
  return { rows: rowsOf<Row>(rows), total, version, records };
}

function versionOf({ table }: Pick<CreationList<string>, 'table'>): string {
  return `SELECT coalesce(sum(version), 0)::bigint AS version FROM list_versions WHERE list = '${table}'`;
}

/** The last place that is known up to this one; without any, the beginning of the list. */
function nearestPlace(
  places: ReadonlyMap<number, RecordId>,
  offset: number,
): readonly [place: number, id: RecordId | undefined] {
  return [...places].reduce<readonly [number, RecordId | undefined]>(
    (nearest, [place, id]) => (place <= offset && place >= nearest[0] ? [place, id] : nearest),
    [0, undefined],
  );
}
