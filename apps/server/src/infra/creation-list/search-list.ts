import { PAGE_SIZE } from '@halyard/contract/constants';
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

/** Undefined where the list has changed since. */
async function readKnownPage<Row extends ListedRow, Scope extends string>(
  database: Database,
  list: CreationList<Scope>,
  query: ListSearch<Scope>,
  known: KnownSearch,
): Promise<FoundPage<Row> | undefined> {
  const { version, records, total } = known;
  const { name, text, values } =
    query.offset < total
      ? knownPage(list, query, known)
      : { text: `SELECT version, NULL AS id FROM ${stateOf(list)}`, values: [] };
  const rows =
    name === undefined
      ? (await database.query<VersionRow<Row>>({ text, values })).rows
      : await database.prepared<VersionRow<Row>>({ name, text, values });
  if (rows[0]?.version !== version) return undefined;
  return { rows: rowsOf<Row>(rows), total, version, records };
}

/**
 * Walks from the nearest place that is known before the page. The usual steps from page to page have a name: their
 * plan is the same for every term, and is kept.
 */
function knownPage<Scope extends string>(
  list: CreationList<Scope>,
  { search, scope, limit, offset, sort }: ListSearch<Scope>,
  { version, records, total, places }: KnownSearch,
): { readonly name?: string; readonly text: string; readonly values: RecordId[] } {
  const { table } = list;
  const columns = readColumns(list);
  const { orderBy, from } = LIST_ORDERS[sort];
  const { found, walked, hasIndex } = searchMatch(search, list.scopes[scope].where);
  const textWith = (hits: string, skipped: number) => {
    const page = `SELECT ${columns} FROM ${hits} AND version = $2 ${orderBy} LIMIT ${limit} OFFSET ${skipped}`;
    return `
      SELECT version, found.* FROM ${stateOf(list)} LEFT JOIN LATERAL (${shownOf(list, page)}) AS found ON true
      ${orderBy}`;
  };
  const values: RecordId[] = [escapeLike(search), version];
  const [place, placeId] = nearestPlace(places, offset);
  const skipped = offset - place;
  const passed = limit + skipped;
  const isTooFar = hasIndex ? PASSED_BY_PER_HIT * total * total <= passed * records : total <= 2 * passed;
  if (isTooFar) {
    const hits = `(SELECT ${columns} FROM ${table} WHERE ${found} OFFSET 0) AS hits WHERE true`;
    return { text: textWith(hits, offset), values };
  }
  const isUsual = limit === PAGE_SIZE && skipped <= 1;
  const name = (start: string) =>
    isUsual && { name: `${start}-${skipped}-${list.table}-${scope}-${sort}-search` };
  const hits = `${table} WHERE ${walked}`;
  if (placeId === undefined) return { ...name('first'), text: textWith(hits, skipped), values };
  const behind = `(created_at, id) ${from} (SELECT created_at, id FROM ${table} WHERE id = $3)`;
  return { ...name('next'), text: textWith(`${hits} AND ${behind}`, skipped), values: [...values, placeId] };
}

function stateOf(list: Pick<CreationList<string>, 'table'>): string {
  return `(${versionOf(list)}) AS state`;
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
