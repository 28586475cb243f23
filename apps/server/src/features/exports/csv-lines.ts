/** What a CSV file begins with, so that a spreadsheet takes it for UTF-8. */
export const BYTE_ORDER_MARK = '\u{feff}';

export type Cell = string | number | Date | null;

/**
 * What a spreadsheet would take for the beginning of a formula, full-width signs and hidden characters before it
 * included. Quotes, too: one that takes part of a cell for a cell of its own drops them.
 */
const FORMULA = /^(?:[\t\r]|["\s\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/u;
/**
 * Behind each of these a cell begins where a spreadsheet separates by semicolons or tabs, as many do by their
 * language: the quotes around our cell are inside one for it, and end nothing.
 */
const SEPARATED = /(?<=[;\t\r\n])/;
const NEEDS_QUOTES = /[",;\t\r\n]/;

/**
 * Rows as CSV (RFC 4180), each with its line end: texts that a spreadsheet would calculate get an apostrophe
 * before them, also where they follow a semicolon, a tab or a line end; numbers stay numbers, times are ISO 8601 in
 * UTC, null is empty.
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
