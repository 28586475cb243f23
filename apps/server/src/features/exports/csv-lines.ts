export const BYTE_ORDER_MARK = '\u{feff}';

export type Cell = string | number | Date | null;

/** Text that may be a formula, after any quotes: a spreadsheet drops those when it splits a cell. */
const FORMULA = /^(?:[\t\r]|["\s\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/u;
/** Start of a cell for spreadsheets that separate by semicolons or tabs, which ignore our quotes. */
const SEPARATED = /(?<=[;\t\r\n])/;
const NEEDS_QUOTES = /[",;\t\r\n]/;

/** Formats CSV (RFC 4180). Prefixes formulas with an apostrophe, even after a semicolon, tab or line end. */
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
