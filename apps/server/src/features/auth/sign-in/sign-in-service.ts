import type { Session } from '../../../http/call.ts';
import { networkOf } from '../../../infra/address-network.ts';
import type { AppendAudit } from '../../../infra/audit/append-audit.ts';
import type { PasswordHasher } from '../../../infra/crypto/password-hasher.ts';
import { newToken } from '../../../infra/crypto/token.ts';
import type { Database, DatabaseTransaction } from '../../../infra/db/database.ts';
import { Problem } from '../../../infra/problem.ts';
import type { RequestOrigin } from '../../../infra/request-origin.ts';
import { createTurnsByKey } from '../../../infra/turns.ts';
import {
  findAdministratorByEmail,
  lockAdministrator,
  setPassword,
} from '../administrators/administrator-store.ts';
import {
  passwordAccepted,
  type SignInFailureReason,
  sessionEnded,
  signedOut,
  signInFailed,
} from '../auth-audit.ts';
import { beginSession, endSession } from '../sessions/session-store.ts';
import { admitSignIn, forgiveSignIn, type SignInSource, withdrawSignIn } from './sign-in-failures.ts';

export interface SignIn {
  readonly token: string;
  readonly requires2FA: boolean;
}

interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface SignInService {
  /**
   * Begins a half-signed-in session. An unknown e-mail, a wrong password, a disabled account and a wait
   * after too many failures all end in the same Problem `invalid_credentials`.
   */
  readonly signIn: (
    credentials: Credentials,
    origin: RequestOrigin,
    previous: Session | undefined,
  ) => Promise<SignIn>;
  readonly signOut: (session: Session | undefined, origin: RequestOrigin) => Promise<void>;
}

export function createSignInService({
  database,
  appendAudit,
  passwords,
}: {
  readonly database: Database;
  readonly appendAudit: AppendAudit;
  readonly passwords: PasswordHasher;
}): SignInService {
  // Each try counts as failed until its password was looked at: side by side, right ones would lead to a wait.
  const takeTurn = createTurnsByKey();
  // An unknown e-mail costs the same work as a known one: a hash of the current parameters that no password has.
  const nobodysHash = passwords.hash(newToken());

  async function refuse(email: string, reason: SignInFailureReason, origin: RequestOrigin): Promise<never> {
    await database.transaction((transaction) =>
      appendAudit(transaction, signInFailed(email, reason, origin)),
    );
    throw new Problem('invalid_credentials', 'Invalid email or password');
  }

  /** Mends a count where that can be done: what is reported is the fault, which may keep this from it, too. */
  async function afterFault(mend: (transaction: DatabaseTransaction) => Promise<void>): Promise<void> {
    await database.transaction(mend).catch(() => undefined);
  }

  /** Whose the e-mail is and whether the password is right. A try that could not be looked at does not count. */
  async function examine(password: string, source: SignInSource) {
    try {
      const administrator = await findAdministratorByEmail(database.reader, source.email);
      const storedHash = administrator?.password_hash ?? (await nobodysHash);
      const { correct, outdated } = await passwords.check(password, storedHash);
      const renewedHash = correct && outdated ? await passwords.hash(password) : undefined;
      return { administrator, correct, renewedHash };
    } catch (error) {
      await afterFault((transaction) => withdrawSignIn(transaction, source));
      throw error;
    }
  }

  /**
   * Begins the session of a right password. A fault on the way must not leave its try counted as a failed one: whoever
   * tries again would be made to wait.
   * @returns false where what was looked at has changed since: the password, the factors, whether it is disabled.
   */
  async function begin(
    { administrator, renewedHash, token, requires2FA }: Examined & SignIn,
    source: SignInSource,
    origin: RequestOrigin,
    previous: Session | undefined,
  ): Promise<boolean> {
    const administratorId = administrator.id;
    try {
      return await database.transaction(async (transaction) => {
        const current = await lockAdministrator(transaction, administratorId);
        if (!isSameAccess(current, administrator)) return false;
        await forgiveSignIn(transaction, source);
        if (renewedHash !== undefined) await setPassword(transaction, administratorId, renewedHash);
        const stage = requires2FA ? 'verify' : 'enrol';
        const sessionId = await beginSession(transaction, { token, stage, administratorId, origin });
        if (previous !== undefined && (await endSession(transaction, previous.id, 'signed in again'))) {
          await appendAudit(
            transaction,
            sessionEnded(previous.administrator, previous.id, 'signed in again', origin),
          );
        }
        await appendAudit(transaction, passwordAccepted(administrator, sessionId, requires2FA, origin));
        return true;
      });
    } catch (error) {
      // Not only withdrawn: with failures before it, the try may have led to a wait, which a withdrawal leaves.
      await afterFault((transaction) => forgiveSignIn(transaction, source));
      throw error;
    }
  }

  async function signIn(
    source: SignInSource,
    password: string,
    origin: RequestOrigin,
    previous: Session | undefined,
  ): Promise<SignIn> {
    const { email } = source;
    const admitted = await database.transaction((transaction) => admitSignIn(transaction, source));
    if (!admitted) return await refuse(email, 'locked', origin);

    const { administrator, correct, renewedHash } = await examine(password, source);
    if (administrator === undefined) return await refuse(email, 'unknown_email', origin);
    if (!correct) return await refuse(email, 'wrong_password', origin);
    if (administrator.disabled_at !== null) return await refuse(email, 'disabled', origin);

    const requires2FA = administrator.totp_secret !== null;
    const token = newToken();
    const begun = await begin({ administrator, renewedHash, token, requires2FA }, source, origin, previous);
    if (!begun) return await refuse(email, 'wrong_password', origin);
    return { token, requires2FA };
  }

  return {
    async signIn({ email, password }, origin, previous) {
      const source = { email, network: networkOf(origin.ipAddress) };
      return await takeTurn(`${source.network} ${email.trim().toLowerCase()}`, () =>
        signIn(source, password, origin, previous),
      );
    },
    async signOut(session, origin) {
      if (session === undefined) return;
      await database.transaction(async (transaction) => {
        if (!(await endSession(transaction, session.id, 'signed out'))) return;
        await appendAudit(transaction, signedOut(session.administrator, session.id, origin));
      });
    },
  };
}

interface Examined {
  readonly administrator: Access;
  /** Where the hash has older parameters. */
  readonly renewedHash: string | undefined;
}

type Access = NonNullable<Awaited<ReturnType<typeof findAdministratorByEmail>>>;

function isSameAccess(one: Access, other: Access): boolean {
  return (
    one.password_hash === other.password_hash &&
    (one.totp_secret === null) === (other.totp_secret === null) &&
    one.disabled_at === null
  );
}
