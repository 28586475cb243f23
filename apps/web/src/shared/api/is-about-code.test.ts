import { expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { isAboutCode } from './is-about-code.ts';

it.each([
  [{ status: 'invalid_code' }, true],
  [{ status: 'code_invalid' }, true],
  [{ status: '2fa_failed' }, true],
  [{ message: 'Invalid code' }, true],
  [{ message: 'Invalid OTP' }, true],
  [{}, false],
  [{ message: 'Unauthorized' }, false],
  [{ status: 'unauthenticated', message: 'Your 2FA session has expired' }, false],
  [{ message: 'Request failed with status code 401' }, false],
  [{ message: 'Encoded wrongly' }, false],
])('isAboutCode for a 401 with %j returns %s', (failure, expected) => {
  expect(isAboutCode(new ApiError({ httpStatus: 401, ...failure }))).toBe(expected);
  expect(isAboutCode(new ApiError({ httpStatus: 400, ...failure }))).toBe(false);
});
