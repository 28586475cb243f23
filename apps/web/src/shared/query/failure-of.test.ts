import { expect, it } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { failureOf } from './failure-of.ts';

it.each([
  [0, 'The server did not answer. Check your connection.'],
  [200, 'The answer could not be understood.'],
  [401, 'Your session has ended.'],
  [403, 'The server refused to show this.'],
  [404, 'The server did not accept the request (404).'],
  [429, 'There were too many requests in a short time.'],
  [503, 'The server reported a problem of its own (503).'],
])('code %j means: %s', (httpStatus, reason) => {
  expect(failureOf(new ApiError({ httpStatus, requestId: 'r-1' }))).toEqual({ reason, requestId: 'r-1' });
});

it('has a word for everything else', () => {
  expect(failureOf(new TypeError('x'))).toEqual({
    reason: 'The answer could not be understood.',
    requestId: undefined,
  });
});
