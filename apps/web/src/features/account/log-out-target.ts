import type { AccountSession } from '@halyard/contract/account';

/** Which sessions are to end: one, or all but the one that one is in. */
export type LogOutTarget =
  | { readonly kind: 'one'; readonly session: AccountSession }
  | { readonly kind: 'others'; readonly sessions: readonly AccountSession[] };
