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
import type { RarePart } from './rare-part.ts';
import { searchMatch } from './search-match.ts';
import type { KnownSearch, SearchMemory } from './search-memory.ts';
import { listState, readSearchStart, type SearchStart } from './search-start.ts';

export interface ListSearch<Scope extends string> extends ListPageQuery<Scope> {
  readonly search: string;
}

interface FoundPage<Row> extends Omit<KnownSearch, 'places'> {
  readonly rows: readonly Row[];
}

/** The version stands on every row, and on one without a record where the page is empty. */
type VersionRow<Row> = Pick<KnownSearch, 'version'> & (Row | NoRow);
type CountedRow<Row> = Pick<KnownSearch, 'records' | 'total'> & VersionRow<Row>;

interface CountedHits extends Pick<KnownSearch, 'version' | 'records' | 'total'> {
  /** Those of the page. */
  readonly ids: readonly RecordId[];
}

/** To fetch a hit that the trigram index finds takes as long as to pass by this many records along the list. */
const PASSED_BY_PER_HIT = 4;

/**
 * A page of the records with `search` in their search text, and the exact number of all. What `memory` knows of
 * the search, or the counted pieces tell of it, is used where the version of the list, read in the same snapshot as
 * the page, is still the one that it was found out under; else hits are counted.
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
    (await findPage<Row, Scope>(database, list, query));
  const { rows, ...found } = page;
  const places = new Map(rows.map(({ id }, index) => [query.offset + index, id]));
  memory.remember(query, { ...found, places });
  return { rows, totalCount: found.total };
}

async function findPage<Row extends ListedRow, Scope extends string>(
  database: Database,
  list: CreationList<Scope>,
  query: ListSearch<Scope>,
): Promise<FoundPage<Row>> {
  const start = await readSearchStart(database, list, query);
  const known = isKnown(start) ? start : await countHits(database, list, query, start?.rare);
  if (query.offset >= known.total) return { ...known, rows: [] };
  return (
    (await readKnownPage<Row, Scope>(database, list, query, { places: new Map(), ...known })) ??
    (await countAndReadPage<Row, Scope>(database, list, query, start?.rare))
  );
}

function isKnown(start: SearchStart | undefined): start is SearchStart & { readonly total: number } {
  return start?.total !== undefined;
}

/**
 * All hits are found once, counted, and put in order, in one snapshot. Not prepared: the best plan depends on how
 * frequent the term is. The records of the page are fetched after that, by a plan that is kept.
 */
async function countHits<Scope extends string>(
  database: Database,
  list: CreationList<Scope>,
  query: ListSearch<Scope>,
  rare: RarePart | undefined,
): Promise<KnownSearch> {
  const { hits, picked, values } = hitsOf(list, query, rare);
  const text = `
    WITH hits AS MATERIALIZED (${hits})
    SELECT version, records, (SELECT count(*) FROM hits) AS total, ARRAY(${picked}) AS ids
    FROM (${listState(list)}) AS state CROSS JOIN (${list.scopes[query.scope].total}) AS everything (records)`;
  const [counted] = (await database.query<CountedHits>({ text, values })).rows;
  if (counted === undefined) throw new Error('a count without a row');
  const { ids, ...known } = counted;
  return { ...known, rare, places: new Map(ids.map((id, index) => [query.offset + index, id])) };
}

/** The same with the records of the page in the same snapshot, for a list that changes between any two statements. */
async function countAndReadPage<Row extends ListedRow, Scope extends string>(
  database: Database,
  list: CreationList<Scope>,
  query: ListSearch<Scope>,
  rare: RarePart | undefined,
): Promise<FoundPage<Row>> {
  const { hits, picked, values } = hitsOf(list, query, rare);
  const page = `SELECT ${readColumns(list)} FROM (${picked}) AS picked JOIN ${list.table} USING (id)`;
  const text = `
    WITH hits AS MATERIALIZED (${hits})
    SELECT version, records, total, found.*
    FROM (${listState(list)}) AS state CROSS JOIN (${list.scopes[query.scope].total}) AS everything (records)
      CROSS JOIN (SELECT count(*) AS total FROM hits) AS totals LEFT JOIN (${shownOf(list, page)}) AS found ON true
    ${LIST_ORDERS[query.sort].orderBy}`;
  const { rows } = await database.query<CountedRow<Row>>({ text, values });
  const [first] = rows;
  if (first === undefined) throw new Error('a count without a row');
  return {
    rows: rowsOf<Row>(rows),
    total: first.total,
    version: first.version,
    records: first.records,
    rare,
  };
}

