/** Byte order mark that makes spreadsheets read a CSV file as UTF-8. */
export const BYTE_ORDER_MARK = '\u{feff}';

export type Cell = string | number | Date | null;

/**
 * Matches text that a spreadsheet could read as a formula, including full-width signs and hidden characters before it.
 * Leading quotes are skipped, because a spreadsheet that splits a cell drops them.
 */
const FORMULA = /^(?:[\t\r]|["\s\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/u;
/**
 * Matches where a new cell starts in a spreadsheet that separates by semicolons or tabs, as many locales do. Such a
 * spreadsheet ignores the quotes around our cell.
 */
const SEPARATED = /(?<=[;\t\r\n])/;
const NEEDS_QUOTES = /[",;\t\r\n]/;

/**
 * Formats rows as CSV (RFC 4180), each with a line end. Text that a spreadsheet would calculate gets an apostrophe,
 * also after a semicolon, a tab or a line end. Numbers stay numbers, times are ISO 8601 in UTC, and null is empty.
 */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (cell instanceof Date) return cell.toISOString();
  const text = cell
    .split(SEPARATED)
    .map((part) => (FORMULA.test(part) ? `'${part}` : part))
    .join('');
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
