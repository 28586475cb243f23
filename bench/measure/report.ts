type Row = Readonly<Record<string, string | number>>;

/** Prints a table. The first column is text, the others are numbers. */
export function printTable(title: string, rows: readonly Row[]): void {
  const columns = Object.keys(rows[0] ?? {});
  const lines = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? '')))];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)));
  console.log(`\n${title}`);
  for (const line of lines) {
    const cells = line.map((cell, index) => {
      const width = widths[index] ?? 0;
      return index === 0 ? cell.padEnd(width) : cell.padStart(width);
    });
    console.log(`  ${cells.join('   ')}`);
  }
}

/** A measured value and its limit. */
export interface Bar {
  readonly what: string;
  readonly value: number;
  readonly limit: { readonly atLeast: number } | { readonly atMost: number };
  readonly unit?: string;
}

/** Prints each value with its limit. Sets the exit status to 1 if a value misses its limit. */
export function printBars(bars: readonly Bar[]): void {
  console.log('');
  for (const { what, value, limit, unit = '' } of bars) {
    const isMet = 'atLeast' in limit ? value >= limit.atLeast : value <= limit.atMost;
    const wanted = 'atLeast' in limit ? `at least ${limit.atLeast}` : `at most ${limit.atMost}`;
    if (!isMet) process.exitCode = 1;
    console.log(`${isMet ? 'met   ' : 'MISSED'} ${what}: ${round(value)}${unit} (${wanted}${unit})`);
  }
}

/** Formats a figure as 6186, 14.7 or 0.63. */
export function round(value: number): string {
  if (value >= 100) return value.toFixed(0);
  return value.toFixed(value >= 10 ? 1 : 2);
}
