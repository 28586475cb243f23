import type { Session, StepUp } from '../../../http/call.ts';
import type { AppendAudit } from '../../../infra/audit/append-audit.ts';
import type { PasswordHasher } from '../../../infra/crypto/password-hasher.ts';
import { newToken } from '../../../infra/crypto/token.ts';
import type { Database } from '../../../infra/db/database.ts';
import { Problem } from '../../../infra/problem.ts';
import type { RequestOrigin } from '../../../infra/request-origin.ts';
import type { NotifyAdministrator } from '../account-notices.ts';
import { lockAdministrator, readAdministrator, setPassword } from '../administrators/administrator-store.ts';
import { passwordAct, sessionEnded } from '../auth-audit.ts';
import { endSessionsWithAudit } from '../sessions/session-ending.ts';
import { sessionGone } from '../sessions/session-gone.ts';
import {
  countSessionPassword,
  endSession,
  lockOpenSession,
  renewSessionToken,
  withdrawSessionPassword,
} from '../sessions/session-store.ts';
import { voidLinks } from './password-reset-store.ts';
import { requireStrongPassword, weakPassword } from './password-rules.ts';

const WRONG_PASSWORDS_MAX = 5;

export interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
}

export interface PasswordChangeService {
  /**
   * Replaces the password, ends all other sessions and returns the new token of this one.
   * @throws Problem `invalid_password`, the fifth of which ends the session, or `validation_error`
   */
  readonly change: (
    session: Session,
    change: PasswordChange,
    stepUp: StepUp,
    origin: RequestOrigin,
  ) => Promise<string>;
}

export function createPasswordChangeService(parts: {
  readonly database: Database;
  readonly appendAudit: AppendAudit;
  readonly passwords: PasswordHasher;
  readonly notify: NotifyAdministrator;
}): PasswordChangeService {
  const { database, appendAudit, passwords, notify } = parts;

  /** Counts a try before its password is looked at, so that no number of simultaneous ones gets more looks. */
  async function admit(session: Session): Promise<number> {
    return await database.transaction(async (transaction) => {
      if (!(await lockOpenSession(transaction, session))) throw sessionGone();
      const tries = await countSessionPassword(transaction, session.id);
      if (tries > WRONG_PASSWORDS_MAX) throw sessionGone();
      return tries;
    });
  }

  async function refuse(session: Session, tries: number, origin: RequestOrigin): Promise<never> {
    const { id, administrator } = session;
    const reason = 'too many wrong passwords';
    await database.transaction(async (transaction) => {
      if (tries >= WRONG_PASSWORDS_MAX && (await endSession(transaction, id, reason))) {
        await appendAudit(transaction, sessionEnded(administrator, id, reason, origin));
      }
      await appendAudit(
        transaction,
        passwordAct(administrator, origin, {
          action: 'password.change',
          description: 'Password change refused',
          status: 'failure',
          errorMessage: 'Current password is incorrect',
        }),
      );
    });
    throw wrongPassword();
  }

  async function requireCurrent(
    session: Session,
    password: string,
    storedHash: string,
    origin: RequestOrigin,
  ): Promise<void> {
    const tries = await admit(session);
    let wrong = false;
    try {
      wrong = !(await passwords.check(password, storedHash)).correct;
    } finally {
      // Neither a right one counts nor one that could not be looked at.
      if (!wrong) {
        await database.transaction((transaction) => withdrawSessionPassword(transaction, session.id));
      }
    }
    if (wrong) await refuse(session, tries, origin);
  }

  return {
    async change(session, { currentPassword, newPassword }, stepUp, origin) {
      const { administrator } = session;
      const { password_hash } = await readAdministrator(database.reader, administrator.id);
      await requireCurrent(session, currentPassword, password_hash, origin);
      if (newPassword === currentPassword) {
        throw weakPassword('unchanged', 'New password must be different from current password');
      }
      requireStrongPassword(newPassword, administrator);
      const newHash = await passwords.hash(newPassword);
      const token = newToken();
      await stepUp.transaction(async (transaction) => {
        const now = await lockAdministrator(transaction, administrator.id);
        // Another session changed it while this one was hashing.
        if (now.password_hash !== password_hash) throw wrongPassword();
        await setPassword(transaction, administrator.id, newHash);
        await voidLinks(transaction, administrator.id);
        await renewSessionToken(transaction, session.id, token);
        const reason = 'password changed';
        const keptSessionId = session.id;
        await endSessionsWithAudit(transaction, appendAudit, {
          administrator,
          reason,
          origin,
          keptSessionId,
        });
        await notify(transaction, administrator, { kind: 'password_changed' }, origin);
        await appendAudit(
          transaction,
          passwordAct(administrator, origin, {
            action: 'password.change',
            description: 'Password changed',
            status: 'success',
          }),
        );
      });
      return token;
    },
  };
}

function wrongPassword(): Problem {
  return new Problem('invalid_password', 'Current password is incorrect');
}
