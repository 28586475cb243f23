import type { Database } from '../db/database.ts';
import { isCountable, type PieceTotal, pieceTotals, pieceValues } from '../search-pieces/piece-totals.ts';
import type { CreationList } from './creation-list.ts';
import { type RarePart, rarePartOf } from './rare-part.ts';

/** What is known of a search before anything is looked for. */
export interface SearchStart {
  readonly version: number;
  /** All records of its scope. */
  readonly records: number;
  /** Those that the search finds; undefined where the term occurs in too few to have been counted, or none was yet. */
  readonly total: number | undefined;
  readonly rare: RarePart | undefined;
}

type StartRow = Pick<SearchStart, 'version' | 'records'> & PieceTotal;

/** In one moment, which `version` names. Undefined where no counted pieces tell of the term, or none were counted yet. */
export async function readSearchStart<Scope extends string>(
  database: Database,
  list: CreationList<Scope>,
  { search, scope }: { readonly search: string; readonly scope: Scope },
): Promise<SearchStart | undefined> {
  const { total, searched } = list.scopes[scope];
  if (searched === undefined || !isCountable(search)) return undefined;
  const rows = await database.prepared<StartRow>({
    name: `start-${list.table}-${scope}-search`,
    text: `
      SELECT version, records, pieces.*
      FROM (${listState(list)}) AS state CROSS JOIN (${total}) AS everything (records)
        CROSS JOIN (${pieceTotals(searched)}) AS pieces
      ORDER BY kind_order`,
    values: pieceValues(search),
  });
  const [first] = rows;
  if (first === undefined || rows.length < searched.length || rows.some(({ counted }) => !counted))
    return undefined;
  const { version, records } = first;
  const totals = rows.flatMap(({ total }) => total ?? []);
  return {
    version,
    records,
    total: totals.length === rows.length ? totals.reduce((sum, one) => sum + one, 0) : undefined,
    rare: rarePartOf(search, first.gram_records),
  };
}

/** A statement that tells the version of a list: another one after each commit that changes what a search finds. */
export function listState({ table }: Pick<CreationList<string>, 'table'>): string {
  return `SELECT coalesce(sum(version), 0)::bigint AS version FROM list_versions WHERE list = '${table}'`;
}
