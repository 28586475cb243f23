import type { Database } from '../../infra/db/database.ts';
import type { KnownSearch, SearchMemory } from './search-memory.ts';
import { LIST_ORDERS } from './user-list-order.ts';
import { USER_COLUMNS, type UserRow } from './user-row.ts';
import type { FoundUsers, UserPageQuery } from './users-queries.ts';

export interface UserSearch extends UserPageQuery {
  readonly search: string;
}

/** What `STATE` tells stands on every row, and on one without a user where the page is empty. */
type StateRow = Pick<KnownSearch, 'version' | 'everybody'> & (UserRow | { readonly id: null });
type CountedRow = { readonly total: number } & StateRow;

const STATE = `SELECT coalesce(sum(version), 0)::bigint AS version,
  coalesce(sum(active + blocked + deleted), 0)::bigint AS everybody FROM user_totals`;
/** To fetch a hit that the trigram index finds takes as long as to pass by this many users along the list. */
const PASSED_BY_PER_HIT = 4;

/**
 * A page of the users with `search` in name or e-mail, and the exact number of all. What `memory` knows of the
 * search is used where the version of the users, read in the same snapshot as the page, is still the one that it
 * was found out under; else hits are counted.
 */
export async function searchUsers(
  database: Database,
  memory: SearchMemory,
  query: UserSearch,
): Promise<FoundUsers> {
  const known = memory.recall(query);
  const page =
    (known && (await readKnownPage(database, query, known))) ?? (await countAndReadPage(database, query));
  const { users, total, version, everybody } = page;
  const places = new Map<number, string>();
  users.forEach(({ id }, index) => {
    if (index === 0 || index === users.length - 1) places.set(query.offset + index, id);
  });
  memory.remember(query, { version, everybody, total, places });
  return { users, totalCount: total };
}

interface FoundPage extends Omit<KnownSearch, 'places'> {
  readonly users: readonly UserRow[];
}

/**
 * Counts by the same match in the same snapshot. Not prepared: the best plan depends on how frequent the term is.
 * The count tells that exactly, so it chooses how the page is found: walking along the list where hits lie close
 * together, else picking all of them (`OFFSET 0` keeps the planner from walking there, too).
 */
async function countAndReadPage(database: Database, query: UserSearch): Promise<FoundPage> {
  const { limit, offset, sort } = query;
  const { orderBy } = LIST_ORDERS[sort];
  const match = matchOf(query);
  const isTooFar = hasTrigram(query.search)
    ? `${PASSED_BY_PER_HIT} * total * total <= ($2::bigint + $3::bigint) * everybody`
    : 'total <= 2 * ($2::bigint + $3::bigint)';
  const page = `${orderBy} LIMIT $2 OFFSET $3`;
  const text = `
    SELECT version, everybody, total, found.*
    FROM (${STATE}) AS state CROSS JOIN (SELECT count(*) AS total FROM users WHERE ${match}) AS totals
      LEFT JOIN LATERAL (
        (SELECT ${USER_COLUMNS} FROM users WHERE ${walkingMatchOf(query)} AND total > $3 AND NOT (${isTooFar}) ${page})
        UNION ALL
        (SELECT * FROM (SELECT ${USER_COLUMNS} FROM users WHERE ${match} OFFSET 0) AS hits
          WHERE total > $3 AND ${isTooFar} ${page})
      ) AS found ON true
    ${orderBy}`;
  const values = [escapeLike(query.search), limit, offset];
  const { rows } = await database.query<CountedRow>({ text, values });
  const [first] = rows;
  if (first === undefined) throw new Error('a count without a row');
  return { users: usersOf(rows), total: first.total, version: first.version, everybody: first.everybody };
}

/** Undefined where the users have changed since. It walks from the nearest place that is known before the page. */
async function readKnownPage(
  database: Database,
  query: UserSearch,
  { version, everybody, total, places }: KnownSearch,
): Promise<FoundPage | undefined> {
  const { limit, offset, sort } = query;
  const { orderBy, from } = LIST_ORDERS[sort];
  const [place, placeId] = nearestPlace(places, offset);
  const rows = limit + offset - place;
  const isTooFar = hasTrigram(query.search)
    ? PASSED_BY_PER_HIT * total * total <= rows * everybody
    : total <= 2 * rows;
  const values = [escapeLike(query.search), limit, isTooFar ? offset : offset - place, version];
  let hits = `users WHERE ${walkingMatchOf(query)}`;
  if (isTooFar)
    hits = `(SELECT ${USER_COLUMNS} FROM users WHERE ${matchOf(query)} OFFSET 0) AS hits WHERE true`;
  else if (placeId !== undefined) {
    hits += ` AND (created_at, id) ${from} (SELECT created_at, id FROM users WHERE id = $5)`;
    values.push(placeId);
  }
  const page = `SELECT ${USER_COLUMNS} FROM ${hits} AND version = $4 ${orderBy} LIMIT $2 OFFSET $3`;
  const found = await database.query<StateRow>(
    offset >= total
      ? { text: `SELECT state.*, NULL AS id FROM (${STATE}) AS state` }
      : {
          text: `SELECT state.*, found.* FROM (${STATE}) AS state LEFT JOIN LATERAL (${page}) AS found ON true ${orderBy}`,
          values,
        },
  );
  if (found.rows[0]?.version !== version) return undefined;
  return { users: usersOf(found.rows), total, version, everybody };
}

/** The last place that is known up to this one; without any, the beginning of the list. */
function nearestPlace(
  places: ReadonlyMap<number, string>,
  offset: number,
): readonly [number, string | undefined] {
  return [...places].reduce<readonly [number, string | undefined]>(
    (nearest, [place, id]) => (place <= offset && place >= nearest[0] ? [place, id] : nearest),
    [0, undefined],
  );
}

function matchOf(query: UserSearch): string {
  return hasTrigram(query.search) ? matchIn('search_text', query) : walkingMatchOf(query);
}

/** The same match, by which the trigram index is never read: an empty text is added to its column. */
function walkingMatchOf(query: UserSearch): string {
  return matchIn(`(search_text || '')`, query);
}

function matchIn(text: string, { includeDeleted }: UserSearch): string {
  return `${text} LIKE '%' || lower($1) || '%'${includeDeleted ? '' : ' AND deleted_at IS NULL'}`;
}

/**
 * Whether the trigram index can narrow a search down. Without three letters or digits in a row it would be read
 * whole, which the planner takes to be cheap.
 */
function hasTrigram(search: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(search);
}

/** `%`, `_` and `\` as ordinary characters of a LIKE pattern. */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`);
}

function usersOf(rows: readonly (UserRow | { readonly id: null })[]): UserRow[] {
  return rows.filter((row) => row.id !== null);
}
