import { textOf } from './row-seal.ts';

/** Columns that the product lets the database set. */
const SET_BY_DATABASE = new Set(['id', 'created_at', 'last_seen_at', 'status', 'version']);

/**
 * Returns a column that is neither as it was sent nor empty. A trigger or a default of somebody else may have set it, and
 * the row must not be sealed.
 */
export function findForeignColumn(sent: object, row: object): string | undefined {
  const values = new Map<string, unknown>(Object.entries(sent));
  const isForeign = ([column, value]: [string, unknown]) =>
    values.has(column)
      ? comparable(value) !== comparable(values.get(column))
      : !SET_BY_DATABASE.has(column) && !isEmpty(value);
  return Object.entries(row).find(isForeign)?.[0];
}

function comparable(value: unknown): string {
  return JSON.stringify(textOf(value) ?? null);
}

function isEmpty(value: unknown): boolean {
  return value === null || value === 0 || value === '' || (Array.isArray(value) && value.length === 0);
}
