import { Problem } from '../../../infra/problem.ts';

/** Error for a session that ended or changed stage after the access check. */
export function sessionGone(): Problem {
  return new Problem('unauthenticated', 'Please sign in');
}
