import { expect, it } from 'vitest';
import { parseUsersSearch } from './users-search.ts';

it.each([
  [{}, {}],
  [{ page: 2 }, { page: 2 }],
  [
    { page: '2', search: 'ada' },
    { page: 2, search: 'ada' },
  ],
  [{ page: 1, search: '' }, {}],
  [{ page: 'x', search: '  ' }, {}],
  [{ page: -1, search: { a: 1 } }, {}],
  [{ page: 0.5, search: ['a'] }, {}],
  [{ search: '42' }, { search: '42' }],
  [{ search: ' ada ' }, { search: 'ada' }],
  [{ search: 'a\0d\0a' }, { search: 'ada' }],
  [{ search: '\0' }, {}],
  [{ search: 'a'.repeat(300) }, { search: 'a'.repeat(200) }],
  [{ junk: 'x', status: 'gone' }, {}],
  [{ status: 'deleted' }, { status: 'deleted' }],
  [
    { status: 'all', createdFrom: '2026-03-01', createdTo: '2026-03-05' },
    { status: 'all', createdFrom: '2026-03-01', createdTo: '2026-03-05' },
  ],
  [{ createdFrom: '2026-02-31' }, {}],
  [{ user: ' ', tab: 'actions' }, {}],
  [{ user: '..' }, {}],
  [
    { user: 'u_42/a', tab: 'actions' },
    { user: 'u_42/a', tab: 'actions' },
  ],
  [{ user: '7', tab: 'details' }, { user: '7' }],
])('parseUsersSearch(%j) returns %j', (parameters, expected) => {
  expect(parseUsersSearch(parameters)).toEqual(expected);
});
