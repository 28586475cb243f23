import type { Database } from '../db/database.ts';
import { escapeLike, hasTrigram } from '../db/like-pattern.ts';
import {
  type CreationList,
  LIST_ORDERS,
  type ListPage,
  type ListPageQuery,
  type NoRow,
  rowsOf,
} from './creation-list.ts';
import type { KnownSearch, SearchMemory } from './search-memory.ts';

export interface ListSearch extends ListPageQuery {
  readonly search: string;
}

interface VersionedPage<Row> extends ListPage<Row> {
  readonly version: number;
}

/** Version and total stand on every row, and on one without a record where the page is empty. */
type VersionRow<Row> = { readonly version: number } & (Row | NoRow);
type CountedRow<Row> = { readonly total: number } & VersionRow<Row>;

/** Hits for every row of a page and before it that make it quicker to walk to that page than to sort the hits. */
const WALKABLE_HITS = 50;

/**
 * A page of the records with `search` in their search text, and the exact number of all. What `memory` knows of
 * the search is used where the version of the list, read in the same snapshot as the page, is still the one that
 * it was found out under; else hits are counted.
 */
export async function searchList<Row extends { readonly id: string }>(
  database: Database,
  list: CreationList,
  memory: SearchMemory,
  query: ListSearch,
): Promise<ListPage<Row>> {
  const known = memory.recall(query);
  const page =
    (known && (await readKnownPage<Row>(database, list, query, known))) ??
    (await countAndReadPage<Row>(database, list, query));
  const { rows, totalCount, version } = page;
  const places = new Map<number, string>();
  rows.forEach(({ id }, index) => {
    if (index === 0 || index === rows.length - 1) places.set(query.offset + index, id);
  });
  memory.remember(query, { version, total: totalCount, places });
  return { rows, totalCount };
}

/**
 * Counts by the same match in the same snapshot. Not prepared: the best plan depends on how frequent the term is.
 * The count tells that exactly, so it chooses how the page is found: walking along the list where hits lie close
 * together, else picking all of them (`OFFSET 0` keeps the planner from walking there, too).
 */
async function countAndReadPage<Row extends { readonly id: string }>(
  database: Database,
  list: CreationList,
  query: ListSearch,
): Promise<VersionedPage<Row>> {
  const { table, columns, join } = list;
  const { orderBy } = LIST_ORDERS[query.sort];
  const match = matchOf(query);
  const walkable = `total > ${WALKABLE_HITS} * ($2::bigint + $3::bigint)`;
  const page = `${orderBy} LIMIT $2 OFFSET $3`;
  const text = `
    SELECT version, total, found.*
    FROM (${versionOf(list)}) AS state, (SELECT count(*) AS total FROM ${table} WHERE ${match}) AS totals
      LEFT JOIN LATERAL (SELECT ${columns} FROM (
        (SELECT * FROM ${table} WHERE ${match} AND ${walkable} ${page})
        UNION ALL
        (SELECT * FROM (SELECT * FROM ${table} WHERE ${match} OFFSET 0) AS hits
          WHERE NOT ${walkable} AND total > $3 ${page})
      ) AS listed ${join}) AS found ON true
    ${orderBy}`;
  const values = [escapeLike(query.search), query.limit, query.offset];
  const { rows } = await database.query<CountedRow<Row>>({ text, values });
  return { rows: rowsOf<Row>(rows), totalCount: rows[0]?.total ?? 0, version: rows[0]?.version ?? 0 };
}

/** Undefined where the list has changed since. It walks from the nearest place that is known before the page. */
async function readKnownPage<Row extends { readonly id: string }>(
  database: Database,
  list: CreationList,
  query: ListSearch,
  { version, total, places }: KnownSearch,
): Promise<VersionedPage<Row> | undefined> {
  const { table, columns, join } = list;
  const { limit, offset, sort } = query;
  const { orderBy, from } = LIST_ORDERS[sort];
  const match = matchOf(query);
  const [place, placeId] = nearestPlace(places, offset);
  const isWalkable = total > WALKABLE_HITS * (limit + offset - place);
  const values = [escapeLike(query.search), limit, isWalkable ? offset - place : offset, version];
  let hits = `(SELECT * FROM ${table} WHERE ${match} OFFSET 0) AS hits WHERE true`;
  if (isWalkable) hits = `${table} WHERE ${match}`;
  if (isWalkable && placeId !== undefined) {
    hits += ` AND (created_at, id) ${from} (SELECT created_at, id FROM ${table} WHERE id = $5)`;
    values.push(placeId);
  }
  const page = `SELECT * FROM ${hits} AND version = $4 ${orderBy} LIMIT $2 OFFSET $3`;
  const found = `SELECT ${columns} FROM (${page}) AS listed ${join}`;
  const { rows } = await database.query<VersionRow<Row>>(
    offset >= total
      ? { text: `SELECT version, NULL AS id FROM (${versionOf(list)}) AS state` }
      : {
          text: `
            SELECT version, found.* FROM (${versionOf(list)}) AS state LEFT JOIN LATERAL (${found}) AS found ON true
            ${orderBy}`,
          values,
        },
  );
  if (rows[0]?.version !== version) return undefined;
  return { rows: rowsOf<Row>(rows), totalCount: total, version };
}

function versionOf({ totals }: CreationList): string {
  return `SELECT coalesce(sum(version), 0)::bigint AS version FROM ${totals.table}`;
}

/** The last place that is known up to this one; without any, the beginning of the list. */
function nearestPlace(
  places: ReadonlyMap<number, string>,
  offset: number,
): readonly [place: number, id: string | undefined] {
  return [...places].reduce<readonly [number, string | undefined]>(
    (nearest, [place, id]) => (place <= offset && place >= nearest[0] ? [place, id] : nearest),
    [0, undefined],
  );
}

/** Where the trigram index cannot help, adding an empty text to the column keeps the planner from it. */
function matchOf({ search, includeDeleted }: ListSearch): string {
  const searched = hasTrigram(search) ? 'search_text' : `(search_text || '')`;
  return `${searched} LIKE '%' || lower($1) || '%'${includeDeleted ? '' : ' AND deleted_at IS NULL'}`;
}
