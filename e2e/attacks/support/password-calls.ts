import type { Caller } from './caller.ts';
import { NEW_PASSWORD } from './passwords.ts';
import type { Stage } from './stage.ts';

/** Subject of the mail about a changed password. */
export const PASSWORD_CHANGED = 'Your Halyard password was changed';

/** Sets a new password with the token of a reset link. */
export const completeReset = async (caller: Caller, token: string, newPassword = NEW_PASSWORD) =>
  await caller.post('/auth/password/reset/complete', { token, newPassword });

export const changePassword = async (caller: Caller, currentPassword: string, newPassword: string) =>
  await caller.post('/auth/password/change', { currentPassword, newPassword });

/** Answer to a sign-in from a network of its own. */
export const signInByPassword = async (
  stage: Stage,
  { email }: { readonly email: string },
  password: string,
) => await stage.newCaller().signIn({ email, password });
