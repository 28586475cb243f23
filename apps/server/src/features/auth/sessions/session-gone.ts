import { Problem } from '../../../infra/problem.ts';

/** Error for a session that ended or changed stage between the access check and the transaction. */
export function sessionGone(): Problem {
  return new Problem('unauthenticated', 'Please sign in');
}
