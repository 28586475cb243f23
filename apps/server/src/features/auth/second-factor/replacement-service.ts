import { timingSafeEqual } from 'node:crypto';
import type { AuthenticatorSetup } from '@halyard/contract/account';
import type { Session } from '../../../http/call.ts';
import type { AppendAudit } from '../../../infra/audit/append-audit.ts';
import { openSecret, sealSecret } from '../../../infra/crypto/envelope.ts';
import type { KeyWrapper } from '../../../infra/crypto/key-wrapper.ts';
import { base32Of, newTotpSecret, otpUrlOf } from '../../../infra/crypto/totp.ts';
import type { Database, DatabaseTransaction } from '../../../infra/db/database.ts';
import { invalidField } from '../../../infra/problem.ts';
import type { RequestOrigin } from '../../../infra/request-origin.ts';
import type { SealedRows } from '../../../infra/sealed-rows/sealed-rows.ts';
import type { NotifyAdministrator } from '../account-notices.ts';
import { twoFactorAct } from '../auth-audit.ts';
import { endSessionsWithAudit } from '../sessions/session-ending.ts';
import { sessionGone } from '../sessions/session-gone.ts';
import { lockOpenSession } from '../sessions/session-store.ts';
import { replaceSecret } from './factor-store.ts';
import { codeOf, totpCode, totpOwner } from './second-factor.ts';
import { dropSetup, echoDigest, holdSetup, lockSetup, readSetup, setupMismatch } from './setup-store.ts';
import type { StepUpService } from './step-up-service.ts';

export interface Replacement {
  /** Of the current authenticator, or a backup code. */
  readonly code: string;
  readonly secret: string;
  /** Of the new authenticator. */
  readonly newCode: string;
}

/** Replaces an authenticator in one step, so that the password alone never permits a setup. */
export interface ReplacementService {
  /** Replaces an earlier setup of the session. */
  readonly setUp: (session: Session, origin: RequestOrigin) => Promise<AuthenticatorSetup>;
  /**
   * Ends all other sessions and mails the owner. The backup codes stay.
   * @throws Problem `invalid_code`, `setup_mismatch`, or `validation_error` for a wrong code of the new authenticator
   */
  readonly replace: (session: Session, replacement: Replacement, origin: RequestOrigin) => Promise<void>;
}

interface Parts {
  readonly database: Database;
  readonly sealedRows: SealedRows;
  readonly keys: KeyWrapper;
  readonly stepUp: StepUpService;
  readonly appendAudit: AppendAudit;
  readonly notify: NotifyAdministrator;
  readonly productName: string;
  readonly now: () => number;
}

export function createReplacementService(parts: Parts): ReplacementService {
  return {
    setUp: (session, origin) => setUp(parts, session, origin),
    replace: (session, replacement, origin) => replace(parts, session, replacement, origin),
  };
}

async function setUp(parts: Parts, session: Session, origin: RequestOrigin): Promise<AuthenticatorSetup> {
  const { administrator } = session;
  const secret = newTotpSecret();
  const base32 = base32Of(secret);
  const sealed = await sealSecret(parts.keys, { kind: 'two_factor_setup', id: session.id }, secret);
  await parts.database.transaction(async (transaction) => {
    if (!(await lockOpenSession(transaction, parts.sealedRows, session))) throw sessionGone();
    await holdSetup(transaction, session.id, sealed, echoDigest(base32, []));
    await parts.appendAudit(
      transaction,
      twoFactorAct(administrator, origin, {
        action: 'two_factor.setup',
        description: 'Replacement of the authenticator started',
        status: 'success',
      }),
    );
  });
  return { otpUrl: otpUrlOf(secret, parts.productName, administrator.email), secret: base32 };
}

/** Returns the time step of the new authenticator's code. Runs before the transaction, because it is slow. */
async function examine(parts: Parts, session: Session, { secret: echoed, newCode }: Replacement) {
  const setup = await readSetup(parts.database.reader, session.id);
  const digest = echoDigest(echoed, []);
  if (setup === undefined || !timingSafeEqual(setup.echo_digest, digest)) throw setupMismatch();
  const secret = await openSecret(parts.keys, { kind: 'two_factor_setup', id: session.id }, setup.secret);
  const shown = totpCode(secret, codeOf(newCode), parts.now());
  if (shown.kind !== 'totp') {
    throw invalidField('newCode', 'invalid_code', 'Invalid code of the new authenticator');
  }
  const sealedSecret = await sealSecret(parts.keys, totpOwner(session.administrator.id), secret);
  return { digest, step: shown.step, sealedSecret };
}

async function replace(
  parts: Parts,
  session: Session,
  replacement: Replacement,
  origin: RequestOrigin,
): Promise<void> {
  const { step, sealedSecret, digest } = await examine(parts, session, replacement);
  const confirmed = await parts.stepUp.openWithCode(session, replacement.code, origin);
  await confirmed.transaction(async (transaction) => {
    const held = await lockSetup(transaction, session.id);
    if (held === undefined || !held.echo_digest.equals(digest)) throw setupMismatch();
    await dropSetup(transaction, session.id);
    await replaceSecret(transaction, parts.sealedRows, session.administrator.id, step, sealedSecret);
    await finish(parts, transaction, session, origin);
  });
}

async function finish(
  parts: Parts,
  transaction: DatabaseTransaction,
  { id: keptSessionId, administrator }: Session,
  origin: RequestOrigin,
): Promise<void> {
  const reason = 'authenticator replaced';
  await endSessionsWithAudit(transaction, parts, { administrator, reason, origin, keptSessionId });
  await parts.notify(transaction, administrator, { kind: 'authenticator_replaced' }, origin);
  await parts.appendAudit(
    transaction,
    twoFactorAct(administrator, origin, {
      action: 'two_factor.replace',
      description: 'Authenticator replaced',
      status: 'success',
    }),
  );
}
