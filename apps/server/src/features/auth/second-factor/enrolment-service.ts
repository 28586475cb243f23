import { timingSafeEqual } from 'node:crypto';
import type { TwoFactorSetup } from '@halyard/contract/auth';
import type { Session } from '../../../http/call.ts';
import type { AppendAudit } from '../../../infra/audit/append-audit.ts';
import { newBackupCodes } from '../../../infra/crypto/backup-codes.ts';
import { openSecret, sealSecret } from '../../../infra/crypto/envelope.ts';
import type { KeyWrapper } from '../../../infra/crypto/key-wrapper.ts';
import { newSalt, type PasswordHasher } from '../../../infra/crypto/password-hasher.ts';
import { newToken } from '../../../infra/crypto/token.ts';
import { base32Of, newTotpSecret, otpUrlOf } from '../../../infra/crypto/totp.ts';
import type { Database, DatabaseTransaction } from '../../../infra/db/database.ts';
import { Problem } from '../../../infra/problem.ts';
import type { RequestOrigin } from '../../../infra/request-origin.ts';
import type { SealedRows } from '../../../infra/sealed-rows/sealed-rows.ts';
import type { NotifyAdministrator } from '../account-notices.ts';
import { lockAdministrator, readAdministrator } from '../administrators/administrator-store.ts';
import { twoFactorAct } from '../auth-audit.ts';
import { voidLinks } from '../passwords/password-reset-store.ts';
import { endSessionsWithAudit } from '../sessions/session-ending.ts';
import { completeSession, lockPendingSession } from '../sessions/session-store.ts';
import { isKnownDevice } from '../sign-in/known-devices.ts';
import { codeWaitSeconds } from './code-failures.ts';
import { storeFactors } from './factor-store.ts';
import { codeOf, totpCode, totpOwner } from './second-factor.ts';
import {
  countSetupWrongCode,
  dropSetup,
  echoDigest,
  holdSetup,
  lockSetup,
  readSetup,
  setupMismatch,
} from './setup-store.ts';
import { invalidCode, takeWrongCode } from './wrong-codes.ts';

const WRONG_CODES_MAX = 5;

export interface Enrolment {
  readonly code: string;
  readonly secret: string;
  readonly backupCodes: readonly string[];
}

export interface EnrolmentService {
  /** Replaces an earlier setup of the session. @throws Problem `2fa_already_enabled` */
  readonly setUp: (session: Session, origin: RequestOrigin) => Promise<TwoFactorSetup>;
  /**
   * Completes the session, mails the owner and returns a new token. Five failures end the setup.
   * @throws Problem `invalid_code`, `setup_mismatch` or `2fa_already_enabled`
   */
  readonly enable: (session: Session, enrolment: Enrolment, origin: RequestOrigin) => Promise<string>;
}

interface Parts {
  readonly database: Database;
  readonly sealedRows: SealedRows;
  readonly keys: KeyWrapper;
  readonly passwords: PasswordHasher;
  readonly appendAudit: AppendAudit;
  readonly notify: NotifyAdministrator;
  readonly productName: string;
  readonly now: () => number;
}

export function createEnrolmentService(parts: Parts): EnrolmentService {
  return {
    setUp: (session, origin) => setUp(parts, session, origin),
    enable: (session, enrolment, origin) => enable(parts, session, enrolment, origin),
  };
}

/** Returns the time step of the code. Runs before the transaction, because it is slow. */
async function examine(parts: Parts, session: Session, enrolment: Enrolment) {
  const setup = await readSetup(parts.database.reader, session.id);
  if (setup === undefined) throw setupMismatch();
  if (!timingSafeEqual(setup.echo_digest, echoDigest(enrolment.secret, enrolment.backupCodes))) {
    return { setup, outcome: 'mismatch' as const };
  }
  const secret = await openSecret(parts.keys, { kind: 'two_factor_setup', id: session.id }, setup.secret);
  const shown = totpCode(secret, codeOf(enrolment.code), parts.now());
  if (shown.kind !== 'totp') return { setup, outcome: shown.kind };

  const backupCodeSalt = newSalt();
  const backupCodeHashes = await Promise.all(
    enrolment.backupCodes.map((text) => parts.passwords.derive(text, backupCodeSalt)),
  );
  const sealedSecret = await sealSecret(parts.keys, totpOwner(session.administrator.id), secret);
  return {
    setup,
    outcome: 'right' as const,
    step: shown.step,
    factors: { sealedSecret, backupCodeSalt, backupCodeHashes },
  };
}