/** SQL of all that a search finds, and of the ids of the page among these `hits`. */
function hitsOf<Scope extends string>(
  list: CreationList<Scope>,
  { search, scope, limit, offset, sort }: ListSearch<Scope>,
  rare: RarePart | undefined,
) {
  const { where } = list.scopes[scope];
  const { found } = searchMatch(search, { where, rare: rare && { ...rare, term: '$4' } });
  return {
    hits: `SELECT id, created_at FROM ${list.table} WHERE ${found}`,
    picked: `SELECT id FROM hits ${LIST_ORDERS[sort].orderBy} LIMIT $2 OFFSET $3`,
    values: [escapeLike(search), limit, offset, ...(rare === undefined ? [] : [search])],
  };
}

/** As a selected value the ids tell the planner nothing, so that one plan is kept for any number of them. */
function isOneOf(ids: string, { idType }: Pick<CreationList<string>, 'idType'>): string {
  return `id = ANY ((SELECT ${ids}::${idType}[])::${idType}[])`;
}

/** Undefined where the list has changed since. */
async function readKnownPage<Row extends ListedRow, Scope extends string>(
  database: Database,
  list: CreationList<Scope>,
  query: ListSearch<Scope>,
  known: KnownSearch,
): Promise<FoundPage<Row> | undefined> {
  const { version, records, total, rare } = known;
  const { name, text, values } =
    query.offset < total
      ? knownPage(list, query, known)
      : {
          name: `state-${list.table}`,
          text: `SELECT version, NULL AS id FROM (${listState(list)}) AS state`,
          values: [],
        };
  const rows =
    name === undefined
      ? (await database.query<VersionRow<Row>>({ text, values: [...values] })).rows
      : await database.prepared<VersionRow<Row>>({ name, text, values });
  if (rows[0]?.version !== version) return undefined;
  return { rows: rowsOf<Row>(rows), total, version, records, rare };
}

interface KnownPage {
  readonly name?: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * Fetches a page whose records are known. Any other is walked to from the nearest place that is known before it. The
 * usual steps from page to page have a name: their plan is the same for every term, and is kept.
 */
function knownPage<Scope extends string>(
  list: CreationList<Scope>,
  { search, scope, limit, offset, sort }: ListSearch<Scope>,
  { version, records, total, places, rare }: KnownSearch,
): KnownPage {
  const { table } = list;
  const columns = readColumns(list);
  const { orderBy, from } = LIST_ORDERS[sort];
  const textWith = (hits: string, rest: string) => {
    const page = `SELECT ${columns} FROM ${hits} AND version = $2 ${orderBy} ${rest}`;
    return `
      SELECT version, found.* FROM (${listState(list)}) AS state
        LEFT JOIN LATERAL (${shownOf(list, page)}) AS found ON true
      ${orderBy}`;
  };
  const ids = knownIds(places, offset, Math.min(offset + limit, total));
  if (ids !== undefined) {
    return {
      name: `known-${table}-${sort}-search`,
      text: textWith(`${table} WHERE ${isOneOf('$1', list)}`, ''),
      values: [ids, version],
    };
  }
  const values: RecordId[] = [escapeLike(search), version];
  const { where } = list.scopes[scope];
  const { found, walked, hasIndex } = searchMatch(search, { where, rare: rare && { ...rare, term: '$3' } });
  const [place, placeId] = nearestPlace(places, offset);
  const skipped = offset - place;
  const passed = limit + skipped;
  const isTooFar = hasIndex ? PASSED_BY_PER_HIT * total * total <= passed * records : total <= 2 * passed;
  if (isTooFar) {
    const hits = `(SELECT ${columns} FROM ${table} WHERE ${found} OFFSET 0) AS hits WHERE true`;
    return {
      text: textWith(hits, `LIMIT ${limit} OFFSET ${offset}`),
      values: rare === undefined ? values : [...values, search],
    };
  }
  const isUsual = limit === PAGE_SIZE && skipped <= 1;
  const name = (start: string) =>
    isUsual ? `${start}-${skipped}-${list.table}-${scope}-${sort}-search` : undefined;
  const hits = `${table} WHERE ${walked}`;
  const step = `LIMIT ${limit} OFFSET ${skipped}`;
  if (placeId === undefined) return { name: name('first'), text: textWith(hits, step), values };
  const behind = `(created_at, id) ${from} (SELECT created_at, id FROM ${table} WHERE id = $3)`;
  return { name: name('next'), text: textWith(`${hits} AND ${behind}`, step), values: [...values, placeId] };
}

/** Undefined where not all of them are known. */
function knownIds(
  places: ReadonlyMap<number, RecordId>,
  first: number,
  end: number,
): readonly RecordId[] | undefined {
  const ids = Array.from({ length: end - first }, (_, index) => places.get(first + index));
  return ids.every((id) => id !== undefined) ? ids : undefined;
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
