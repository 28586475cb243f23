import { expect, it } from 'vitest';
import { holdsPage, listPage } from './list-page.ts';

const asText = (row: unknown) => String(row);

it.each([
  [{ things: [1, 2], totalCount: 7 }, 7],
  [{ things: [1, 2], totalCount: '7' }, 7],
  [{ things: [1, 2], pagination: { totalCount: 7 } }, 7],
  [{ things: [1, 2], totalCount: 2, pagination: { totalCount: 7 } }, 7],
  [{ things: [1, 2], totalCount: null, pagination: { totalCount: 7 } }, 7],
])('holdsPage accepts %j', (answer, totalCount) => {
  expect(holdsPage(answer, 'things')).toBe(true);
  expect(listPage(answer, 'things', asText)).toEqual({ rows: ['1', '2'], totalCount });
});

it.each([
  [null],
  [[]],
  [{ things: {}, totalCount: 7 }],
  [{ things: [] }],
  [{ things: [], totalCount: -1 }],
  [{ things: [1, 'x'], totalCount: 2 }],
])('holdsPage rejects %j', (answer) => {
  expect(holdsPage(answer, 'things', (row) => typeof row === 'number')).toBe(false);
});
