import { STEP_UP_ATTEMPTS } from '@halyard/contract/constants';
import { INVALID_CODE_IN_HEADER, STATUS_WORDS } from '@halyard/contract/error-body';
import type { CodeStepUp, OpenStepUp, Session, StepUp, StepUpRefusal } from '../../../http/call.ts';
import type { AppendAudit } from '../../../infra/audit/append-audit.ts';
import type { KeyWrapper } from '../../../infra/crypto/key-wrapper.ts';
import type { PasswordHasher } from '../../../infra/crypto/password-hasher.ts';
import type { Database, DatabaseTransaction } from '../../../infra/db/database.ts';
import { Problem } from '../../../infra/problem.ts';
import type { RequestOrigin } from '../../../infra/request-origin.ts';
import type { RowLock, SealedRows } from '../../../infra/sealed-rows/sealed-rows.ts';
import type { NotifyAdministrator } from '../account-notices.ts';
import {
  type Administrator,
  countBackupCodes,
  isTotpStepFree,
  isUnusedBackupCode,
  lockAdministrator,
  readAdministrator,
} from '../administrators/administrator-store.ts';
import { twoFactorAct } from '../auth-audit.ts';
import { sessionGone } from '../sessions/session-gone.ts';
import {
  isSecondFactorRecent,
  type LockedSession,
  lockOpenSession,
  noteSecondFactor,
} from '../sessions/session-store.ts';
import { codeWaitSeconds, forgiveWrongCodes } from './code-failures.ts';
import { findHold, type HoldSettings } from './factor-hold.ts';
import { type CodeVerdict, consumeCode, examineCode, type ShownCode } from './second-factor.ts';
import { invalidCode, takeWrongCode } from './wrong-codes.ts';

interface Asked {
  readonly session: Session;
  readonly origin: RequestOrigin;
  /** HTTP status of a refusal, which differs for a code in the header and one in the body. */
  readonly refusal: number;
  readonly auditRefusal?: AuditRefusal;
}

/** Records a refusal in the audit log of the protected resource. */
type AuditRefusal = (transaction: DatabaseTransaction, reason: StepUpRefusal) => Promise<void>;

export interface StepUpService {
  readonly openRecent: OpenStepUp;
  readonly openWithHeader: (
    call: Parameters<OpenStepUp>[0],
    auditRefusal: AuditRefusal,
  ) => Promise<CodeStepUp>;
  readonly openWithCode: (session: Session, code: string, origin: RequestOrigin) => Promise<CodeStepUp>;
}

interface Parts extends HoldSettings {
  readonly database: Database;
  readonly sealedRows: SealedRows;
  readonly keys: KeyWrapper;
  readonly passwords: PasswordHasher;
  readonly appendAudit: AppendAudit;
  readonly notify: NotifyAdministrator;
  readonly now: () => number;
}

/** Checks a code before the slow work of an action. The action's transaction then uses the code up. */
export function createStepUpService(parts: Parts): StepUpService {
  return {
    openRecent: (call) => openRecent(parts, call),
    openWithHeader: async ({ session, origin, code }, auditRefusal) => {
      const asked = { session, origin, refusal: INVALID_CODE_IN_HEADER, auditRefusal };
      if (code !== undefined) return await withCode(parts, asked, code);
      await parts.database.transaction((transaction) => noteRefusal(parts, transaction, asked, 'missing'));
      throw verificationRequired();
    },
    openWithCode: (session, code, origin) =>
      withCode(parts, { session, origin, refusal: STATUS_WORDS.invalid_code }, code),
  };
}

async function noteRefusal(
  parts: Parts,
  transaction: DatabaseTransaction,
  { session, origin, auditRefusal }: Asked,
  reason: StepUpRefusal,
): Promise<void> {
  await parts.appendAudit(
    transaction,
    twoFactorAct(session.administrator, origin, {
      action: 'two_factor.step_up',
      description: '2FA code for an action rejected',
      status: 'failure',
      errorMessage: reason === 'missing' ? 'No verification code' : 'Invalid verification code',
      metadata: { reason },
    }),
  );
  await auditRefusal?.(transaction, reason);
}

async function refuseCode(
  parts: Parts,
  transaction: DatabaseTransaction,
  asked: Asked,
  verdict: Exclude<CodeVerdict, 'accepted'>,
): Promise<Problem> {
  const { session, origin, refusal } = asked;
  const { administrator } = session;
  const attemptsRemaining = await takeWrongCode(transaction, parts, administrator, 'step_up', origin);
  await noteRefusal(parts, transaction, asked, verdict);
  return invalidCode(verdict, { attemptsRemaining, httpCode: refusal });
}

async function refuseLocked(
  parts: Parts,
  transaction: DatabaseTransaction,
  asked: Asked,
  waitSeconds: number,
): Promise<Problem> {
  await noteRefusal(parts, transaction, asked, 'locked');
  return codesLocked(waitSeconds);
}

