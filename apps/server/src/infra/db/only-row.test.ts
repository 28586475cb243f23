import { describe, expect, it } from 'vitest';
import { onlyRow } from './only-row.ts';

describe('onlyRow', () => {
  it('returns the row', () => {
    expect(onlyRow([{ total: 3 }])).toEqual({ total: 3 });
  });

  it.each([{ rows: [] }, { rows: [1, 2] }])('throws with $rows.length rows', ({ rows }) => {
    expect(() => onlyRow(rows)).toThrow(`expected one row, but got ${rows.length}`);
  });
});
