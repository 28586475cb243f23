import type { Session, StepUp } from '../../../http/call.ts';
import type { AppendAudit } from '../../../infra/audit/append-audit.ts';
import type { PasswordHasher } from '../../../infra/crypto/password-hasher.ts';
import { newToken } from '../../../infra/crypto/token.ts';
import type { Database, DatabaseTransaction } from '../../../infra/db/database.ts';
import { Problem } from '../../../infra/problem.ts';
import type { RequestOrigin } from '../../../infra/request-origin.ts';
import type { SealedRows } from '../../../infra/sealed-rows/sealed-rows.ts';
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
import { requireStrongPassword, unchangedPassword } from './password-rules.ts';

const WRONG_PASSWORDS_MAX = 5;

export interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
}

export interface PasswordChangeService {
  /**
   * Ends all other sessions. The fifth wrong password ends this session.
   * @throws Problem `validation_error` or `invalid_password`
   */
  readonly change: (
    session: Session,
    change: PasswordChange,
    stepUp: StepUp,
    origin: RequestOrigin,
  ) => Promise<string>;
}

interface Parts {
  readonly database: Database;
  readonly sealedRows: SealedRows;
  readonly appendAudit: AppendAudit;
  readonly passwords: PasswordHasher;
  readonly notify: NotifyAdministrator;
}

export function createPasswordChangeService(parts: Parts): PasswordChangeService {
  return {
    change: (session, passwords, stepUp, origin) => change(parts, session, passwords, stepUp, origin),
  };
}

/** Counts the attempt before the password check, so that concurrent attempts cannot exceed the limit. */
async function admit(parts: Parts, session: Session): Promise<number> {
  return await parts.database.transaction(async (transaction) => {
    if (!(await lockOpenSession(transaction, parts.sealedRows, session))) throw sessionGone();
    const tries = await countSessionPassword(transaction, parts.sealedRows, session.id);
    if (tries > WRONG_PASSWORDS_MAX) throw sessionGone();
    return tries;
  });
}

async function refuse(parts: Parts, session: Session, tries: number, origin: RequestOrigin): Promise<never> {
  const { id, administrator } = session;
  const reason = 'too many wrong passwords';
  await parts.database.transaction(async (transaction) => {
    if (tries >= WRONG_PASSWORDS_MAX && (await endSession(transaction, parts.sealedRows, id, reason))) {
      await parts.appendAudit(transaction, sessionEnded(administrator, id, reason, origin));
    }
    await parts.appendAudit(
      transaction,
      passwordAct(administrator, origin, {
        action: 'password.change',
        description: 'Password change failed',
        status: 'failure',
        errorMessage: 'Current password is incorrect',
      }),
    );
  });
  throw wrongPassword();
}

async function requireCurrent(
  parts: Parts,
  session: Session,
  password: string,
  storedHash: string,
  origin: RequestOrigin,
): Promise<void> {
  const tries = await admit(parts, session);
  let wrong = false;
  try {
    wrong = !(await parts.passwords.check(password, storedHash)).correct;
  } finally {
    // Correct passwords and unchecked ones do not count.
    if (!wrong) {
      await parts.database.transaction((transaction) =>
        withdrawSessionPassword(transaction, parts.sealedRows, session.id),
      );
    }
  }
  if (wrong) await refuse(parts, session, tries, origin);
}

async function change(
  parts: Parts,
  session: Session,
  { currentPassword, newPassword }: PasswordChange,
  stepUp: StepUp,
  origin: RequestOrigin,
): Promise<string> {
  const { administrator } = session;
  const { password_hash } = await readAdministrator(
    parts.database.reader,
    parts.sealedRows,
    administrator.id,
  );
  await requireCurrent(parts, session, currentPassword, password_hash, origin);
  if (newPassword === currentPassword) throw unchangedPassword();
  requireStrongPassword(newPassword, administrator);
  const newHash = await parts.passwords.hash(newPassword);
  const token = newToken();
  const act = async (transaction: DatabaseTransaction) => {
    const now = await lockAdministrator(transaction, parts.sealedRows, administrator.id);
    // Another session changed the password while this one was hashing.
    if (now.password_hash !== password_hash) throw wrongPassword();
    await setPassword(transaction, parts.sealedRows, administrator.id, newHash);
    await voidLinks(transaction, parts.sealedRows, administrator.id);
    await renewSessionToken(transaction, parts.sealedRows, session.id, token);
    const reason = 'password changed';
    const keptSessionId = session.id;
    await endSessionsWithAudit(transaction, parts, {
      administrator,
      reason,
      origin,
      keptSessionId,
    });
    await parts.notify(transaction, administrator, { kind: 'password_changed' }, origin);
    await parts.appendAudit(
      transaction,
      passwordAct(administrator, origin, {
        action: 'password.change',
        description: 'Password changed',
        status: 'success',
      }),
    );
  };
  await stepUp.transaction(act, { changesAccount: true });
  return token;
}

function wrongPassword(): Problem {
  return new Problem('invalid_password', 'Current password is incorrect');
}
