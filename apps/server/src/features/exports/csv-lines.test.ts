import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Cell, csvLines } from './csv-lines.ts';

it.each<[cell: Cell, written: string]>([
  ['plain', 'plain'],
  ['', ''],
  [null, ''],
  [0, '0'],
  [-5, '-5'],
  [1.5, '1.5'],
  [new Date('2026-11-21T01:02:03.004Z'), '2026-11-21T01:02:03.004Z'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['"', '""""'],
  ['two\nlines', '"two\nlines"'],
  ['two\rlines', '"two\rlines"'],
  ['two\r\nlines', '"two\r\nlines"'],
  [' spaces ', ' spaces '],
  ['semi;colon', '"semi;colon"'],
  ['tab\tbed', '"tab\tbed"'],
  ['山田 🦊 עברית', '山田 🦊 עברית'],
  ['=1+1', "'=1+1"],
  ['+49 170', "'+49 170"],
  ['-5', "'-5"],
  ['-', "'-"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', `"'\t'=1"`],
  ['\tplain', `"'\tplain"`],
  ['\rplain', `"'\rplain"`],
  ['  =1', "'  =1"],
  ['\n=1', `"\n'=1"`],
  ['\u00a0=1', "'\u00a0=1"],
  ['\u200b=1', "'\u200b=1"],
  ['\ufeff=1', "'\ufeff=1"],
  ['\u0000=1', "'\u0000=1"],
  ['\uff1d1', "'\uff1d1"],
  ['\uff0b1', "'\uff0b1"],
  ['\uff0d1', "'\uff0d1"],
  ['\uff20a', "'\uff20a"],
  ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
  ['=HYPERLINK("https://evil.example","x")', `"'=HYPERLINK(""https://evil.example"",""x"")"`],
  ["a;=cmd|'/C calc'!A0;b", `"a;'=cmd|'/C calc'!A0;b"`],
  ['a\t=1', `"a\t'=1"`],
  ['a\n=1;b', `"a\n'=1;b"`],
  ['a\r\n@SUM(A1)', `"a\r\n'@SUM(A1)"`],
  ['a;\uff1d1', `"a;'\uff1d1"`],
  ['a; \u200b-1', `"a;' \u200b-1"`],
  ['a;"=1;"', `"a;'""=1;"""`],
  ['a;\t1', `"a;'\t1"`],
  ['a;;+1', `"a;;'+1"`],
  ['a;b=1', '"a;b=1"'],
  ['a=b', 'a=b'],
  ['a@b.example', 'a@b.example'],
  ["'quoted", "'quoted"],
])('csvLines writes %j as %j', (cell, written) => {
  expect(csvLines([['left', cell, 'right']])).toBe(`left,${written},right\r\n`);
});

it('csvLines ends every row with CRLF', () => {
  expect(csvLines([['a'], ['b']])).toBe('a\r\nb\r\n');
  expect(csvLines([])).toBe('');
});

/** Splits cells as a spreadsheet does: quotes count only at the start, and text after the closing quote stays. */
function cellsOf(file: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let hasBegun = false;
  for (let at = 0; at < file.length; at++) {
    const sign = file.charAt(at);
    if (!isQuoted && [separator, '\r', '\n'].includes(sign)) {
      cells.push(cell);
      cell = '';
      hasBegun = false;
      continue;
    }
    if (isQuoted && sign === '"' && file.charAt(at + 1) === '"') cell += file.charAt(++at);
    else if (sign === '"' && (isQuoted || !hasBegun)) isQuoted = !isQuoted;
    else cell += sign;
    hasBegun = true;
  }
  return [...cells, cell];
}

const signs = fc.constantFrom(...`=+-@\uff1d;;\t\r\n"", '\u200b1a`);
const texts = fc.string({ unit: signs, maxLength: 12 });

it.each([',', ';', '\t'])('csvLines writes no formula for a reader that splits cells at %j', (separator) => {
  fc.assert(
    fc.property(fc.array(fc.array(texts, { minLength: 1, maxLength: 3 }), { maxLength: 3 }), (rows) => {
      for (const cell of cellsOf(csvLines(rows), separator)) {
        expect(cell).not.toMatch(/^[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d]/u);
      }
    }),
    { numRuns: 2_000 },
  );
});

it('csvLines writes cells that parse back to the same text, except for added apostrophes', () => {
  fc.assert(
    fc.property(fc.array(texts, { minLength: 1, maxLength: 5 }), (row) => {
      const bare = (text: string) => text.replaceAll("'", '');
      expect(cellsOf(csvLines([row]).slice(0, -2), ',').map(bare)).toEqual(row.map(bare));
    }),
  );
});
