import { Problem } from '../../infra/problem.ts';

/** The same for an id that nobody ever had and for a deleted user. */
export function noSuchUser(): Problem {
  return new Problem('not_found', 'There is no such user');
}
