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
  ['semi;colon', 'semi;colon'],
  ['山田 🦊 עברית', '山田 🦊 עברית'],
  ['=1+1', "'=1+1"],
  ['+49 170', "'+49 170"],
  ['-5', "'-5"],
  ['-', "'-"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\tplain', "'\tplain"],
  ['\rplain', `"'\rplain"`],
  ['  =1', "'  =1"],
  ['\n=1', `"'\n=1"`],
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
  ['a=b', 'a=b'],
  ['a@b.example', 'a@b.example'],
  ["'quoted", "'quoted"],
])('writes %j as %j', (cell, written) => {
  expect(csvLines([['left', cell, 'right']])).toBe(`left,${written},right\r\n`);
});

it('ends every row', () => {
  expect(csvLines([['a'], ['b']])).toBe('a\r\nb\r\n');
  expect(csvLines([])).toBe('');
});
