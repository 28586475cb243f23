import type { Database } from '../../infra/db/database.ts';

export interface UserRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly profile_image_url: string | null;
  readonly merchant_count: number;
  readonly created_at: Date;
  readonly blocked_at: Date | null;
  readonly blocked_reason: string | null;
}

export interface FoundUsers {
  readonly users: readonly UserRow[];
  /** Of all pages together. */
  readonly totalCount: number;
}

interface Page {
  readonly limit: number;
  readonly offset: number;
  readonly includeDeleted: boolean;
}

/** The total stands on every row, and on one without a user where the page is empty. */
type ListRow = { readonly total: number } & (UserRow | { readonly id: null });

const COLUMNS = 'id, name, email, profile_image_url, merchant_count, created_at, blocked_at, blocked_reason';
/** Hits for every row of a page and before it that make it quicker to walk to that page than to sort the hits. */
const WALKABLE_HITS = 50;
const NEWEST_FIRST = 'ORDER BY created_at DESC, id DESC';

/**
 * A page of all users in one statement, the total from its summary rows. The first page is what nearly every
 * request asks for: its limit is part of the statement's text, so that its plan is made once a connection (a
 * plan for any limit would be made for a tenth of all rows, and never be kept). Further down, ids are picked
 * from the index alone before their rows are read.
 */
export async function readUserPage(database: Database, page: Page): Promise<FoundUsers> {
  const { limit, offset, includeDeleted } = page;
  const counted = includeDeleted ? 'active + blocked + deleted' : 'active + blocked';
  const scope = includeDeleted ? '' : 'WHERE deleted_at IS NULL';
  const withTotal = (found: string) => `
    SELECT total, found.*
    FROM (SELECT coalesce(sum(${counted}), 0)::bigint AS total FROM user_totals) AS totals
      LEFT JOIN (${found}) AS found ON true
    ${NEWEST_FIRST}`;
  if (offset === 0) {
    const text = withTotal(`SELECT ${COLUMNS} FROM users ${scope} ${NEWEST_FIRST} LIMIT ${limit}`);
    const name = `first-users-${limit}${includeDeleted ? '-with-deleted' : ''}`;
    return collect(await database.prepared<ListRow>({ name, text, values: [] }));
  }
  const picked = `SELECT id FROM users ${scope} ${NEWEST_FIRST} LIMIT $1 OFFSET $2`;
  const text = withTotal(`SELECT ${COLUMNS} FROM users JOIN (${picked}) AS picked USING (id)`);
  return collect((await database.query<ListRow>({ text, values: [limit, offset] })).rows);
}

/**
 * A page of the users with `search` in name or e-mail, and their number by the same match in the same snapshot.
 * Not prepared: the best plan depends on how frequent the term is. The count tells that exactly, so it chooses
 * how the page is found: walking down from the newest where hits lie close together, else picking all of them
 * (`OFFSET 0` keeps the planner from walking there, too).
 */
export async function searchUsers(
  database: Database,
  { search, limit, offset, includeDeleted }: Page & { readonly search: string },
): Promise<FoundUsers> {
  const searched = hasTrigram(search) ? 'search_text' : `(search_text || '')`;
  const match = `${searched} LIKE '%' || lower($1) || '%'${includeDeleted ? '' : ' AND deleted_at IS NULL'}`;
  const walkable = `total > ${WALKABLE_HITS} * ($2::bigint + $3::bigint)`;
  const page = `${NEWEST_FIRST} LIMIT $2 OFFSET $3`;
  const text = `
    SELECT total, found.*
    FROM (SELECT count(*) AS total FROM users WHERE ${match}) AS totals
      LEFT JOIN LATERAL (
        (SELECT ${COLUMNS} FROM users WHERE ${match} AND ${walkable} ${page})
        UNION ALL
        (SELECT * FROM (SELECT ${COLUMNS} FROM users WHERE ${match} OFFSET 0) AS hits
          WHERE NOT ${walkable} AND total > $3 ${page})
      ) AS found ON true
    ${NEWEST_FIRST}`;
  const { rows } = await database.query<ListRow>({ text, values: [escapeLike(search), limit, offset] });
  return collect(rows);
}

/**
 * Whether the trigram index can narrow a search down. Without three letters or digits in a row it would be read
 * whole, which the planner takes to be cheap; adding an empty text to the column keeps the index out of it.
 */
function hasTrigram(search: string): boolean {
  return /[\p{L}\p{N}]{3}/u.test(search);
}

/** `%`, `_` and `\` as ordinary characters of a LIKE pattern. */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`);
}

function collect(rows: readonly ListRow[]): FoundUsers {
  return { users: rows.filter((row) => row.id !== null), totalCount: rows[0]?.total ?? 0 };
}
