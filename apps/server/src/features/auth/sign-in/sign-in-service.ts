import { emailKey } from '@halyard/contract/email-key';
import type { Session } from '../../../http/call.ts';
import { networkOf } from '../../../infra/address-network.ts';
import type { AppendAudit } from '../../../infra/audit/append-audit.ts';
import type { PasswordHasher } from '../../../infra/crypto/password-hasher.ts';
import { newToken } from '../../../infra/crypto/token.ts';
import { databaseNow } from '../../../infra/database-now.ts';
import type { Database, DatabaseTransaction } from '../../../infra/db/database.ts';
import { Problem } from '../../../infra/problem.ts';
import type { RequestOrigin } from '../../../infra/request-origin.ts';
import type { SealedRows } from '../../../infra/sealed-rows/sealed-rows.ts';
import { createTurnsByKey } from '../../../infra/turns.ts';
import type { NotifyAdministrator } from '../account-notices.ts';
import {
  type Administrator,
  findAdministratorByEmail,
  lockAdministrator,
  renewPasswordHash,
} from '../administrators/administrator-store.ts';
import {
  passwordAccepted,
  type SignInFailureReason,
  sessionEnded,
  signedOut,
  signInFailed,
} from '../auth-audit.ts';
import { beginSession, endSession } from '../sessions/session-store.ts';
import { isKnownNetwork } from './known-devices.ts';
import { admitSignIn, forgiveSignIn, type SignInSource, withdrawSignIn } from './sign-in-failures.ts';

export interface SignIn {
  readonly token: string;
  readonly requires2FA: boolean;
}

const DAY_MS = 24 * 60 * 60 * 1_000;

interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface SignInService {
  /** @throws Problem `invalid_credentials` for an unknown email, a wrong password, a disabled account or a lock */
  readonly signIn: (
    credentials: Credentials,
    origin: RequestOrigin,
    previous: Session | undefined,
  ) => Promise<SignIn>;
  readonly signOut: (session: Session | undefined, origin: RequestOrigin) => Promise<void>;
}

interface Parts {
  readonly database: Database;
  readonly sealedRows: SealedRows;
  readonly appendAudit: AppendAudit;
  readonly passwords: PasswordHasher;
  readonly notify: NotifyAdministrator;
  /** Hash to check for unknown emails, so that they take as long as known ones. */
  readonly dummyHash: Promise<string>;
}

export function createSignInService(dependencies: Omit<Parts, 'dummyHash'>): SignInService {
  const parts = { ...dependencies, dummyHash: dependencies.passwords.hash(newToken()) };
  // Attempts count as failed until checked. Without turns, concurrent correct ones would cause a lockout.
  const takeTurn = createTurnsByKey();
  return {
    async signIn({ email, password }, origin, previous) {
      const network = networkOf(origin.ipAddress);
      const isKnown = await isKnownNetwork(parts.database.reader, parts.sealedRows, { email, network });
      const source = { email, network, isKnown };
      return await takeTurn(`${source.network} ${emailKey(email)}`, () =>
        attemptSignIn(parts, source, password, origin, previous),
      );
    },
    signOut: (session, origin) => signOut(parts, session, origin),
  };
}

async function refuse(
  parts: Parts,
  email: string,
  reason: SignInFailureReason,
  origin: RequestOrigin,
): Promise<never> {
  await parts.database.transaction((transaction) =>
    parts.appendAudit(transaction, signInFailed(email, reason, origin)),
  );
  throw new Problem('invalid_credentials', 'Invalid email or password');
}

/** Corrects a count after an error. The caller reports the original error. */
async function afterFault(
  parts: Parts,
  correct: (transaction: DatabaseTransaction) => Promise<void>,
): Promise<void> {
  await parts.database.transaction(correct).catch(() => undefined);
}

/** Does not count the attempt if the password could not be checked. */
async function examine(parts: Parts, password: string, source: SignInSource) {
  try {
    const administrator = await findAdministratorByEmail(
      parts.database.reader,
      parts.sealedRows,
      source.email,
    );
    const storedHash = administrator?.password_hash ?? (await parts.dummyHash);
    const { correct, outdated } = await parts.passwords.check(
      password,
      storedHash,
      source.isKnown ? 'known' : 'other',
    );
    const renewedHash = correct && outdated ? await parts.passwords.hash(password) : undefined;
    return { administrator, correct, renewedHash };
  } catch (error) {
    await afterFault(parts, (transaction) => withdrawSignIn(transaction, source));
    throw error;
  }
}

