import { type IsCommonPassword, passwordProblem } from '@halyard/contract/password-strength';
import type { AppendAudit } from '../../../infra/audit/append-audit.ts';
import type { PasswordHasher } from '../../../infra/crypto/password-hasher.ts';
import type { Database, DatabaseTransaction } from '../../../infra/db/database.ts';
import type { Outbox } from '../../../infra/outbox/outbox.ts';
import { voidLinks } from '../passwords/password-reset-store.ts';
import { removeFactors } from '../second-factor/factor-store.ts';
import { endEverything } from '../sessions/end-everything.ts';
import { endSession, endSessionsOf, listOpenSessions } from '../sessions/session-store.ts';
import { forgetFailuresOf } from '../sign-in/sign-in-failures.ts';
import {
  administratorCreated,
  administratorDisabled,
  administratorEnabled,
  sessionEndedBySystem,
  twoFactorReset,
} from './administrator-audit.ts';
import {
  forgetCodesAndSetups,
  insertAdministrator,
  lockActiveAdministrators,
  readAdministrators,
  setDisabled,
} from './administrator-management-store.ts';
import { findAdministratorByEmail, lockAdministrator } from './administrator-store.ts';

export interface AdministratorSummary {
  readonly email: string;
  readonly createdAt: Date;
  readonly twoFactor: boolean;
  readonly disabledAt: Date | null;
  readonly openSessions: number;
  /** To the minute; null where the last session is a month gone. */
  readonly lastSeenAt: Date | null;
}

export interface SessionSummary {
  readonly id: string;
  readonly startedAt: Date;
  readonly lastSeenAt: Date;
  readonly ipAddress: string;
  /** As the browser sent it: whatever a stranger liked. */
  readonly userAgent: string;
}

/** What an operator does with administrators. E-mails are compared without regard to case; each change is audited. */
export interface AdministratorManagement {
  /** `weak` is the sentence that says why a password is not taken. */
  readonly create: (account: {
    readonly email: string;
    readonly password: string;
  }) => Promise<'created' | 'exists' | { readonly weak: string }>;
  /** Oldest first. */
  readonly list: () => Promise<readonly AdministratorSummary[]>;
  /** Ends every session and reset link with it. The last active administrator stays. */
  readonly disable: (email: string) => Promise<'disabled' | 'was disabled' | 'last' | 'unknown'>;
  readonly enable: (email: string) => Promise<'enabled' | 'was enabled' | 'unknown'>;
  /** Removes the second factor, so that the next sign-in begins with setting one up, and tells the owner by mail. */
  readonly resetTwoFactor: (email: string) => Promise<'reset' | 'was off' | 'unknown'>;
  /** Whole sessions, newest first; undefined when nobody has this e-mail. */
  readonly listSessions: (email: string) => Promise<readonly SessionSummary[] | undefined>;
  /** Ends one session, or all. Returns how many ended; undefined when nobody has this e-mail. */
  readonly endSessions: (email: string, id?: string) => Promise<number | undefined>;
  /** Ends everybody's sessions, and the reset links. Returns how many sessions ended. */
  readonly endAllSessions: () => Promise<number>;
}

interface Administrator {
  readonly id: string;
  readonly email: string;
}

