import { Problem } from '../../infra/problem.ts';

/** Treats a deleted user like an unknown id. */
export function noSuchUser(): Problem {
  return new Problem('not_found', 'User not found');
}