/** Locks the administrator before the session, as everywhere, to avoid deadlocks. */
async function lock(
  { sealedRows }: Parts,
  transaction: DatabaseTransaction,
  session: Session,
  rowLock?: RowLock,
): Promise<LockedSession & { readonly administrator: Administrator }> {
  const administrator = await lockAdministrator(transaction, sealedRows, session.administrator.id, rowLock);
  const locked = await lockOpenSession(transaction, sealedRows, session, rowLock);
  if (locked === undefined) throw sessionGone();
  return { ...locked, administrator };
}

async function acceptOrRefuse(
  parts: Parts,
  transaction: DatabaseTransaction,
  asked: Asked,
  shown: ShownCode,
): Promise<Problem | undefined> {
  const { session, origin } = asked;
  const { administrator } = await lock(parts, transaction, session);
  const waitSeconds = await codeWaitSeconds(transaction, administrator);
  if (waitSeconds > 0) return await refuseLocked(parts, transaction, asked, waitSeconds);
  const verdict = await consumeCode(transaction, parts.sealedRows, session.administrator.id, shown);
  if (verdict !== 'accepted') return await refuseCode(parts, transaction, asked, verdict);
  await forgiveWrongCodes(transaction, parts.sealedRows, session.administrator.id);
  await noteSecondFactor(transaction, parts.sealedRows, session.id);
  if (shown.kind === 'backup') {
    const codesLeft = await countBackupCodes(transaction, parts.sealedRows, session.administrator.id);
    await parts.notify(transaction, session.administrator, { kind: 'backup_code_used', codesLeft }, origin);
  }
  return undefined;
}

/** Checks the code without using it up. A concurrent request may still use it. */
function mayBeRight(shown: ShownCode, administrator: Administrator): boolean {
  switch (shown.kind) {
    case 'totp':
      return isTotpStepFree(administrator, shown.step);
    case 'backup':
      return isUnusedBackupCode(administrator, shown.hash);
    case 'mistimed':
    case 'wrong':
      return false;
  }
}

async function withCode(parts: Parts, asked: Asked, code: string): Promise<CodeStepUp> {
  const { id } = asked.session.administrator;
  const factors = await readAdministrator(parts.database.reader, parts.sealedRows, id);
  const waitSeconds = await codeWaitSeconds(parts.database.reader, factors);
  if (waitSeconds > 0) {
    throw await parts.database.transaction((transaction) =>
      refuseLocked(parts, transaction, asked, waitSeconds),
    );
  }
  const shown = await examineCode(parts, factors, code, parts.now());
  // Reject a wrong code first, because the action's own checks would reveal details.
  if (!mayBeRight(shown, factors)) {
    throw await parts.database.transaction(async (transaction) => {
      const refusal = await acceptOrRefuse(parts, transaction, asked, shown);
      if (refusal === undefined) throw new Error('a wrong code became valid between two checks');
      return refusal;
    });
  }
  return {
    keyHeldUntil: async (transaction) => {
      const administrator = await readAdministrator(transaction, parts.sealedRows, id);
      if (shown.kind !== 'totp' && shown.kind !== 'backup') throw new Error('a wrong code opened a step-up');
      return await findHold(parts, transaction, administrator, { kind: shown.kind, origin: asked.origin });
    },
    transaction: async (work) => {
      const outcome = await parts.database.transaction(async (transaction) => {
        const refusal = await acceptOrRefuse(parts, transaction, asked, shown);
        return refusal === undefined ? { result: await work(transaction) } : { refusal };
      });
      if ('refusal' in outcome) throw outcome.refusal;
      return outcome.result;
    },
  };
}

async function openRecent(
  parts: Parts,
  { session, origin, code }: Parameters<OpenStepUp>[0],
): Promise<StepUp> {
  if (code !== undefined) {
    return await withCode(parts, { session, origin, refusal: INVALID_CODE_IN_HEADER }, code);
  }
  if (!(await isSecondFactorRecent(parts.database.reader, parts.sealedRows, session.id)))
    throw verificationRequired();
  return {
    transaction: async (work, { changesAccount = false } = {}) =>
      await parts.database.transaction(async (transaction) => {
        // Acts of one administrator at once do not wait for each other.
        const rowLock = changesAccount ? 'FOR UPDATE' : 'FOR SHARE';
        const locked = await lock(parts, transaction, session, rowLock);
        if (!locked.isSecondFactorRecent) throw verificationRequired();
        return await work(transaction);
      }),
  };
}

function verificationRequired(): Problem {
  return new Problem('2fa_verification_required', 'This action requires two-factor authentication', {
    attemptsRemaining: STEP_UP_ATTEMPTS,
  });
}

function codesLocked(retryAfterSeconds: number): Problem {
  return new Problem('rate_limited', 'Too many wrong codes', { retryAfterSeconds });
}
