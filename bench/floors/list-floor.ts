import { PAGE_SIZE } from '@halyard/contract/constants';
import { type Client, escapeLiteral } from 'pg';

interface ListFloor {
  readonly table: string;
  readonly where: string;
  /** SQL columns of the subquery `listed`. */
  readonly columns: string;
  readonly join: string;
  /** SQL expression of a search term with few matches; undefined if the list has no search. */
  readonly rareTerm: string | undefined;
}

export const LIST_FLOORS = {
  users: {
    table: 'users',
    where: 'deleted_at IS NULL',
    columns: 'id, name, email, profile_image_url, merchant_count, created_at, blocked_at, blocked_reason',
    join: '',
    rareTerm: 'email',
  },
  merchants: {
    table: 'merchants',
    where: 'deleted_at IS NULL',
    columns: `listed.id, listed.name, website, listed.created_at, listed.deleted_at, creator.name AS creator_name,
      creator.email AS creator_email`,
    join: 'LEFT JOIN users AS creator ON creator.id = user_id',
    rareTerm: '(SELECT email FROM users WHERE users.id = user_id)',
  },
  invitations: {
    table: 'invitations',
    where: 'true',
    columns: 'id, email, status, created_at, expires_at',
    join: '',
    rareTerm: undefined,
  },
} satisfies Readonly<Record<string, ListFloor>>;

export type ListName = keyof typeof LIST_FLOORS;

export interface FloorPage {
  readonly offset: number;
  readonly search: string;
  readonly sort: 'newest' | 'oldest';
}

/** Returns equivalent statements for a page. Which one is fastest depends on the data. */
export async function floorStatements(client: Client, list: ListName, page: FloorPage): Promise<string[]> {
  const { table, where } = LIST_FLOORS[list];
  const order = orderOf(page);
  if (page.search === '') {
    const from = page.offset === 0 ? '' : `AND ${await keysetCondition(client, list, page)}`;
    return [shown(list, page, `SELECT * FROM ${table} WHERE ${where} ${from} ${order} LIMIT ${PAGE_SIZE}`)];
  }
  const pattern = patternOf(page);
  return [
    `SELECT * FROM ${table} WHERE (search_text || '') LIKE ${pattern} AND ${where} ${order} LIMIT ${PAGE_SIZE}`,
    `SELECT * FROM (SELECT * FROM ${table} WHERE search_text LIKE ${pattern} AND ${where} OFFSET 0) AS hits
      ${order} LIMIT ${PAGE_SIZE}`,
  ].map((picked) => shown(list, page, picked));
}

/** Returns equivalent statements that count the matches. */
export function floorCounts(list: ListName, page: FloorPage): string[] {
  const { table, where } = LIST_FLOORS[list];
  return ['search_text', `(search_text || '')`].map(
    (text) => `SELECT count(*) FROM ${table} WHERE ${text} LIKE ${patternOf(page)} AND ${where}`,
  );
}

/** Returns the condition for a page's first row, which keyset pagination knows from the previous page. */
async function keysetCondition(client: Client, list: ListName, page: FloorPage): Promise<string> {
  const { table, where } = LIST_FLOORS[list];
  const { rows } = await client.query<{ at: string; id: string }>(
    `SELECT created_at::text AS at, id FROM ${table} WHERE ${where} ${orderOf(page)} LIMIT 1 OFFSET ${page.offset}`,
  );
  const [first] = rows;
  if (first === undefined) throw new Error(`${list} has no row at ${page.offset}`);
  return `(created_at, id) ${page.sort === 'newest' ? '<=' : '>='} ('${first.at}', '${first.id}')`;
}

function shown(list: ListName, page: FloorPage, picked: string): string {
  const { columns, join } = LIST_FLOORS[list];
  return join === ''
    ? picked.replace('*', columns)
    : `SELECT ${columns} FROM (${picked}) AS listed ${join} ${qualified(page)}`;
}

function orderOf({ sort }: FloorPage): string {
  return sort === 'newest' ? 'ORDER BY created_at DESC, id DESC' : 'ORDER BY created_at, id';
}

function qualified(page: FloorPage): string {
  return orderOf(page).replace('created_at', 'listed.created_at').replace(' id', ' listed.id');
}

function patternOf({ search }: FloorPage): string {
  return `search_fold(${escapeLiteral(`%${search.replace(/[\\%_]/g, String.raw`\$&`)}%`)})`;
}
