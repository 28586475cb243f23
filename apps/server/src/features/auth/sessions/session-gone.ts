import { Problem } from '../../../infra/problem.ts';

/** A session that ended, or came further, between the access check and the transaction. */
export function sessionGone(): Problem {
  return new Problem('unauthenticated', 'Please sign in');
}
