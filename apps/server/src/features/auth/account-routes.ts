import {
  changePassword,
  completePasswordReset,
  disableTwoFactor,
  endAccountSession,
  endOtherAccountSessions,
  initiatePasswordReset,
  listAccountSessions,
  regenerateBackupCodes,
  replaceAuthenticator,
  setUpReplacement,
  validatePasswordReset,
} from '@halyard/contract/account';
import type { Mount } from '../../http/mount.ts';
import type { PasswordChangeService } from './passwords/password-change-service.ts';
import type { PasswordResetService } from './passwords/password-reset-service.ts';
import type { FactorChangeService } from './second-factor/factor-change-service.ts';
import type { ReplacementService } from './second-factor/replacement-service.ts';
import type { AccountSessionsService } from './sessions/account-sessions-service.ts';

export function mountAccount(
  mount: Mount,
  {
    passwordChange,
    passwordReset,
    factorChange,
    replacement,
    sessions,
  }: {
    readonly passwordChange: PasswordChangeService;
    readonly passwordReset: PasswordResetService;
    readonly factorChange: FactorChangeService;
    readonly replacement: ReplacementService;
    readonly sessions: AccountSessionsService;
  },
): void {
  mount(changePassword, async ({ session, body, stepUp, origin, cookie }) => {
    cookie.set(await passwordChange.change(session, body, stepUp, origin));
  });

  mount(initiatePasswordReset, async ({ body, origin }) => {
    await passwordReset.initiate({ email: body.email, origin });
    return { message: 'If this email has an account, a reset link is on its way.' };
  });

  mount(validatePasswordReset, async ({ body }) => await passwordReset.validate(body.token));

  mount(completePasswordReset, async ({ body, origin }) => {
    await passwordReset.complete(body.token, body.newPassword, origin);
  });

  mount(disableTwoFactor, async ({ session, body, origin }) => {
    await factorChange.disable(session, body.code, origin);
  });

  mount(setUpReplacement, async ({ session, origin }) => await replacement.setUp(session, origin));

  mount(replaceAuthenticator, async ({ session, body, origin }) => {
    await replacement.replace(session, body, origin);
  });

  mount(regenerateBackupCodes, async ({ session, body, origin }) => {
    return await factorChange.regenerateBackupCodes(session, body.code, origin);
  });

  mount(listAccountSessions, async ({ session }) => await sessions.list(session));

  mount(endAccountSession, async ({ session, params, origin, cookie }) => {
    await sessions.end(session, params.id, origin);
    if (params.id === session.id) cookie.clear();
  });

  mount(endOtherAccountSessions, async ({ session, origin }) => {
    return { ended: await sessions.endOthers(session, origin) };
  });
}
