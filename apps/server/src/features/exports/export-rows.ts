import type { Database } from '../../infra/db/database.ts';
import type { Cell } from './csv-lines.ts';
import type { ExportList } from './export-lists.ts';

/** Rows scanned per statement, matching or not. */
const STEP_ROWS = 1_000;
const SEARCH_STEP_ROWS = 5_000;

const BEFORE_THE_NEWEST = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'] as const;

interface StepRow {
  readonly is_found: boolean;
  /** Creation time, to the microsecond. */
  readonly created: string;
  readonly id: string;
  readonly [cell: `cell_${number}`]: Cell;
}

type Place = readonly [created: string, id: string];

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
async function readStep(database: Database, list: ExportList, place: Place): Promise<Step | undefined> {
  const { table, join, scope, match, values } = list;
  const stepRows = match === undefined ? STEP_ROWS : SEARCH_STEP_ROWS;
  const cells = Object.values(list.cells);
  const { rows } = await database.query<StepRow>({
    text: `
      SELECT listed.is_found, listed.created_at::text AS created, listed.id,
        ${cells.map((cell, index) => `${cell} AS cell_${index}`).join(', ')}
      FROM (
        SELECT *, ${match ?? 'true'} AS is_found, lead(id) OVER (ORDER BY created_at DESC, id DESC) IS NULL AS is_last
        FROM (SELECT * FROM ${table} WHERE ${scope} AND (created_at, id) < ($1::timestamptz, $2::uuid)
          ORDER BY created_at DESC, id DESC LIMIT ${stepRows}) AS looked_at
      ) AS listed ${join}
      WHERE listed.is_found OR listed.is_last
      ORDER BY listed.created_at DESC, listed.id DESC`,
    values: [...place, ...values],
  });
  const last = rows.at(-1);
  if (last === undefined) return undefined;
  const found = rows.filter((row) => row.is_found);
  return {
    rows: found.map((row) => cells.map((_, index) => row[`cell_${index}`] ?? null)),
    place: [last.created, last.id],
  };
}