async function refuse(
  parts: Parts,
  transaction: DatabaseTransaction,
  session: Session,
  reason: 'mismatch' | 'wrong' | 'locked' | 'replayed' | 'mistimed',
  origin: RequestOrigin,
): Promise<Problem> {
  if (reason !== 'mismatch')
    await takeWrongCode(transaction, parts, session.administrator, 'sign_in', origin);
  const attemptsRemaining = Math.max(
    0,
    WRONG_CODES_MAX - (await countSetupWrongCode(transaction, session.id)),
  );
  if (attemptsRemaining === 0) await dropSetup(transaction, session.id);
  await parts.appendAudit(
    transaction,
    twoFactorAct(session.administrator, origin, {
      action: 'two_factor.enable',
      description: '2FA setup failed',
      status: 'failure',
      errorMessage: reason === 'mismatch' ? 'Not the setup that was issued' : 'Invalid verification code',
      metadata: { reason, setup_ended: attemptsRemaining === 0 },
    }),
  );
  return reason === 'mismatch' ? setupMismatch() : invalidCode(reason, { attemptsRemaining });
}

async function enrol(
  parts: Parts,
  transaction: DatabaseTransaction,
  session: Session,
  examined: Awaited<ReturnType<typeof examine>>,
  origin: RequestOrigin,
): Promise<string | Problem> {
  const { administrator } = session;
  const locked = await lockAdministrator(transaction, parts.sealedRows, administrator.id);
  requireNotEnrolled(locked);
  await lockPendingSession(transaction, parts.sealedRows, session, locked);
  const held = await lockSetup(transaction, session.id);
  if (held === undefined || !held.echo_digest.equals(examined.setup.echo_digest)) throw setupMismatch();
  if ((await codeWaitSeconds(transaction, locked)) > 0) {
    return await refuse(parts, transaction, session, 'locked', origin);
  }
  if (examined.outcome !== 'right')
    return await refuse(parts, transaction, session, examined.outcome, origin);
  if (
    !(await storeFactors(transaction, parts.sealedRows, administrator.id, examined.step, examined.factors))
  ) {
    return await refuse(parts, transaction, session, 'replayed', origin);
  }
  await dropSetup(transaction, session.id);
  if (!(await isKnownDevice(transaction, parts.sealedRows, administrator.id, session.id, origin))) {
    await parts.notify(transaction, administrator, { kind: 'new_sign_in' }, origin);
  }
  await parts.notify(transaction, administrator, { kind: 'two_factor_enabled' }, origin);
  const token = newToken();
  await completeSession(transaction, parts.sealedRows, session.id, token);
  const reason = 'two-factor authentication enabled';
  const keptSessionId = session.id;
  await endSessionsWithAudit(transaction, parts, {
    administrator,
    reason,
    origin,
    keptSessionId,
  });
  await voidLinks(transaction, parts.sealedRows, administrator.id);
  await parts.appendAudit(
    transaction,
    twoFactorAct(administrator, origin, {
      action: 'two_factor.enable',
      description: 'Two-factor authentication enabled',
      status: 'success',
    }),
  );
  return token;
}

async function setUp(parts: Parts, session: Session, origin: RequestOrigin): Promise<TwoFactorSetup> {
  const { administrator } = session;
  requireNotEnrolled(await readAdministrator(parts.database.reader, parts.sealedRows, administrator.id));
  const secret = newTotpSecret();
  const base32 = base32Of(secret);
  const backupCodes = newBackupCodes();
  const sealed = await sealSecret(parts.keys, { kind: 'two_factor_setup', id: session.id }, secret);
  await parts.database.transaction(async (transaction) => {
    const locked = await lockAdministrator(transaction, parts.sealedRows, administrator.id);
    requireNotEnrolled(locked);
    await lockPendingSession(transaction, parts.sealedRows, session, locked);
    await holdSetup(transaction, session.id, sealed, echoDigest(base32, backupCodes));
    await parts.appendAudit(
      transaction,
      twoFactorAct(administrator, origin, {
        action: 'two_factor.setup',
        description: '2FA setup started',
        status: 'success',
      }),
    );
  });
  return { otpUrl: otpUrlOf(secret, parts.productName, administrator.email), secret: base32, backupCodes };
}

async function enable(
  parts: Parts,
  session: Session,
  enrolment: Enrolment,
  origin: RequestOrigin,
): Promise<string> {
  requireNotEnrolled(
    await readAdministrator(parts.database.reader, parts.sealedRows, session.administrator.id),
  );
  const examined = await examine(parts, session, enrolment);
  const outcome = await parts.database.transaction((transaction) =>
    enrol(parts, transaction, session, examined, origin),
  );
  if (outcome instanceof Problem) throw outcome;
  return outcome;
}

function requireNotEnrolled({ totp_secret }: { readonly totp_secret: Buffer | null }): void {
  if (totp_secret === null) return;
  throw new Problem('2fa_already_enabled', 'Two-factor authentication is already enabled');
}
