import { PAGE_SIZE } from '@halyard/contract/constants';
import type { Client } from 'pg';
import { type FloorPage, LIST_FLOORS, type ListName } from './floors/list-floor.ts';

export interface ListCase extends FloorPage {
  readonly what: string;
}

/** Returns all kinds of requests, with offsets and a search term that fit the rows. */
export async function listCases(client: Client, list: ListName): Promise<ListCase[]> {
  const { rows, rareTerm } = await survey(client, list);
  const page = { offset: 0, search: '', sort: 'newest' } as const;
  const pages: ListCase[] = [
    { ...page, what: 'newest page' },
    { ...page, what: 'page in the middle', offset: Math.floor(rows / 2) },
    { ...page, what: 'last page', offset: Math.max(0, rows - PAGE_SIZE) },
    { ...page, what: 'oldest page', sort: 'oldest' },
    { ...page, what: 'oldest first, in the middle', sort: 'oldest', offset: Math.floor(rows / 2) },
  ];
  if (rareTerm === undefined) return pages;
  const terms = [
    ['rare word', rareTerm],
    ['medium word', 'freya'],
    ['word with up to 50,000 matches', 'mohammed'],
    ['frequent word', 'maria'],
    ['two characters', 'an'],
    ['two characters, no match', 'qz'],
    ['no match', 'qzxjwv'],
  ] as const;
  const searches = terms.flatMap(([what, search]) => [
    { ...page, what, search },
    { ...page, what: `${what}, oldest first`, search, sort: 'oldest' as const },
  ]);
  return [...pages, ...searches];
}

/** Returns the number of rows and a search term with one match. */
async function survey(
  client: Client,
  list: ListName,
): Promise<{ rows: number; rareTerm: string | undefined }> {
  const { table, where, rareTerm } = LIST_FLOORS[list];
  const counted = await client.query<{ rows: string }>(
    `SELECT count(*) AS rows FROM ${table} WHERE ${where}`,
  );
  const rows = Number(counted.rows[0]?.rows);
  if (rareTerm === undefined) return { rows, rareTerm };
  const found = await client.query<{ term: string }>(
    `SELECT ${rareTerm} AS term FROM ${table} AS listed WHERE ${where}
      ORDER BY created_at DESC, id DESC LIMIT 1 OFFSET $1`,
    [Math.floor(rows / 3)],
  );
  return { rows, rareTerm: found.rows[0]?.term };
}
