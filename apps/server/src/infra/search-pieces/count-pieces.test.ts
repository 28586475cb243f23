import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countPieces, SHORT_PIECE } from './count-pieces.ts';
import { RecordTexts } from './record-texts.ts';

interface TextOf {
  readonly state: string;
  readonly text: string;
}

const PIECE_MAX = 32;

function count(records: readonly TextOf[], often: number): Map<string, number> {
  const texts = new RecordTexts();
  for (const { state, text } of records) texts.add(state, text);
  const counted = countPieces(texts, often).flatMap(({ piece, records: found }) =>
    texts.stateNames.map((state, index) => [`${state} ${piece}`, found[index] ?? 0] as const),
  );
  expect(new Set(counted.map(([key]) => key)).size).toBe(counted.length);
  return new Map(counted.filter(([, found]) => found > 0));
}

/** The same by looking for every piece there is in every text. */
function lookThrough(records: readonly TextOf[], often: number): Map<string, number> {
  const pieces = new Set<string>();
  for (const { text } of records) {
    for (const line of text.split('\n')) {
      for (let from = 0; from < line.length; from++) {
        for (let to = from + 1; to <= Math.min(line.length, from + PIECE_MAX); to++) {
          pieces.add(line.slice(from, to));
        }
      }
    }
  }
  const found = new Map<string, number>();
  for (const piece of [...pieces].filter((one) => one.isWellFormed())) {
    const having = records.filter(({ text }) => text.split('\n').some((line) => line.includes(piece)));
    if (piece.length > SHORT_PIECE && having.length < often) continue;
    for (const { state } of having) {
      const key = `${state} ${piece}`;
      found.set(key, (found.get(key) ?? 0) + 1);
    }
  }
  return found;
}

const record = fc.record({
  state: fc.constantFrom('live', 'deleted', 'a third'),
  text: fc.string({ unit: fc.constantFrom('a', 'b', 'n', '.', '\n', 'й', '山', '𝔸', '😀'), maxLength: 40 }),
});

it('counts every short piece, and the longer ones that many records have', () => {
  fc.assert(
    fc.property(fc.array(record, { maxLength: 12 }), fc.integer({ min: 1, max: 5 }), (records, often) => {
      expect(count(records, often)).toEqual(lookThrough(records, often));
    }),
    { numRuns: 300 },
  );
});

it('counts a record once, however often it has a piece', () => {
  const records = [{ state: 'live', text: 'banana banana' }];
  expect(count(records, 1).get('live ana')).toBe(1);
});