export function createAdministratorManagement(parts: {
  readonly database: Database;
  readonly appendAudit: AppendAudit;
  readonly outbox: Pick<Outbox, 'enqueueMail'>;
  readonly passwords: PasswordHasher;
  readonly isCommonPassword: IsCommonPassword;
}): AdministratorManagement {
  const { database, appendAudit, outbox, passwords, isCommonPassword } = parts;

  async function endAll(transaction: DatabaseTransaction, administrator: Administrator, reason: string) {
    const ended = await endSessionsOf(transaction, administrator.id, reason);
    for (const id of ended) await appendAudit(transaction, sessionEndedBySystem(administrator, id, reason));
    return ended.length;
  }

  return {
    async create({ email, password }) {
      const weak = passwordProblem(password, { email }, isCommonPassword);
      if (weak !== undefined) return { weak };
      const passwordHash = await passwords.hash(password);
      return await database.transaction(async (transaction) => {
        const id = await insertAdministrator(transaction, email, passwordHash);
        if (id === undefined) return 'exists';
        await forgetFailuresOf(transaction, email);
        await appendAudit(transaction, administratorCreated({ id, email }));
        return 'created';
      });
    },

    async list() {
      const rows = await readAdministrators(database.reader);
      return await Promise.all(
        rows.map(async ({ id, email, created_at, disabled_at, totp_enabled_at, last_seen_at }) => ({
          email,
          createdAt: created_at,
          twoFactor: totp_enabled_at !== null,
          disabledAt: disabled_at,
          openSessions: disabled_at === null ? (await listOpenSessions(database.reader, id)).length : 0,
          lastSeenAt: last_seen_at,
        })),
      );
    },

    async disable(email) {
      return await database.transaction(async (transaction) => {
        const administrator = await findAdministratorByEmail(transaction, email);
        if (administrator === undefined) return 'unknown';
        const active = await lockActiveAdministrators(transaction);
        if (!active.includes(administrator.id)) return 'was disabled';
        if (active.length === 1) return 'last';
        await setDisabled(transaction, administrator.id, true);
        await voidLinks(transaction, administrator.id);
        await endAll(transaction, administrator, 'administrator disabled');
        await appendAudit(transaction, administratorDisabled(administrator));
        return 'disabled';
      });
    },

    async enable(email) {
      return await database.transaction(async (transaction) => {
        const administrator = await findAdministratorByEmail(transaction, email);
        if (administrator === undefined) return 'unknown';
        const { disabled_at } = await lockAdministrator(transaction, administrator.id);
        if (disabled_at === null) return 'was enabled';
        await setDisabled(transaction, administrator.id, false);
        await appendAudit(transaction, administratorEnabled(administrator));
        return 'enabled';
      });
    },

    async resetTwoFactor(email) {
      return await database.transaction(async (transaction) => {
        const administrator = await findAdministratorByEmail(transaction, email);
        if (administrator === undefined) return 'unknown';
        const { totp_secret } = await lockAdministrator(transaction, administrator.id);
        if (totp_secret === null) return 'was off';
        await removeFactors(transaction, administrator.id);
        await forgetCodesAndSetups(transaction, administrator.id);
        const notice = { kind: 'two_factor_disabled', to: administrator.email, trace: undefined } as const;
        await outbox.enqueueMail(transaction, notice);
        await endAll(transaction, administrator, 'two-factor authentication reset');
        await appendAudit(transaction, twoFactorReset(administrator));
        return 'reset';
      });
    },

    async listSessions(email) {
      const administrator = await findAdministratorByEmail(database.reader, email);
      if (administrator === undefined) return undefined;
      const rows = await listOpenSessions(database.reader, administrator.id);
      return rows.map((row) => ({
        id: row.id,
        startedAt: row.created_at,
        lastSeenAt: row.last_seen_at,
        ipAddress: row.ip_address,
        userAgent: row.user_agent,
      }));
    },

    async endSessions(email, id) {
      return await database.transaction(async (transaction) => {
        const administrator = await findAdministratorByEmail(transaction, email);
        if (administrator === undefined) return undefined;
        const reason = 'ended by an operator';
        if (id === undefined) return await endAll(transaction, administrator, reason);
        const open = await listOpenSessions(transaction, administrator.id);
        if (!open.some((session) => session.id === id)) return 0;
        if (!(await endSession(transaction, id, reason))) return 0;
        await appendAudit(transaction, sessionEndedBySystem(administrator, id, reason));
        return 1;
      });
    },

    async endAllSessions() {
      return await database.transaction((transaction) =>
        endEverything(transaction, appendAudit, 'ended by an operator'),
      );
    },
  };
}
