import type { Database } from '../../infra/db/database.ts';
import type { Cell } from './csv-lines.ts';
import type { ExportList } from './export-list.ts';

/** Rows scanned per statement, matching or not. */
const STEP_ROWS = 1_000;
const SEARCH_STEP_ROWS = 5_000;

const BEFORE_THE_NEWEST = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'] as const;

interface StepRow {
  readonly is_found: boolean;
  /** Creation time, to the microsecond. */
  readonly created: string;
  readonly key: string;
  readonly [cell: `cell_${number}`]: Cell;
}

type Place = readonly [created: string, key: string];

interface Step {
  readonly rows: readonly (readonly Cell[])[];
  /** Position of the last scanned row. */
  readonly place: Place;
}

/** Reads rows, newest first, without a transaction. A row appears once unless it changes during the read. */
export async function* readExportRows(
  database: Database,
  list: ExportList,
): AsyncGenerator<readonly (readonly Cell[])[]> {
  let place: Place = BEFORE_THE_NEWEST;
  for (;;) {
    const step = await readStep(database, list, place);
    if (step === undefined) return;
    place = step.place;
    if (step.rows.length > 0) yield step.rows;
  }
}

/** Includes the last row even if it does not match, because the next step starts there. */
async function readStep(database: Database, list: ExportList, last: Place): Promise<Step | undefined> {
  const { table, join, scope, match, values, key = 'id' } = list;
  const newestFirst = `ORDER BY created_at DESC, ${key} DESC`;
  const place = `($${values.length + 1}::timestamptz, $${values.length + 2}::uuid)`;
  const stepRows = match === undefined ? STEP_ROWS : SEARCH_STEP_ROWS;
  const cells = Object.values(list.cells);
  const { rows } = await database.query<StepRow>({
    text: `
      SELECT listed.is_found, listed.created_at::text AS created, listed.${key} AS key,
        ${cells.map((cell, index) => `${cell} AS cell_${index}`).join(', ')}
      FROM (
        SELECT *, ${match ?? 'true'} AS is_found, lead(${key}) OVER (${newestFirst}) IS NULL AS is_last
        FROM (SELECT * FROM ${table} WHERE ${scope} AND (created_at, ${key}) < ${place}
          ${newestFirst} LIMIT ${stepRows}) AS looked_at
      ) AS listed ${join}
      WHERE listed.is_found OR listed.is_last
      ORDER BY listed.created_at DESC, listed.${key} DESC`,
    values: [...values, ...last],
  });
  const end = rows.at(-1);
  if (end === undefined) return undefined;
  const found = rows.filter((row) => row.is_found);
  return {
    rows: found.map((row) => cells.map((_, index) => row[`cell_${index}`] ?? null)),
    place: [end.created, end.key],
  };
}
