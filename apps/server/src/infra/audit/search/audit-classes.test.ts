import { expect, it } from 'vitest';
import { classesAmong, classesOf, countOfClasses } from './audit-classes.ts';

function int32s(numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 4);
  for (const [index, number] of numbers.entries()) bytes.writeInt32BE(number, index * 4);
  return bytes;
}

it('countOfClasses and classesAmong match no class if there are no ids', () => {
  const counts = int32s([0, 7]);
  expect([
    countOfClasses(counts, classesOf(int32s([]))),
    classesAmong(counts, classesOf(int32s([]))),
  ]).toEqual([0, []]);
});

it('countOfClasses and classesAmong find the classes of a node among 300,000 ids', () => {
  const many = Array.from({ length: 300_000 }, (_, id) => id);
  const classes = classesOf(int32s([...many.slice(150_000), ...many.slice(0, 149_999)]));
  const counts = int32s([0, 1, 149_998, 2, 149_999, 4, 150_000, 8, 299_999, 16, 300_000, 32]);
  expect(classesAmong(counts, classes)).toEqual([0, 149_998, 150_000, 299_999]);
  expect(countOfClasses(counts, classes)).toBe(27);
});
