import type { ResetLink } from '@halyard/contract/account';
import type { AppendAudit } from '../../../infra/audit/append-audit.ts';
import type { PasswordHasher } from '../../../infra/crypto/password-hasher.ts';
import type { Database } from '../../../infra/db/database.ts';
import type { Outbox } from '../../../infra/outbox/outbox.ts';
import { Problem } from '../../../infra/problem.ts';
import type { RequestOrigin } from '../../../infra/request-origin.ts';
import type { SealedRows } from '../../../infra/sealed-rows/sealed-rows.ts';
import type { NotifyAdministrator } from '../account-notices.ts';
import { lockAdministrator, setPassword } from '../administrators/administrator-store.ts';
import { passwordAct } from '../auth-audit.ts';
import { endSessionsWithAudit } from '../sessions/session-ending.ts';
import { forgetFailuresOf } from '../sign-in/sign-in-failures.ts';
import { enqueueResetRequest, type ResetRequest } from './password-reset-requests.ts';
import { findLink, isOpenLink, voidLinks } from './password-reset-store.ts';
import { requireStrongPassword, unchangedPassword } from './password-rules.ts';

export interface PasswordResetService {
  readonly initiate: (request: ResetRequest) => Promise<void>;
  /** @throws Problem `invalid_token` alike for unknown, expired, used and void links */
  readonly validate: (token: string) => Promise<ResetLink>;
  /**
   * An expired password must be replaced by another one.
   * @throws Problem `invalid_token`, or `validation_error` for a refused password, which keeps the link valid
   */
  readonly complete: (token: string, newPassword: string, origin: RequestOrigin) => Promise<void>;
}

export function createPasswordResetService(parts: {
  readonly database: Database;
  readonly sealedRows: SealedRows;
  readonly appendAudit: AppendAudit;
  readonly passwords: PasswordHasher;
  readonly outbox: Outbox;
  readonly notify: NotifyAdministrator;
}): PasswordResetService {
  const { database, sealedRows, appendAudit, passwords, outbox, notify } = parts;

  async function openLink(token: string) {
    const link = await findLink(database.reader, sealedRows, token);
    if (link === undefined) throw invalidLink();
    return link;
  }

  return {
    async initiate(request) {
      await database.transaction((transaction) => enqueueResetRequest(transaction, outbox, request));
    },

    async validate(token) {
      const { email, expiresAt } = await openLink(token);
      return { valid: true, email, expiresAt: expiresAt.toISOString() };
    },

    async complete(token, newPassword, origin) {
      const { administratorId: id, email, passwordHash: currentHash } = await openLink(token);
      requireStrongPassword(newPassword, { email });
      const { correct: isUnchanged } = await passwords.check(newPassword, currentHash);
      const passwordHash = await passwords.hash(newPassword);
      await database.transaction(async (transaction) => {
        const locked = await lockAdministrator(transaction, sealedRows, id);
        if (!(await isOpenLink(transaction, locked, token))) throw invalidLink();
        if (locked.password_expired_at !== null && isUnchanged) throw unchangedPassword();
        const administrator = { id, email };
        await setPassword(transaction, sealedRows, id, passwordHash);
        await voidLinks(transaction, sealedRows, id);
        await forgetFailuresOf(transaction, email);
        const reason = 'password reset';
        await endSessionsWithAudit(transaction, parts, { administrator, reason, origin });
        await notify(transaction, administrator, { kind: 'password_changed' }, origin);
        await appendAudit(
          transaction,
          passwordAct(administrator, origin, {
            action: 'password.reset',
            description: 'Password reset',
            status: 'success',
          }),
        );
      });
    },
  };
}

function invalidLink(): Problem {
  return new Problem('invalid_token', 'Invalid reset link');
}
