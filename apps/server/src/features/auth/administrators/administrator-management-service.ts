import { type IsCommonPassword, passwordProblem } from '@halyard/contract/password-strength';
import type { AppendAudit } from '../../../infra/audit/append-audit.ts';
import type { PasswordHasher } from '../../../infra/crypto/password-hasher.ts';
import type { Database, DatabaseTransaction } from '../../../infra/db/database.ts';
import type { Outbox } from '../../../infra/outbox/outbox.ts';
import type { SealedRows } from '../../../infra/sealed-rows/sealed-rows.ts';
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
  /** Accurate to the minute; null if the last session ended over a month ago. */
  readonly lastSeenAt: Date | null;
}

export interface SessionSummary {
  readonly id: string;
  readonly startedAt: Date;
  readonly lastSeenAt: Date;
  readonly ipAddress: string;
  /** Untrusted text from the request header. */
  readonly userAgent: string;
}

/** Administrator commands. They compare emails by key and audit each change. */
export interface AdministratorManagement {
  /** `weak` is the reason for rejecting the password. */
  readonly create: (account: {
    readonly email: string;
    readonly password: string;
  }) => Promise<'created' | 'exists' | { readonly weak: string }>;
  readonly list: () => Promise<readonly AdministratorSummary[]>;
  /** Also ends all sessions and reset links. Keeps the last active administrator enabled. */
  readonly disable: (email: string) => Promise<'disabled' | 'was disabled' | 'last' | 'unknown'>;
  readonly enable: (email: string) => Promise<'enabled' | 'was enabled' | 'unknown'>;
  /** Mails the owner. The next sign-in requires a new setup. */
  readonly resetTwoFactor: (email: string) => Promise<'reset' | 'was off' | 'unknown'>;
  /** Lists full sessions, newest first; undefined if the email is unknown. */
  readonly listSessions: (email: string) => Promise<readonly SessionSummary[] | undefined>;
  /** Ends the session `id` or all sessions. Returns how many; undefined if the email is unknown. */
  readonly endSessions: (email: string, id?: string) => Promise<number | undefined>;
  /** Also ends all reset links. Returns how many sessions ended. */
  readonly endAllSessions: () => Promise<number>;
}

interface Administrator {
  readonly id: string;
  readonly email: string;
}

interface Parts {
  readonly database: Database;
  readonly sealedRows: SealedRows;
  readonly appendAudit: AppendAudit;
  readonly outbox: Pick<Outbox, 'enqueueMail'>;
  readonly passwords: PasswordHasher;
  readonly isCommonPassword: IsCommonPassword;
}

export function createAdministratorManagement(parts: Parts): AdministratorManagement {
  return {
    create: (account) => create(parts, account),
    list: () => list(parts),
    disable: (email) => disable(parts, email),
    enable: (email) => enable(parts, email),
    resetTwoFactor: (email) => resetTwoFactor(parts, email),
    listSessions: (email) => listSessions(parts, email),
    endSessions: (email, id) => endSessions(parts, email, id),
    endAllSessions: () => endAllSessions(parts),
  };
}

async function endAll(
  parts: Parts,
  transaction: DatabaseTransaction,
  administrator: Administrator,
  reason: string,
) {
  const ended = await endSessionsOf(transaction, parts.sealedRows, administrator.id, reason);
  for (const id of ended)
    await parts.appendAudit(transaction, sessionEndedBySystem(administrator, id, reason));
  return ended.length;
}

async function create(
  parts: Parts,
  { email, password }: Parameters<AdministratorManagement['create']>[0],
): ReturnType<AdministratorManagement['create']> {
  const weak = passwordProblem(password, { email }, parts.isCommonPassword);
  if (weak !== undefined) return { weak };
  const passwordHash = await parts.passwords.hash(password);
  return await parts.database.transaction(async (transaction) => {
    const id = await insertAdministrator(transaction, parts.sealedRows, email, passwordHash);
    if (id === undefined) return 'exists';
    await forgetFailuresOf(transaction, email);
    await parts.appendAudit(transaction, administratorCreated({ id, email }));
    return 'created';
  });
}