/** Returns false if the password, its expiry, the factors or the disabled flag changed since they were checked. */
async function begin(
  parts: Parts,
  { administrator, renewedHash, token, requires2FA }: Examined & SignIn,
  source: SignInSource,
  origin: RequestOrigin,
  previous: Session | undefined,
): Promise<boolean> {
  const administratorId = administrator.id;
  try {
    return await parts.database.transaction(async (transaction) => {
      const current = await lockAdministrator(transaction, parts.sealedRows, administratorId);
      if (!isSameAccess(current, administrator)) return false;
      await forgiveSignIn(transaction, source);
      if (renewedHash !== undefined)
        await renewPasswordHash(transaction, parts.sealedRows, administratorId, renewedHash);
      const stage = requires2FA ? 'verify' : 'enrol';
      const sessionId = await beginSession(transaction, parts.sealedRows, {
        token,
        stage,
        administratorId,
        origin,
      });
      if (
        previous !== undefined &&
        (await endSession(transaction, parts.sealedRows, previous.id, 'signed in again'))
      ) {
        await parts.appendAudit(
          transaction,
          sessionEnded(previous.administrator, previous.id, 'signed in again', origin),
        );
      }
      await parts.appendAudit(transaction, passwordAccepted(administrator, sessionId, requires2FA, origin));
      return true;
    });
  } catch (error) {
    // Forgive instead of withdraw: a withdrawal would keep a lock that this attempt started.
    await afterFault(parts, (transaction) => forgiveSignIn(transaction, source));
    throw error;
  }
}

/** Mails the owner at most once a day. */
async function tellOfBlockedSignIn(
  parts: Parts,
  { id }: Administrator,
  origin: RequestOrigin,
): Promise<void> {
  await parts.database.transaction(async (transaction) => {
    const administrator = await lockAdministrator(transaction, parts.sealedRows, id);
    const now = await databaseNow(transaction);
    const before = administrator.sign_in_blocked_mailed_at?.getTime() ?? 0;
    if (before > now - DAY_MS) return;
    await parts.sealedRows.change(transaction, 'administrators', administrator, {
      sign_in_blocked_mailed_at: new Date(now),
    });
    await parts.notify(transaction, administrator, { kind: 'sign_in_blocked' }, origin);
  });
}

async function attemptSignIn(
  parts: Parts,
  source: SignInSource,
  password: string,
  origin: RequestOrigin,
  previous: Session | undefined,
): Promise<SignIn> {
  const { email } = source;
  const { admitted, beganLock } = await parts.database.transaction((transaction) =>
    admitSignIn(transaction, source),
  );
  if (!admitted) return await refuse(parts, email, 'locked', origin);

  const { administrator, correct, renewedHash } = await examine(parts, password, source);
  if (administrator === undefined) return await refuse(parts, email, 'unknown_email', origin);
  if (!correct && beganLock) await tellOfBlockedSignIn(parts, administrator, origin);
  if (!correct) return await refuse(parts, email, 'wrong_password', origin);
  if (administrator.disabled_at !== null) return await refuse(parts, email, 'disabled', origin);
  if (administrator.password_expired_at !== null) {
    return await refuse(parts, email, 'password_expired', origin);
  }

  const requires2FA = administrator.totp_secret !== null;
  const token = newToken();
  const begun = await begin(
    parts,
    { administrator, renewedHash, token, requires2FA },
    source,
    origin,
    previous,
  );
  if (!begun) return await refuse(parts, email, 'wrong_password', origin);
  return { token, requires2FA };
}

async function signOut(parts: Parts, session: Session | undefined, origin: RequestOrigin): Promise<void> {
  if (session === undefined) return;
  await parts.database.transaction(async (transaction) => {
    if (!(await endSession(transaction, parts.sealedRows, session.id, 'logged out'))) return;
    await parts.appendAudit(transaction, signedOut(session.administrator, session.id, origin));
  });
}

interface Examined {
  readonly administrator: Administrator;
  /** Set if the stored hash has outdated parameters. */
  readonly renewedHash: string | undefined;
}

function isSameAccess(one: Administrator, other: Administrator): boolean {
  return (
    one.password_hash === other.password_hash &&
    (one.totp_secret === null) === (other.totp_secret === null) &&
    one.disabled_at === null &&
    one.password_expired_at === null
  );
}
