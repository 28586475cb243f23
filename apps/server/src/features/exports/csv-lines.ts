/** What a CSV file begins with, so that a spreadsheet takes it for UTF-8. */
export const BYTE_ORDER_MARK = '\u{feff}';

export type Cell = string | number | Date | null;

/** What a spreadsheet would take for the beginning of a formula, full-width signs and hidden characters before it included. */
const FORMULA = /^(?:[\t\r]|[\s\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/u;
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * Rows as CSV (RFC 4180), each with its line end: texts that a spreadsheet would calculate get an apostrophe
 * before them, numbers stay numbers, times are ISO 8601 in UTC, null is empty.
 */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (cell instanceof Date) return cell.toISOString();
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
