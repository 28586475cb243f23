import { expect, it } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { failureOf } from './failure-of.ts';

it.each([
  [0, "Couldn't reach the server. Check your connection."],
  [200, 'The server sent an invalid response.'],
  [401, 'Your session has ended.'],
  [403, "You don't have access to this."],
  [404, 'The server rejected the request (404).'],
  [429, 'Too many requests. Wait a moment.'],
  [503, 'The server reported an error (503).'],
])('failureOf describes code %j as: %s', (httpStatus, reason) => {
  expect(failureOf(new ApiError({ httpStatus, requestId: 'r-1' }))).toEqual({ reason, requestId: 'r-1' });
});

it('failureOf describes any other error as an invalid response', () => {
  expect(failureOf(new TypeError('x'))).toEqual({
    reason: 'The server sent an invalid response.',
    requestId: undefined,
  });
});
