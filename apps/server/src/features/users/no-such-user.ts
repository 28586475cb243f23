import { Problem } from '../../infra/problem.ts';

/** A deleted user gets the same answer as an unknown id. */
export function noSuchUser(): Problem {
  return new Problem('not_found', 'User not found');
}