async function list(parts: Parts): ReturnType<AdministratorManagement['list']> {
  const rows = await readAdministrators(parts.database.reader);
  return await Promise.all(
    rows.map(async ({ id, email, created_at, disabled_at, totp_enabled_at, last_seen_at }) => ({
      email,
      createdAt: created_at,
      twoFactor: totp_enabled_at !== null,
      disabledAt: disabled_at,
      openSessions:
        disabled_at === null
          ? (await listOpenSessions(parts.database.reader, parts.sealedRows, id)).length
          : 0,
      lastSeenAt: last_seen_at,
    })),
  );
}

async function disable(parts: Parts, email: string): ReturnType<AdministratorManagement['disable']> {
  return await parts.database.transaction(async (transaction) => {
    const administrator = await findAdministratorByEmail(transaction, parts.sealedRows, email);
    if (administrator === undefined) return 'unknown';
    const active = await lockActiveAdministrators(transaction);
    if (!active.includes(administrator.id)) return 'was disabled';
    if (active.length === 1) return 'last';
    await setDisabled(transaction, parts.sealedRows, administrator.id, true);
    await voidLinks(transaction, parts.sealedRows, administrator.id);
    await endAll(parts, transaction, administrator, 'administrator disabled');
    await parts.appendAudit(transaction, administratorDisabled(administrator));
    return 'disabled';
  });
}

async function enable(parts: Parts, email: string): ReturnType<AdministratorManagement['enable']> {
  return await parts.database.transaction(async (transaction) => {
    const administrator = await findAdministratorByEmail(transaction, parts.sealedRows, email);
    if (administrator === undefined) return 'unknown';
    const { disabled_at } = await lockAdministrator(transaction, parts.sealedRows, administrator.id);
    if (disabled_at === null) return 'was enabled';
    await setDisabled(transaction, parts.sealedRows, administrator.id, false);
    await parts.appendAudit(transaction, administratorEnabled(administrator));
    return 'enabled';
  });
}

async function resetTwoFactor(
  parts: Parts,
  email: string,
): ReturnType<AdministratorManagement['resetTwoFactor']> {
  return await parts.database.transaction(async (transaction) => {
    const administrator = await findAdministratorByEmail(transaction, parts.sealedRows, email);
    if (administrator === undefined) return 'unknown';
    const { totp_secret } = await lockAdministrator(transaction, parts.sealedRows, administrator.id);
    if (totp_secret === null) return 'was off';
    await removeFactors(transaction, parts.sealedRows, administrator.id);
    await forgetCodesAndSetups(transaction, parts.sealedRows, administrator.id);
    const notice = { kind: 'two_factor_disabled', to: administrator.email, trace: undefined } as const;
    await parts.outbox.enqueueMail(transaction, notice);
    await endAll(parts, transaction, administrator, 'two-factor authentication reset');
    await parts.appendAudit(transaction, twoFactorReset(administrator));
    return 'reset';
  });
}

async function listSessions(
  parts: Parts,
  email: string,
): ReturnType<AdministratorManagement['listSessions']> {
  const administrator = await findAdministratorByEmail(parts.database.reader, parts.sealedRows, email);
  if (administrator === undefined) return undefined;
  const rows = await listOpenSessions(parts.database.reader, parts.sealedRows, administrator.id);
  return rows.map((row) => ({
    id: row.id,
    startedAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    ipAddress: row.ip_address,
    userAgent: row.user_agent,
  }));
}

async function endSessions(
  parts: Parts,
  email: string,
  id?: string,
): ReturnType<AdministratorManagement['endSessions']> {
  return await parts.database.transaction(async (transaction) => {
    const administrator = await findAdministratorByEmail(transaction, parts.sealedRows, email);
    if (administrator === undefined) return undefined;
    const reason = 'ended by an operator';
    if (id === undefined) return await endAll(parts, transaction, administrator, reason);
    const open = await listOpenSessions(transaction, parts.sealedRows, administrator.id);
    if (!open.some((session) => session.id === id)) return 0;
    if (!(await endSession(transaction, parts.sealedRows, id, reason))) return 0;
    await parts.appendAudit(transaction, sessionEndedBySystem(administrator, id, reason));
    return 1;
  });
}

async function endAllSessions(parts: Parts): ReturnType<AdministratorManagement['endAllSessions']> {
  return await parts.database.transaction((transaction) =>
    endEverything(transaction, parts, 'ended by an operator'),
  );
}
