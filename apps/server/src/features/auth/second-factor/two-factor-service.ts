import type { TwoFactorStatus } from '@halyard/contract/auth';
import type { Session } from '../../../http/call.ts';
import type { AppendAudit } from '../../../infra/audit/append-audit.ts';
import type { KeyWrapper } from '../../../infra/crypto/key-wrapper.ts';
import type { PasswordHasher } from '../../../infra/crypto/password-hasher.ts';
import { newToken } from '../../../infra/crypto/token.ts';
import type { Database, DatabaseTransaction } from '../../../infra/db/database.ts';
import { Problem } from '../../../infra/problem.ts';
import type { RequestOrigin } from '../../../infra/request-origin.ts';
import type { SealedRows } from '../../../infra/sealed-rows/sealed-rows.ts';
import type { NotifyAdministrator } from '../account-notices.ts';
import {
  countBackupCodes,
  lockAdministrator,
  readAdministrator,
} from '../administrators/administrator-store.ts';
import { sessionEnded, twoFactorAct } from '../auth-audit.ts';
import { voidLinks } from '../passwords/password-reset-store.ts';
import {
  completeSession,
  countSessionWrongCode,
  endSession,
  endSurplusSessions,
  lockPendingSession,
} from '../sessions/session-store.ts';
import { isKnownDevice } from '../sign-in/known-devices.ts';
import { codeWaitSeconds, forgiveWrongCodes } from './code-failures.ts';
import { consumeCode, examineCode, type ShownCode } from './second-factor.ts';
import { invalidCode, takeWrongCode, tellOfAbandonedSignIn } from './wrong-codes.ts';

const WRONG_CODES_MAX = 5;

export interface TwoFactorService {
  readonly status: (session: Session) => Promise<TwoFactorStatus>;
  /** Returns the full session's token. @throws Problem `invalid_code`; the fifth ends the session */
  readonly verify: (session: Session, code: string, origin: RequestOrigin) => Promise<string>;
}

interface Parts {
  readonly database: Database;
  readonly sealedRows: SealedRows;
  readonly keys: KeyWrapper;
  readonly passwords: PasswordHasher;
  readonly appendAudit: AppendAudit;
  readonly notify: NotifyAdministrator;
  readonly now: () => number;
}

export function createTwoFactorService(parts: Parts): TwoFactorService {
  return {
    status: (session) => status(parts, session),
    verify: (session, code, origin) => verify(parts, session, code, origin),
  };
}

async function tellOwner(
  parts: Parts,
  transaction: DatabaseTransaction,
  { id: sessionId, administrator }: Session,
  shown: ShownCode,
  origin: RequestOrigin,
): Promise<void> {
  if (shown.kind === 'backup') {
    const codesLeft = await countBackupCodes(transaction, parts.sealedRows, administrator.id);
    await parts.notify(transaction, administrator, { kind: 'backup_code_used', codesLeft }, origin);
  }
  if (!(await isKnownDevice(transaction, parts.sealedRows, administrator.id, sessionId, origin))) {
    await parts.notify(transaction, administrator, { kind: 'new_sign_in' }, origin);
  }
}

async function acceptOrCount(
  parts: Parts,
  transaction: DatabaseTransaction,
  session: Session,
  shown: ShownCode,
  origin: RequestOrigin,
): Promise<string | Problem> {
  const { administrator } = session;
  const factors = await lockAdministrator(transaction, parts.sealedRows, administrator.id);
  await lockPendingSession(transaction, parts.sealedRows, session, factors);
  const locked = (await codeWaitSeconds(transaction, factors)) > 0;
  const verdict = locked
    ? 'wrong'
    : await consumeCode(transaction, parts.sealedRows, administrator.id, shown);
  if (verdict !== 'accepted') {
    await takeWrongCode(transaction, parts, administrator, 'sign_in', origin);
    const wrongCodes = await countSessionWrongCode(transaction, parts.sealedRows, session.id);
    const attemptsRemaining = Math.max(0, WRONG_CODES_MAX - wrongCodes);
    if (attemptsRemaining === 0) {
      await endSession(transaction, parts.sealedRows, session.id, 'too many wrong codes');
      await tellOfAbandonedSignIn(transaction, parts, administrator, origin);
    }
    await parts.appendAudit(
      transaction,
      twoFactorAct(administrator, origin, {
        action: 'two_factor.verify',
        description: '2FA code rejected',
        status: 'failure',
        errorMessage: 'Invalid verification code',
        metadata: { reason: locked ? 'locked' : verdict, session_ended: attemptsRemaining === 0 },
      }),
    );
    return invalidCode(verdict, { attemptsRemaining });
  }
  const token = newToken();
  await tellOwner(parts, transaction, session, shown, origin);
  await forgiveWrongCodes(transaction, parts.sealedRows, administrator.id);
  await voidLinks(transaction, parts.sealedRows, administrator.id);
  await completeSession(transaction, parts.sealedRows, session.id, token);
  for (const ended of await endSurplusSessions(transaction, parts.sealedRows, administrator.id)) {
    await parts.appendAudit(transaction, sessionEnded(administrator, ended, 'too many sessions', origin));
  }
  await parts.appendAudit(
    transaction,
    twoFactorAct(administrator, origin, {
      action: 'two_factor.verify',
      description: 'Signed in with 2FA',
      status: 'success',
      metadata: { method: shown.kind },
    }),
  );
  return token;
}

async function status(parts: Parts, { stage, administrator }: Session): Promise<TwoFactorStatus> {
  const { totp_secret, backup_codes } = await readAdministrator(
    parts.database.reader,
    parts.sealedRows,
    administrator.id,
  );
  const enabled = totp_secret !== null;
  if (!enabled || stage !== 'full') return { enabled };
  return { enabled, backupCodesRemaining: backup_codes.length };
}

async function verify(parts: Parts, session: Session, code: string, origin: RequestOrigin): Promise<string> {
  const factors = await readAdministrator(parts.database.reader, parts.sealedRows, session.administrator.id);
  const shown = await examineCode(parts, factors, code, parts.now());
  const outcome = await parts.database.transaction((transaction) =>
    acceptOrCount(parts, transaction, session, shown, origin),
  );
  if (outcome instanceof Problem) throw outcome;
  return outcome;
}
